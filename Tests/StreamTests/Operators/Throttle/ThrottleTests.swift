import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct ThrottleTests {
  private let scheduler = TestScheduler()

  private func start(
    _ dueTime: Int, latest: Bool = true, _ events: [Recorded<Event<Int>>]
  ) -> (events: [Recorded<Event<Int>>], subscriptions: [Subscription]) {
    let source = scheduler.createHotObservable(events)
    let result = scheduler.start { [scheduler] in
      source.throttle(.seconds(dueTime), latest: latest, scheduler: scheduler)
    }
    return (result.events, source.subscriptions)
  }

  private let busy: [Recorded<Event<Int>>] = [
    .next(150, 1), .next(210, 2), .next(250, 3), .next(310, 4), .next(350, 5), .next(410, 6),
    .next(450, 7),
  ]

  @Test func completionFollowsTheLatestElementAtTheEndOfTheInterval() {
    let (events, subscriptions) = start(200, busy + [.completed(500)])
    expectEqual(events, [.next(210, 2), .next(410, 6), .next(610, 7), .completed(610)])
    expectEqual(subscriptions, [Subscription(200, 500)])
  }

  @Test func withoutLatestElementsInsideAnIntervalAreDropped() {
    let (events, subscriptions) = start(200, latest: false, busy + [.completed(500)])
    expectEqual(events, [.next(210, 2), .next(410, 6), .completed(500)])
    expectEqual(subscriptions, [Subscription(200, 500)])
  }

  @Test func anIntervalBeginsAtTheElementThatEndedThePreviousOne() {
    let (events, _) = start(100, [.next(210, 1), .next(250, 2), .next(320, 3), .next(405, 4)])
    expectEqual(events, [.next(210, 1), .next(310, 2), .next(410, 4)])
  }

  @Test func withoutAPendingElementCompletionIsImmediate() {
    let (events, _) = start(200, [.next(210, 2), .completed(250)])
    expectEqual(events, [.next(210, 2), .completed(250)])
  }

  @Test func anErrorDropsThePendingElement() {
    let (events, subscriptions) = start(200, busy + [.error(500, Boom())])
    expectEqual(events, [.next(210, 2), .next(410, 6), .error(500, Boom())])
    expectEqual(subscriptions, [Subscription(200, 500)])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func aSilentSourceSendsNothing() {
    let (events, subscriptions) = start(200, [.next(150, 1)])
    expectTrue(events.isEmpty)
    expectEqual(subscriptions, [Subscription(200, 1000)])
  }
}
