import NetTesting
import Stream
import TestSupport
import Testing

/// Law 2: what a source holds is released before the subscription reports its disposal, at the end as by disposal.
@Suite struct Law02_OrderOfRelease {
  typealias Case = NamedOperator<Single<Int>>

  static let cases = [
    Case("nothing") { $0.asObservable() }, Case("map") { $0.map { $0 }.asObservable() },
    Case("flatMap") { $0.flatMap { .just($0) }.asObservable() },
    Case("zip") { Single.zip($0, .just(1)) { $0 + $1 }.asObservable() },
    Case("cached") { $0.cached().asObservable() }, Case("share") { $0.asObservable().share() },
    Case("share(replay:)") { $0.asObservable().share(replay: 1) },
    Case("share(scope:)") { $0.asObservable().share(replay: 1, scope: .forever) },
    Case("merge") { Observable.merge($0.asObservable(), .empty()) },
    Case("concat") { Observable.concat(.empty(), $0.asObservable()) },
    Case("flatMapLatest") { single in Observable.just(1).flatMapLatest { _ in single } },
    Case("take") { $0.asObservable().take(1) },
    Case("first") { $0.asObservable().first().asObservable().compactMap { $0 } },
    Case("timeout") { $0.timeout(.seconds(1), scheduler: TestScheduler()).asObservable() },
  ]

  private func words(of single: Single<Int>, _ events: Log<String>) -> any Disposable {
    single.subscribe(
      onSuccess: { _ in events.write("success") }, onFailure: { _ in events.write("failure") },
      onDisposed: { events.write("disposed") })
  }

  @Test(arguments: [true, false])
  func aLateResultReleasesItsResourceBeforeTheDisposalIsReported(_ succeeds: Bool) {
    let events = Log<String>()
    let observers = Log<Single<Int>.SingleObserver>()
    let single = Single<Int>.create { observer in
      observers.write(observer)
      return Disposables.create { events.write("released") }
    }
    _ = words(of: single, events)
    observers.entries.first?(succeeds ? .success(1) : .failure(Boom()))
    expectEqual(events.entries, [succeeds ? "success" : "failure", "released", "disposed"])
  }

  @Test func aDisposalReleasesTheResourceBeforeItIsReported() {
    let events = Log<String>()
    let single = Single<Int>.create { _ in Disposables.create { events.write("released") } }
    words(of: single, events).dispose()
    expectEqual(events.entries, ["released", "disposed"])
  }

  @Test(arguments: cases, [true, false])
  func theResourceIsReleasedBeforeTheDisposalIsReported(_ operatorCase: Case, _ succeeds: Bool) {
    let events = Log<String>()
    let observers = Log<Single<Int>.SingleObserver>()
    let single = Single<Int>.create { observer in
      observers.write(observer)
      return Disposables.create { events.write("released") }
    }
    _ = operatorCase.apply(single).subscribe(onDisposed: { events.write("disposed") })
    observers.entries.first?(succeeds ? .success(1) : .failure(Boom()))
    expectEqual(events.entries, ["released", "disposed"])
  }

  @Test func anObserverThatEndsWhileElementsAreReplayedLeavesBeforeTheDisposalIsReported() {
    let observed = Log<Bool>()
    let replay = ReplaySubject<Int>.create(bufferSize: 2)
    replay.onNext(1)
    replay.onNext(2)
    _ = replay.asObservable().take(1).subscribe(onDisposed: { observed.write(replay.hasObservers) })
    let behavior = BehaviorSubject(value: 1)
    _ = behavior.asObservable().take(1).subscribe(onDisposed: { observed.write(behavior.hasObservers) })
    expectEqual(observed.entries, [false, false])
  }
}
