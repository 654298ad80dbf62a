import Stream
import TestSupport
import Testing

@Suite struct ZipTests {
  @Test func combinesElementsByPosition() {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<String>())
    let log = Log<String>()
    let subscription = Observable.zip(first.asObservable(), second.asObservable())
      .subscribe(onNext: { log.write("\($0.0)\($0.1)") })
    first.onNext(1)
    first.onNext(2)
    expectTrue(log.entries.isEmpty)
    second.onNext("a")
    second.onNext("b")
    expectEqual(log.entries, ["1a", "2b"])
    subscription.dispose()
  }

  @Test func threeAndFourSourcesAreCombined() {
    let probe = Probe<Int>()
    let one = Observable.of(1, 2)
    _ = Observable.zip(one, one, one, resultSelector: { $0 + $1 + $2 }).subscribe(probe.on)
    _ = Observable.zip(one, one, one, one, resultSelector: { $0 + $1 + $2 + $3 }).subscribe(probe.on)
    expectEqual(probe.elements, [3, 6, 4, 8])
  }

  @Test func aCollectionIsCombinedIntoArrays() {
    let probe = Probe<[Int]>()
    _ = Observable.zip([Observable.of(1, 2), Observable.of(3, 4)]).subscribe(probe.on)
    expectEqual(probe.elements, [[1, 3], [2, 4]])
    expectTrue(probe.isCompleted)
  }

  @Test func anErrorEndsTheStreamAndDisposesOfTheOthers() {
    let (first, second) = (TrackedSource<Int>(), TrackedSource<Int>())
    let probe = Probe<Int>()
    let subscription = Observable.zip(
      first.observable, second.observable, resultSelector: { $0 + $1 }
    ).subscribe(probe.on)
    first.onNext(1)
    second.onError(Boom())
    #expect(probe.error is Boom)
    expectEqual(first.disposed.value, 1)
    subscription.dispose()
  }

  @Test func singlesSucceedTogether() {
    let (first, second) = (TrackedSingle<Int>(), TrackedSingle<Int>())
    let probe = Probe<[Int]>()
    let subscription = Single.zip([first.single, second.single]).subscribe(probe.onResult)
    second.succeed(2)
    expectTrue(probe.events.isEmpty)
    first.succeed(1)
    expectEqual(probe.elements, [[1, 2]])
    subscription.dispose()
  }

  @Test func theFirstFailureOfASingleDisposesOfTheOthers() {
    let (first, second) = (TrackedSingle<Int>(), TrackedSingle<Int>())
    let probe = Probe<Int>()
    let subscription = Single.zip(first.single, second.single, resultSelector: { $0 + $1 })
      .subscribe(probe.onResult)
    second.fail(Boom())
    #expect(probe.error is Boom)
    expectEqual(first.disposed.value, 1)
    subscription.dispose()
  }

  @Test func rowsKeepTheirOrderWhenSourcesRace() {
    for _ in 0..<50 {
      let (first, second) = (TrackedSource<Int>(), TrackedSource<Int>())
      let probe = Probe<Int>()
      let subscription = Observable.zip(
        first.observable, second.observable, resultSelector: { $0 == $1 ? $0 : -1 }
      ).subscribe(probe.on)
      race(2) { thread in
        for number in 0..<100 { (thread == 0 ? first : second).onNext(number) }
      }
      expectEqual(probe.elements, Array(0..<100))
      subscription.dispose()
    }
  }

  @Test func twoSourcesThatFailSendOneErrorToCatch() {
    // The sources share their slot with the stream that replaces them, so the slot is still open when the second source
    // fails.
    let caught = Log<Int>()
    let failing = (1...2).map { Observable<Int>.error(Boom(number: $0)) }
    let subscription = Observable.zip(failing[0], failing[1], resultSelector: { $0 + $1 })
      .catch { error in
        caught.write((error as? Boom)?.number ?? 0)
        return .never()
      }
      .subscribe { _ in }
    expectEqual(caught.entries, [1])
    subscription.dispose()
  }

  @Test func severalSourcesOfACollectionThatFailSendOneErrorToCatch() {
    let caught = Log<Int>()
    let failing = (1...3).map { Observable<Int>.error(Boom(number: $0)) }
    let subscription = Observable.zip(failing)
      .catch { error in
        caught.write((error as? Boom)?.number ?? 0)
        return .never()
      }
      .subscribe { _ in }
    expectEqual(caught.entries, [1])
    subscription.dispose()
  }

  @Test func theResultsOfACollectionOfSinglesAreTransformed() {
    let sum = Log<Int>()
    _ = Single.zip([Single.just(1), Single.just(2)], resultSelector: { $0.reduce(0, +) })
      .subscribe(onSuccess: { sum.write($0) })
    expectEqual(sum.entries, [3])
  }

  @Test func anErrorOfTheResultSelectorOfSinglesIsTheResult() {
    let probe = Probe<Int>()
    _ = Single.zip([Single.just(1)], resultSelector: { _ -> Int in throw Boom() }).subscribe(probe.onResult)
    expectEqual(probe.error as? Boom, Boom())
  }
}
