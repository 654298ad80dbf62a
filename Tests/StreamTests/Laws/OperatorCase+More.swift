import NetTesting
import Stream

extension OperatorCase {
  /// The operators that combine streams, continue with others, stop early, or wait.
  ///
  /// Some of them continue after their source completes, so an error ends them instead.
  static let more: [OperatorCase] = [
    OperatorCase(testDescription: "scan") { source, token in
      source.scan(0) { sum, number in withExtendedLifetime(token) { sum + number } }
    },
    OperatorCase(testDescription: "reduce") { source, token in
      source.reduce(0) { sum, number in withExtendedLifetime(token) { sum + number } }
    },
    OperatorCase(testDescription: "startWith") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.startWith(0)
    },
    OperatorCase(testDescription: "concat") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.concat(Observable.never())
    },
    OperatorCase(testDescription: "concat of several") { source, token in
      Observable.concat(
        .empty(), source.map { number in withExtendedLifetime(token) { number } }, .never())
    },
    OperatorCase(testDescription: "mapError") { source, token in
      source.mapError { error in withExtendedLifetime(token) { error } }
    },
    OperatorCase(testDescription: "skip") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.skip(1)
    },
    OperatorCase(testDescription: "skip(while:)") { source, token in
      source.skip(while: { _ in withExtendedLifetime(token) { false } })
    },
    OperatorCase(testDescription: "skip(until:)") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.skip(until: Observable.just(1))
    },
    OperatorCase(testDescription: "skip(for:)") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }
        .skip(for: .seconds(1), scheduler: TestScheduler())
    },
    OperatorCase(testDescription: "take(last:)") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.take(last: 2)
    },
    OperatorCase(testDescription: "element(at:)") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.element(at: 5)
    },
    OperatorCase(testDescription: "materialize") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.materialize().dematerialize()
    },
    OperatorCase(testDescription: "enumerated") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.enumerated().map { $0.element }
    },
    OperatorCase(testDescription: "amb") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.amb(Observable.never())
    },
    OperatorCase(testDescription: "withUnretained") { source, token in
      source.withUnretained(
        OperatorCase.object, resultSelector: { pair in withExtendedLifetime(token) { pair.1 } })
    },
    OperatorCase(testDescription: "take(while:)") { source, token in
      source.take(while: { _ in withExtendedLifetime(token) { true } })
    },
    OperatorCase(testDescription: "take(until:)") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.take(until: Observable<Int>.never())
    },
    OperatorCase(testDescription: "take(for:)") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }
        .take(for: .seconds(1), scheduler: TestScheduler())
    },
    OperatorCase(testDescription: "distinctUntilChanged") { source, token in
      source.distinctUntilChanged { (number: Int) in withExtendedLifetime(token) { number } }
    },
    OperatorCase(testDescription: "ifEmpty") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.ifEmpty(default: 0)
    },
    OperatorCase(testDescription: "flatMapLatest") { source, token in
      source.flatMapLatest { number in withExtendedLifetime(token) { Observable.of(number) } }
    },
    OperatorCase(testDescription: "flatMapFirst") { source, token in
      source.flatMapFirst { number in withExtendedLifetime(token) { Observable.of(number) } }
    },
    OperatorCase(testDescription: "combineLatest") { source, token in
      Observable.combineLatest(
        source, Observable.of(1),
        resultSelector: { number, _ in withExtendedLifetime(token) { number } })
    },
    OperatorCase(testDescription: "withLatestFrom") { source, token in
      source.withLatestFrom(
        Observable.of(1), resultSelector: { number, _ in withExtendedLifetime(token) { number } })
    },
    OperatorCase(testDescription: "delay") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }
        .delay(.seconds(1), scheduler: TestScheduler())
    },
    OperatorCase(testDescription: "debounce") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }
        .debounce(.seconds(1), scheduler: TestScheduler())
    },
    OperatorCase(testDescription: "throttle") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }
        .throttle(.seconds(1), scheduler: TestScheduler())
    },
    OperatorCase(testDescription: "share") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.share(replay: 1)
    },
    OperatorCase(testDescription: "debug") { source, token in
      source.debug(to: { _ in withExtendedLifetime(token) {} })
    },
  ].map { operatorCase in
    var operatorCase = operatorCase
    operatorCase.endsByError = true
    return operatorCase
  }

  private static let object = Token()
}
