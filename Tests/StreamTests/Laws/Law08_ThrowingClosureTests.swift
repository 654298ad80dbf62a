import Stream
import TestSupport
import Testing

/// Law 8: a closure that throws fails the stream and disposes of the source.
@Suite struct Law08_ThrowingClosure {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Observable<Int>) -> Observable<Int>

    static let all: [Case] = [
      Case(testDescription: "map") { $0.map { _ in throw Boom() } },
      Case(testDescription: "compactMap") { $0.compactMap { _ -> Int? in throw Boom() } },
      Case(testDescription: "filter") { $0.filter { _ in throw Boom() } },
      Case(testDescription: "flatMap") { $0.flatMap { _ -> Observable<Int> in throw Boom() } },
      Case(testDescription: "concatMap") { $0.concatMap { _ -> Observable<Int> in throw Boom() } },
      Case(testDescription: "zip") {
        Observable.zip($0, Observable.of(1), resultSelector: { _, _ in throw Boom() })
      },
      Case(testDescription: "do(onNext:)") { $0.do(onNext: { _ in throw Boom() }) },
      Case(testDescription: "expand") { $0.expand { _ -> Observable<Int> in throw Boom() } },
      Case(testDescription: "scan") { $0.scan(0) { _, _ in throw Boom() } },
      Case(testDescription: "scan(into:)") { $0.scan(into: 0) { _, _ in throw Boom() } },
      Case(testDescription: "reduce") { $0.reduce(0) { _, _ in throw Boom() } },
      Case(testDescription: "distinctUntilChanged") {
        $0.distinctUntilChanged { (_: Int) throws -> Int in throw Boom() }
      },
      Case(testDescription: "take(while:)") { $0.take(while: { _ in throw Boom() }) },
      Case(testDescription: "take(until:)") { $0.take(until: { (_: Int) in throw Boom() }) },
      Case(testDescription: "flatMapFirst") { $0.flatMapFirst { _ -> Observable<Int> in throw Boom() } },
      Case(testDescription: "flatMapLatest") { $0.flatMapLatest { _ -> Observable<Int> in throw Boom() } },
      Case(testDescription: "combineLatest") {
        Observable.combineLatest($0, Observable.of(1), resultSelector: { _, _ in throw Boom() })
      },
      Case(testDescription: "combineLatest of a collection") {
        Observable.combineLatest([Observable.of(1), $0], resultSelector: { _ in throw Boom() })
      },
      Case(testDescription: "zip of a collection") {
        Observable.zip([Observable.of(1), $0], resultSelector: { _ in throw Boom() })
      },
      Case(testDescription: "withLatestFrom") {
        $0.withLatestFrom(Observable.of(1), resultSelector: { _, _ in throw Boom() })
      },
      Case(testDescription: "do(afterNext:)") { $0.do(afterNext: { _ in throw Boom() }) },
      Case(testDescription: "mapError") { source in
        source.map { _ -> Int in throw Boom(number: 1) }.mapError { _ in throw Boom() }
      },
      Case(testDescription: "retry(when:)") { source in
        source.map { _ -> Int in throw Boom(number: 1) }
          .retry(when: { errors in errors.map { _ in throw Boom() } })
      },
      Case(testDescription: "map before a catch") { source in
        source.map { _ -> Int in throw Boom(number: 1) }.catch { _ in throw Boom() }
      },
    ]
  }

  @Test(arguments: Case.all)
  func theStreamFailsAndTheSourceIsDisposedOf(_ operatorCase: Case) {
    let source = TrackedSource<Int>()
    let probe = Probe<Int>()
    let subscription = operatorCase.apply(source.observable).subscribe(probe.on)
    source.onNext(1)
    source.onNext(2)
    expectEqual(probe.error as? Boom, Boom())
    expectEqual(probe.endCount, 1)
    expectEqual(source.disposed.value, 1)
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: Case.all)
  func theStreamFailsWhenTheSourceIsSynchronous(_ operatorCase: Case) {
    let probe = Probe<Int>()
    _ = operatorCase.apply(Observable.from(1...3)).subscribe(probe.on)
    expectEqual(probe.error as? Boom, Boom())
    expectEqual(probe.endCount, 1)
  }

  @Test func theSourceIsDisposedOfBeforeTheReplacementStarts() {
    let source = TrackedSource<Int>()
    let disposedBefore = Shared(0)
    let subscription = source.observable.map { _ -> Int in throw Boom() }
      .catch { _ in
        Observable<Int>.create { _ in
          disposedBefore.value = source.disposed.value
          return Disposables.create()
        }
      }
      .subscribe { _ in }
    source.onNext(1)
    expectEqual(disposedBefore.value, 1)
    subscription.dispose()
  }

  @Test func aClosureThatThrowsFailsASingle() {
    let cases: [Single<Int>] = [
      Single.just(1).map { _ in throw Boom() },
      Single.just(1).flatMap { _ -> Single<Int> in throw Boom() },
      Single<Int>.error(Boom(number: 1)).catch { _ in throw Boom() },
      Single.just(1).do(onSuccess: { _ in throw Boom() }),
      Single.deferred { throw Boom() },
      Single.zip(Single.just(1), Single.just(2), resultSelector: { _, _ in throw Boom() }),
    ]
    for single in cases {
      let probe = Probe<Int>()
      _ = single.subscribe(probe.onResult)
      expectEqual(probe.error as? Boom, Boom())
      expectEqual(probe.events.count, 1)
    }
  }

  @Test func aClosureThatThrowsFailsAPendingSingle() {
    let cases: [@Sendable (Single<Int>) -> Single<Int>] = [
      { $0.map { _ in throw Boom() } },
      { $0.flatMap { _ -> Single<Int> in throw Boom() } },
      { $0.do(onSuccess: { _ in throw Boom() }) },
    ]
    for apply in cases {
      let source = TrackedSingle<Int>()
      let probe = Probe<Int>()
      let subscription = apply(source.single).subscribe(probe.onResult)
      source.succeed(1)
      expectEqual(probe.error as? Boom, Boom())
      expectEqual(probe.events.count, 1)
      expectEqual(source.disposed.value, 1)
      withExtendedLifetime(subscription) {}
    }
  }
}
