import NetTesting
import Stream
import Testing

/// The operators for elements at a position, for events as values, and for races also keep the laws of operators.
@Suite struct OperatorLifecycleRxSwiftTests {
  private typealias Options = OperatorLifecycle.Options

  @Test func skipWhile() {
    OperatorLifecycle.check { source in source.skip(while: { $0 < 2 }) }
    OperatorLifecycle.checkElements { source in source.skip(while: { $0.number < 2 }) }
  }

  @Test func skipUntil() {
    OperatorLifecycle.check { source in source.skip(until: Observable.just(1)) }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in
      source.skip(until: Observable<Int>.never())
    }
    OperatorLifecycle.check(.init(elements: [], forwardsCompletion: false)) { source in
      Observable<Int>.never().skip(until: source)
    }
    OperatorLifecycle.checkElements { source in source.skip(until: Observable.just(1)) }
  }

  @Test func skipFor() {
    OperatorLifecycle.check { source, scheduler in source.skip(for: .seconds(15), scheduler: scheduler) }
    OperatorLifecycle.check { source, scheduler in source.skip(for: .seconds(3600), scheduler: scheduler) }
    OperatorLifecycle.checkElements { source, scheduler in
      source.skip(for: .seconds(15), scheduler: scheduler)
    }
  }

  @Test func takeLast() {
    OperatorLifecycle.check { source in source.take(last: 2) }
    OperatorLifecycle.checkElements { source in source.take(last: 2) }
  }

  @Test func elementAt() {
    OperatorLifecycle.check(.init(forwardsError: false)) { source in source.element(at: 1) }
    OperatorLifecycle.check(.init(forwardsCompletion: false)) { source in source.element(at: 100) }
    OperatorLifecycle.checkElements(.init(forwardsError: false)) { source in source.element(at: 1) }
  }

  @Test func ignoreElements() {
    OperatorLifecycle.check { source in source.ignoreElements() }
    OperatorLifecycle.checkElements { source in source.ignoreElements() }
  }

  @Test func materialize() {
    OperatorLifecycle.check(.init(forwardsError: false)) { source in source.materialize() }
    OperatorLifecycle.check { source in source.materialize().dematerialize() }
    OperatorLifecycle.checkElements { source in source.materialize().dematerialize() }
  }

  @Test func enumerated() {
    OperatorLifecycle.check { source in source.enumerated() }
    OperatorLifecycle.checkElements { source in source.enumerated() }
  }

  @Test func amb() {
    OperatorLifecycle.check { source in source.amb(Observable.never()) }
    OperatorLifecycle.check { source in Observable<Int>.never().amb(source) }
    OperatorLifecycle.check { source in Observable.amb([.never(), source, .never()]) }
    OperatorLifecycle.checkElements { source in source.amb(Observable.never()) }
  }

  @Test func withUnretained() {
    let object = Token()
    OperatorLifecycle.check { source in source.withUnretained(object) }
    OperatorLifecycle.check { source in source.withUnretained(object, resultSelector: { $0.1 }) }
    OperatorLifecycle.checkElements { source in source.withUnretained(object) }
  }

  @Test func andThen() {
    OperatorLifecycle.checkSingle { source in Single.just(()).andThen(source) }
    OperatorLifecycle.checkSingle { source in source.map { _ in () }.andThen(Single.just(1)) }
    OperatorLifecycle.check { source in Single.just(()).andThen(source) }
  }
}
