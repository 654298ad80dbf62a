import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct FromTests {
  private let probe = Probe<Int>()

  @Test func aSequenceSendsItsElementsAndCompletes() {
    _ = Observable.from([1, 2, 3]).subscribe(probe.on)
    expectEqual(probe.elements, [1, 2, 3])
    expectTrue(probe.isCompleted)
  }

  @Test func anOptionalSendsItsValueIfThereIsOne() {
    _ = Observable.from(optional: Int("12")).subscribe(probe.on)
    expectEqual(probe.elements, [12])
    _ = Observable.from(optional: Int("x")).subscribe(probe.on)
    expectEqual(probe.elements, [12])
    expectTrue(probe.isCompleted)
  }

  @Test func anAsynchronousSequenceSendsItsElements() async throws {
    let stream = AsyncStream<Int> { continuation in
      for number in 1...3 { continuation.yield(number) }
      continuation.finish()
    }
    let all = try await stream.asObservable().toArray().value
    expectEqual(all, [1, 2, 3])
  }

  @Test func anAsynchronousSequenceThatFailsFailsTheStream() async {
    let stream = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Boom())
    }
    let observable = Observable.from(Sent(stream: stream))
    await #expect(throws: Boom.self) { _ = try await observable.toArray().value }
  }

  @Test func disposalEndsTheIteration() async {
    await confirmation { ended in
      await withCheckedContinuation { continuation in
        let stream = AsyncStream<Int> { $0.onTermination = { _ in continuation.resume() } }
        stream.asObservable().subscribe { _ in }.dispose()
      }
      ended()
    }
  }

  private struct Sent: AsyncSequence, Sendable {
    let stream: AsyncThrowingStream<Int, any Error>
    func makeAsyncIterator() -> AsyncThrowingStream<Int, any Error>.Iterator {
      stream.makeAsyncIterator()
    }
  }

  @Test func onASchedulerEachActionReadsOneElement() {
    let scheduler = TestScheduler()
    let probe = Probe<Int>()
    let subscription = Observable.from(1...2, scheduler: scheduler).subscribe(probe.on)
    expectTrue(probe.events.isEmpty)
    scheduler.advance(by: 0)
    expectEqual(probe.events, [.next(1), .next(2), .completed])
    subscription.dispose()
  }

  @Test func onAnImmediateSchedulerStackUseDoesNotGrow() async {
    let last = await lastElementOnASmallStack { Observable.from(1...100_000, scheduler: .immediate) }
    expectEqual(last, 100_000)
  }

  @Test func onTheCurrentThreadReadingStopsWithTheSubscription() {
    let probe = Probe<Int>()
    _ = Observable.from(1...10_000_000, scheduler: .currentThread).take(2).subscribe(probe.on)
    expectEqual(probe.events, [.next(1), .next(2), .completed])
  }

  @Test func aSingleSucceedsOnTheScheduler() {
    let scheduler = TestScheduler()
    _ = Single.just(1, scheduler: scheduler).subscribe(probe.onResult)
    expectTrue(probe.events.isEmpty)
    scheduler.advance(by: .zero)
    expectEqual(probe.elements, [1])
  }

  @Test func disposingASingleOnASchedulerCancelsIt() {
    let scheduler = TestScheduler()
    Single.just(1, scheduler: scheduler).subscribe(probe.onResult).dispose()
    expectEqual(scheduler.pendingCount, 0)
    scheduler.start()
    expectTrue(probe.events.isEmpty)
  }
}
