import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct TakeUntilTests {
  private let scheduler = TestScheduler()

  private func source() -> TestableObservable<Int> {
    scheduler.createHotObservable([
      .next(150, 1), .next(210, 2), .next(220, 3), .next(230, 4), .next(240, 5), .completed(250),
    ])
  }

  @Test func anElementOfTheOtherStreamCompletesTheStream() {
    let source = source()
    let other = scheduler.createHotObservable([.next(150, 1), .next(225, 99), .completed(230)])
    let result = scheduler.start { source.take(until: other) }
    expectEqual(result.events, [.next(210, 2), .next(220, 3), .completed(225)])
    expectEqual(source.subscriptions, [Subscription(200, 225)])
    expectEqual(other.subscriptions, [Subscription(200, 225)])
  }

  @Test func completionOfTheOtherStreamDoesNothing() {
    let source = source()
    let other = scheduler.createHotObservable([.completed(225, Int.self)])
    let result = scheduler.start { source.take(until: other) }
    expectEqual(result.events.last, .completed(250))
    expectEqual(other.subscriptions, [Subscription(200, 225)])
  }

  @Test func anErrorOfTheOtherStreamEndsTheStream() {
    let source = source()
    let other = scheduler.createHotObservable([.error(225, Boom(), Int.self)])
    let result = scheduler.start { source.take(until: other) }
    expectEqual(result.events, [.next(210, 2), .next(220, 3), .error(225, Boom())])
    expectEqual(source.subscriptions, [Subscription(200, 225)])
  }

  @Test func theEndOfTheSourceDisposesOfTheOtherStream() {
    let source = source()
    let other = scheduler.createHotObservable([.next(300, 1)])
    let result = scheduler.start { source.take(until: other) }
    expectEqual(result.events.last, .completed(250))
    expectEqual(other.subscriptions, [Subscription(200, 250)])
  }

  @Test func aStopStreamThatSendsAtOncePreventsTheSubscriptionToTheSource() {
    let source = TrackedSource<Int>()
    let probe = Probe<Int>()
    _ = source.observable.take(until: Observable.just(1)).subscribe(probe.on)
    expectTrue(probe.isCompleted)
    expectEqual(source.subscribed.value, 0)
  }

  @Test func takeForCompletesAfterTheDuration() {
    let source = source()
    let result = scheduler.start { [scheduler] in
      source.take(for: .seconds(25), scheduler: scheduler)
    }
    expectEqual(result.events, [.next(210, 2), .next(220, 3), .completed(225)])
    expectEqual(source.subscriptions, [Subscription(200, 225)])
  }

  @Test func anEarlierEndCancelsTheTimer() {
    let source = source()
    let result = scheduler.start { [scheduler] in
      source.take(for: .seconds(5000), scheduler: scheduler)
    }
    expectEqual(result.events.last, .completed(250))
    expectEqual(scheduler.pendingCount, 0)
    expectEqual(scheduler.now, .seconds(1000))
  }
}
