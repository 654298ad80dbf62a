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

  @Test func streamsOfDifferentTypesAreMerged() {
    let (subject, state) = (PublishSubject<Int>(), BehaviorSubject(value: 1))
    let probe = Probe<Int>()
    _ = Observable.merge(state, Single.just(2), subject, subject.map { $0 * 10 }).subscribe(probe.on)
    subject.onNext(3)
    subject.onCompleted()
    expectFalse(probe.isCompleted)
    state.onCompleted()
    expectEqual(probe.elements, [1, 2, 3, 30])
    expectTrue(probe.isCompleted)
  }

  @Test func arraysOfSubjectsAreMerged() {
    let subjects = [PublishSubject<Int>(), PublishSubject<Int>()]
    let (same, mixed) = (Probe<Int>(), Probe<Int>())
    _ = Observable.merge(subjects).subscribe(same.on)
    _ = Observable.merge([subjects[0], subjects[1].map { -$0 }]).subscribe(mixed.on)
    subjects[0].onNext(1)
    subjects[1].onNext(2)
    expectEqual(same.elements, [1, 2])
    expectEqual(mixed.elements, [1, -2])
    subjects[1].onError(Boom())
    #expect(same.error is Boom)
    expectFalse(subjects[0].hasObservers)
  }

  @Test func aStreamOfStreamsIsMerged() {
    let probe = Probe<Int>()
    _ = Observable.of(Observable.of(1, 2), Observable.of(3)).merge().subscribe(probe.on)
    expectEqual(probe.elements, [1, 2, 3])
    expectTrue(probe.isCompleted)
  }
}
