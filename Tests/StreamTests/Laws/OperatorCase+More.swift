import NetTesting
import Stream
import Testing

/// Law 2 for the operators that combine, follow, stop and wait.
@Suite struct Law02_ReleaseOfMore {
  @Test(arguments: OperatorCase.more)
  func disposalReachesTheSourceOnce(_ operatorCase: OperatorCase) {
    let source = TrackedSource<Int>()
    let subscription = operatorCase.apply(source.observable, nil).subscribe { _ in }
    #expect(source.subscribed.value == 1)
    #expect(source.disposed.value == 0)
    subscription.dispose()
    subscription.dispose()
    #expect(source.disposed.value == 1)
  }

  @Test(arguments: OperatorCase.more)
  func theEndReachesTheSourceOnce(_ operatorCase: OperatorCase) {
    let source = TrackedSource<Int>()
    let ended = Count()
    let subscription = operatorCase.apply(source.observable, nil).subscribe { event in
      if event.isStopEvent { ended.increment() }
    }
    source.onNext(1)
    source.onError(Boom())
    #expect(source.disposed.value == 1)
    #expect(ended.value == 1)
    subscription.dispose()
    #expect(source.disposed.value == 1)
  }

  @Test(arguments: OperatorCase.more, [true, false])
  func capturesAreReleased(_ operatorCase: OperatorCase, byEnding: Bool) {
    let source = TrackedSource<Int>()
    weak var inOperator: Token?
    weak var inObserver: Token?
    let subscription: any Disposable
    do {
      let first = Token()
      let second = Token()
      inOperator = first
      inObserver = second
      subscription = operatorCase.apply(source.observable, first).subscribe(
        onNext: { _ in withExtendedLifetime(second) {} }, onCompleted: { withExtendedLifetime(second) {} })
    }
    source.onNext(1)
    #expect(inObserver != nil)
    if byEnding { source.onError(Boom()) } else { subscription.dispose() }
    // The source still has its observer, and the test still has the subscription.
    #expect(inOperator == nil)
    #expect(inObserver == nil)
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: OperatorCase.more)
  func disposalRacesWithElements(_ operatorCase: OperatorCase) {
    for _ in 0..<50 {
      let source = TrackedSource<Int>()
      let subscription = operatorCase.apply(source.observable, nil).subscribe { _ in }
      race(2) { thread in
        if thread == 0 {
          for number in 0..<5 { source.onNext(number) }
        } else {
          subscription.dispose()
        }
      }
      #expect(source.disposed.value == 1)
    }
  }
}

extension OperatorCase {
  fileprivate static let more: [OperatorCase] = [
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
  ]
}
