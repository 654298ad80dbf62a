import Stream
import TestSupport
import Testing

/// Law 4: a stream that comes too late is not subscribed to, although what follows the result keeps the chain alive.
@Suite struct Law04_LateStream {
  /// A combination whose result ends before the late stream is subscribed to.
  struct Combination: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let make: @Sendable (_ failed: Observable<Int>, _ late: Observable<Int>) -> Observable<Int>

    init(
      _ name: String,
      _ make: @escaping @Sendable (_ failed: Observable<Int>, _ late: Observable<Int>) -> Observable<Int>
    ) {
      testDescription = name
      self.make = make
    }

    static let all = [
      Combination("zip") { Observable.zip($0, $1) { $0 + $1 } },
      Combination("zip of three") { Observable.zip(.never(), $0, $1) { $0 + $1 + $2 } },
      Combination("zip of a collection") { Observable<Int>.zip([$0, $1]).map(\.count) },
      Combination("combineLatest") { Observable.combineLatest($0, $1) { $0 + $1 } },
      Combination("combineLatest of a collection") { Observable<Int>.combineLatest([$0, $1]).map(\.count) },
      Combination("withLatestFrom") { $1.withLatestFrom($0) },
      Combination("merge") { Observable.merge($0, $1) },
      Combination("merge of a stream") { Observable.of($0, $1).merge() },
      Combination("merge(maxConcurrent:)") { Observable.of($0, $1).merge(maxConcurrent: 2) },
      Combination("flatMapLatest") { Observable.of($0, $1).flatMapLatest { $0 } },
      Combination("concat") { Observable.concat([$0, $1]) },
      Combination("amb") { Observable.amb([$0, $1]) },
      Combination("take(until:)") { $1.take(until: $0) },
      Combination("skip(until:)") { $1.skip(until: $0) },
      Combination("startWith") { $1.startWith(1).map { _ in throw Boom() } },
      Combination("zip of singles") { failed, late in
        Single.zip([failed.asSingle(), late.asSingle()]).map(\.count).asObservable()
      },
      Combination("zip(maxConcurrent:) of singles") { failed, late in
        Single.zip([failed.asSingle(), late.asSingle()], maxConcurrent: 2).map(\.count).asObservable()
      },
    ]
  }

  @Test(arguments: Combination.all) func aStreamThatComesTooLateIsNotSubscribedTo(_ combination: Combination)
  {
    let subscriptions = Count()
    let late = Observable.just(2).do(onSubscribe: { subscriptions.increment() })
    let probe = Probe<Int>()
    let subscription = combination.make(.error(Boom()), late).catch { _ in .never() }.subscribe(probe.on)
    expectEqual(subscriptions.value, 0)
    expectTrue(probe.events.isEmpty)
    subscription.dispose()
  }
}
