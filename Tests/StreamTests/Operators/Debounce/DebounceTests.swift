import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct DebounceTests {
  private let scheduler = TestScheduler()

  private func start(
    _ dueTime: Int, _ events: [Recorded<Event<Int>>]
  ) -> (events: [Recorded<Event<Int>>], subscriptions: [Subscription]) {
    let source = scheduler.createHotObservable(events)
    let result = scheduler.start { [scheduler] in
      source.debounce(.seconds(dueTime), scheduler: scheduler)
    }
    return (result.events, source.subscriptions)
  }

  @Test func elementsFarApartAreAllSent() {
    let (events, subscriptions) = start(
      20, [.next(150, 1), .next(210, 2), .next(240, 3), .next(280, 4), .completed(350)])
    expectEqual(events, [.next(230, 2), .next(260, 3), .next(300, 4), .completed(350)])
    expectEqual(subscriptions, [Subscription(200, 350)])
  }

  @Test func onlyTheLastOfElementsCloseTogetherIsSent() {
    let (events, _) = start(
      50, [.next(210, 2), .next(250, 3), .next(280, 4), .next(400, 5), .completed(500)])
    expectEqual(events, [.next(330, 4), .next(450, 5), .completed(500)])
  }

  @Test func anErrorDropsThePendingElement() {
    let (events, subscriptions) = start(50, [.next(210, 2), .error(230, Boom())])
    expectEqual(events, [.error(230, Boom())])
    expectEqual(subscriptions, [Subscription(200, 230)])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func aSilentSourceSendsNothing() {
    let (events, subscriptions) = start(10, [.next(150, 1)])
    expectTrue(events.isEmpty)
    expectEqual(subscriptions, [Subscription(200, 1000)])
  }

  @Test func disposalCancelsTheTimer() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.debounce(.seconds(5), scheduler: scheduler).subscribe { _ in }
    source.onNext(1)
    expectEqual(scheduler.pendingCount, 1)
    subscription.dispose()
    expectEqual(scheduler.pendingCount, 0)
    expectEqual(source.disposed.value, 1)
  }
}
