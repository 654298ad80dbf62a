import Stream
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
    #expect(!probe.isCompleted)
    second.onCompleted()
    #expect(probe.elements == [1, 2, 3])
    #expect(probe.isCompleted)
    subscription.dispose()
  }

  @Test func anErrorDisposesOfTheOthers() {
    let (first, second) = (TrackedSource<Int>(), TrackedSource<Int>())
    let probe = Probe<Int>()
    let subscription = Observable.merge([first.observable, second.observable]).subscribe(probe.on)
    first.onError(Boom())
    #expect(probe.error is Boom)
    #expect(second.disposed.value == 1)
    subscription.dispose()
  }

  @Test func aStreamOfStreamsIsMerged() {
    let probe = Probe<Int>()
    _ = Observable.of(Observable.of(1, 2), Observable.of(3)).merge().subscribe(probe.on)
    #expect(probe.elements == [1, 2, 3])
    #expect(probe.isCompleted)
  }
}
