import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct IgnoreElementsTests {
  private let scheduler = TestScheduler()

  @Test func dropsElementsAndForwardsCompletion() {
    let source = scheduler.createHotObservable([.next(210, 1), .next(220, 2), .completed(250)])
    let result = scheduler.start { source.ignoreElements() }
    expectEqual(result.events, [.completed(250)])
    expectEqual(source.subscriptions, [Subscription(200, 250)])
  }

  @Test func forwardsAnError() {
    let failed = Count()
    _ = Observable.of(1).concat(Observable.error(Boom())).ignoreElements()
      .subscribe(onError: { _ in failed.increment() })
    expectEqual(failed.value, 1)
  }
}
