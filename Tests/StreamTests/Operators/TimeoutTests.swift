import NetTesting
import Stream
import TestSupport
import Testing

@Suite struct TimeoutTests {
  private let scheduler = TestScheduler()
  private let probe = Probe<Int>()

  @Test func continuesWithTheOtherStreamWithoutATimeLimit() {
    let source = TrackedSource<Int>()
    let other = TrackedSource<Int>()
    let subscription = source.observable
      .timeout(.seconds(5), other: other.observable, scheduler: scheduler).subscribe(probe.on)
    scheduler.advance(by: .seconds(5))
    expectEqual(source.disposed.value, 1)
    expectEqual(other.subscribed.value, 1)
    scheduler.advance(by: .seconds(100))
    other.onNext(1)
    other.onCompleted()
    expectEqual(probe.elements, [1])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func disposalDisposesOfTheOtherStream() {
    let other = TrackedSource<Int>()
    let subscription = Observable<Int>.never()
      .timeout(.seconds(5), other: other.observable, scheduler: scheduler).subscribe(probe.on)
    scheduler.advance(by: .seconds(5))
    subscription.dispose()
    expectEqual(other.disposed.value, 1)
  }

  @Test func aReadySingleSucceedsAtOnce() {
    let subscription = Single.just(1).timeout(.seconds(5), scheduler: scheduler)
      .subscribe(probe.onResult)
    expectEqual(probe.elements, [1])
    expectEqual(scheduler.pendingCount, 0)
    subscription.dispose()
  }

  @Test func aSingleFailsAtTheDeadline() {
    let source = TrackedSingle<Int>()
    let subscription = source.single.timeout(.seconds(5), scheduler: scheduler)
      .subscribe(probe.onResult)
    scheduler.advance(by: .seconds(4))
    expectTrue(probe.events.isEmpty)
    scheduler.advance(by: .seconds(1))
    expectEqual(probe.error as? StreamError, .timeout)
    expectEqual(source.disposed.value, 1)
    subscription.dispose()
  }

  @Test func aSingleContinuesWithAnotherSingle() {
    let subscription = Single<Int>.never()
      .timeout(.seconds(5), other: .just(9), scheduler: scheduler).subscribe(probe.onResult)
    scheduler.advance(by: .seconds(5))
    expectEqual(probe.elements, [9])
    subscription.dispose()
  }
}
