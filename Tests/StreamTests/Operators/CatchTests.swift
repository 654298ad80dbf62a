import Stream
import TestSupport
import Testing

@Suite struct CatchTests {
  @Test func continuesWithAnotherStream() {
    let source = TrackedSource<Int>()
    let probe = Probe<Int>()
    let subscription = source.observable.catch { error in
      Observable.of((error as? Boom)?.number ?? -1, 0)
    }.subscribe(probe.on)
    source.onNext(1)
    source.onError(Boom(number: 9))
    expectEqual(probe.elements, [1, 9, 0])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func forwardsCompletion() {
    let calls = Count()
    let probe = Probe<Int>()
    _ = Observable.of(1).catch { _ in
      calls.increment()
      return .empty()
    }.subscribe(probe.on)
    expectTrue(probe.isCompleted)
    expectEqual(calls.value, 0)
  }

  @Test func disposalDisposesOfTheReplacement() {
    let (first, second) = (TrackedSource<Int>(), TrackedSource<Int>())
    let subscription = first.observable.catch { _ in second.observable }.subscribe { _ in }
    first.onError(Boom())
    expectEqual(second.subscribed.value, 1)
    subscription.dispose()
    expectEqual([first.disposed.value, second.disposed.value], [1, 1])
  }

  @Test func catchAndReturnReplacesAnError() {
    let probe = Probe<Int>()
    _ = Observable<Int>.error(Boom()).catchAndReturn(5).subscribe(probe.on)
    expectEqual(probe.elements, [5])
    expectTrue(probe.isCompleted)
  }

  @Test func aSingleContinuesWithAnotherSingle() {
    let source = TrackedSingle<Int>()
    let probe = Probe<Int>()
    let subscription = source.single.catch { _ in Single.just(2) }.subscribe(probe.onResult)
    source.fail(Boom())
    expectEqual(probe.elements, [2])
    expectEqual(source.disposed.value, 1)
    subscription.dispose()
  }

  @Test func catchAndReturnReplacesAFailure() {
    let probe = Probe<Int>()
    _ = Single<Int>.error(Boom()).catchAndReturn(5).subscribe(probe.onResult)
    expectEqual(probe.elements, [5])
  }
}
