import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct SkipUntilTests {
  private let scheduler = TestScheduler()

  private func source() -> TestableObservable<Int> {
    scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(220, 3), .next(230, 4), .next(240, 5), .completed(250),
    ])
  }

  @Test func sendsElementsAfterTheFirstOfTheOtherStream() {
    let source = source()
    let other = scheduler.createHotObservable([.next(150, 1), .next(225, 99), .completed(230)])
    let result = scheduler.start { source.skip(until: other) }
    expectEqual(result.events, [.next(230, 4), .next(240, 5), .completed(250)])
    expectEqual(source.subscriptions, [Subscription(200, 250)])
    expectEqual(other.subscriptions, [Subscription(200, 225)])
  }

  @Test func anErrorOfTheOtherStreamEndsTheStream() {
    let source = source()
    let other = scheduler.createHotObservable([.error(225, Boom(), Int.self)])
    let result = scheduler.start { source.skip(until: other) }
    expectEqual(result.events, [.error(225, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 225)])
  }

  @Test func anErrorWhileDroppingEndsTheStream() {
    let source = scheduler.createHotObservable([.next(210, 2), .error(220, Boom())])
    let other = scheduler.createHotObservable([.next(230, 2)])
    let result = scheduler.start { source.skip(until: other) }
    expectEqual(result.events, [.error(220, Boom())])
    expectEqual(other.subscriptions, [Subscription(200, 220)])
  }

  @Test func completionWhileDroppingReleasesBothStreamsAndIsNotSent() {
    let source = source()
    let other = scheduler.createHotObservable([.next(150, 1)])
    let result = scheduler.start { source.skip(until: other) }
    expectEqual(result.events, [])
    expectEqual(source.subscriptions, [Subscription(200, 250)])
    expectEqual(other.subscriptions, [Subscription(200, 250)])
  }

  @Test func completionOfTheOtherStreamDoesNothing() {
    let source = source()
    let other = scheduler.createHotObservable([.completed(225, Int.self)])
    let result = scheduler.start { source.skip(until: other) }
    expectEqual(result.events, [])
    expectEqual(source.subscriptions, [Subscription(200, 250)])
    expectEqual(other.subscriptions, [Subscription(200, 225)])
  }

  @Test func anOtherStreamThatSendsAtOnceDropsNothing() {
    let probe = Probe<Int>()
    _ = Observable.of(1, 2).skip(until: Observable.just("now")).subscribe(probe.on)
    expectEqual(probe.elements, [1, 2])
    expectTrue(probe.isCompleted)
  }

  @Test func skipForDropsElementsDuringTheTime() {
    let source = source()
    let result = scheduler.start { [scheduler] in source.skip(for: .seconds(25), scheduler: scheduler) }
    expectEqual(result.events, [.next(230, 4), .next(240, 5), .completed(250)])
    expectEqual(source.subscriptions, [Subscription(200, 250)])
  }

  @Test func skipForForwardsAnEarlyEndAndCancelsTheTimer() {
    let source = source()
    let result = scheduler.start { [scheduler] in source.skip(for: .seconds(5000), scheduler: scheduler) }
    expectEqual(result.events, [.completed(250)])
    expectEqual(scheduler.pendingCount, 0)
    expectEqual(scheduler.now, .seconds(1000))
  }

  @Test func skipWithADurationIsSkipFor() {
    let source = source()
    let result = scheduler.start { [scheduler] in source.skip(.seconds(25), scheduler: scheduler) }
    expectEqual(result.events, [.next(230, 4), .next(240, 5), .completed(250)])
  }
}
