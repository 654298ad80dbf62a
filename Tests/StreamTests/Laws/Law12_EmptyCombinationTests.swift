import Stream
import TestSupport
import Testing

/// Law 12: `zip` and `merge` with sources that are empty or never end, and with no sources.
@Suite struct Law12_EmptyCombination {
  @Test func zipStaysOpenAndReleasesASourceThatHasFinished() {
    let (finished, open) = (TrackedSource<Int>(), TrackedSource<Int>())
    let probe = Probe<Int>()
    let subscription = Observable.zip(
      finished.observable, open.observable, resultSelector: { $0 + $1 }
    ).subscribe(probe.on)
    finished.onCompleted()
    expectEqual(finished.disposed.value, 1)
    expectEqual(open.disposed.value, 0)
    expectTrue(probe.events.isEmpty)
    subscription.dispose()
    expectEqual(open.disposed.value, 1)
  }

  @Test func zipCompletesAtAnElementThatCannotBeMatched() {
    let (finished, open) = (TrackedSource<Int>(), TrackedSource<Int>())
    let probe = Probe<Int>()
    let subscription = Observable.zip(
      finished.observable, open.observable, resultSelector: { $0 + $1 }
    ).subscribe(probe.on)
    finished.onNext(1)
    finished.onCompleted()
    open.onNext(2)
    expectEqual(probe.elements, [3])
    expectFalse(probe.isCompleted)
    open.onNext(4)
    expectTrue(probe.isCompleted)
    expectEqual(open.disposed.value, 1)
    subscription.dispose()
  }

  @Test func zipOfNoSourcesCompletes() {
    let probe = Probe<[Int]>()
    _ = Observable<Int>.zip([Observable<Int>]()).subscribe(probe.on)
    expectTrue(probe.elements.isEmpty)
    expectTrue(probe.isCompleted)
  }

  @Test func mergeOfNoSourcesCompletes() {
    let probe = Probe<Int>()
    _ = Observable<Int>.merge([Observable<Int>]()).subscribe(probe.on)
    expectTrue(probe.isCompleted)
  }

  @Test func zipOfNoSinglesSucceedsWithAnEmptyArray() {
    let probe = Probe<[Int]>()
    _ = Single<Int>.zip([Single<Int>]()).subscribe(probe.onResult)
    expectEqual(probe.elements, [[]])
  }
}
