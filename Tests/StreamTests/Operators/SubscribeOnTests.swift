import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct SubscribeOnTests {
  private let scheduler = TestScheduler()
  private let probe = Probe<Int>()

  @Test func subscribesOnTheScheduler() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.subscribe(on: scheduler).subscribe(probe.on)
    expectEqual(source.subscribed.value, 0)
    scheduler.advance(by: 0)
    expectEqual(source.subscribed.value, 1)
    source.onNext(1)
    expectEqual(probe.elements, [1])
    subscription.dispose()
    expectEqual(source.disposed.value, 1)
  }

  @Test func disposalBeforeTheSchedulerRunsPreventsTheSubscription() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.subscribe(on: scheduler).subscribe(probe.on)
    subscription.dispose()
    expectEqual(scheduler.pendingCount, 0)
    scheduler.advance(by: 0)
    expectEqual(source.subscribed.value, 0)
  }

  @Test func theWorkOfASingleStartsOnTheScheduler() {
    let source = TrackedSingle<Int>()
    let subscription = source.single.subscribe(on: scheduler).subscribe(probe.onResult)
    expectEqual(source.subscribed.value, 0)
    scheduler.advance(by: 0)
    source.succeed(1)
    expectEqual(probe.elements, [1])
    subscription.dispose()
  }
}
