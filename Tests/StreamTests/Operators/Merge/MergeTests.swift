import Stream
import TestSupport
import Testing

@Suite struct MergeTests {
  @Test func completesWhenAllStreamsHaveCompleted() {
    let (first, second) = (TrackedSource<Int>(), TrackedSource<Int>())
    let probe = Probe<Int>()
    let subscription = Observable.merge(first.observable, second.observable).subscribe(probe.on)
    first.onNext(1)
    second.onNext(2)
    first.onCompleted()
    second.onNext(3)
    expectFalse(probe.isCompleted)
    second.onCompleted()
    expectEqual(probe.elements, [1, 2, 3])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func anErrorDisposesOfTheOthers() {
    let (first, second) = (TrackedSource<Int>(), TrackedSource<Int>())
    let probe = Probe<Int>()
    let subscription = Observable.merge([first.observable, second.observable]).subscribe(probe.on)
    first.onError(Boom())
    #expect(probe.error is Boom)
    expectEqual(second.disposed.value, 1)
    subscription.dispose()
  }

  @Test func aStreamOfStreamsIsMerged() {
    let probe = Probe<Int>()
    _ = Observable.of(Observable.of(1, 2), Observable.of(3)).merge().subscribe(probe.on)
    expectEqual(probe.elements, [1, 2, 3])
    expectTrue(probe.isCompleted)
  }
}
