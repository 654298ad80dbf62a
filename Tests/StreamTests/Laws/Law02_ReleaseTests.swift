import NetTesting
import Stream
import TestSupport
import Testing

/// Law 2: resources are released at the end or at disposal, at once; nothing that a closure captured stays in memory.
@Suite struct Law02_Release {
  @Test(arguments: OperatorCase.all + OperatorCase.more)
  func disposalDisposesOfTheSourceOnce(_ operatorCase: OperatorCase) {
    let source = TrackedSource<Int>()
    let subscription = operatorCase.apply(source.observable, nil).subscribe { _ in }
    expectEqual(source.subscribed.value, 1)
    expectEqual(source.disposed.value, 0)
    subscription.dispose()
    subscription.dispose()
    expectEqual(source.disposed.value, 1)
  }

  @Test(arguments: OperatorCase.all + OperatorCase.more)
  func theEndDisposesOfTheSourceOnce(_ operatorCase: OperatorCase) {
    let source = TrackedSource<Int>()
    let ended = Count()
    let subscription = operatorCase.apply(source.observable, nil).subscribe { event in
      if event.isStopEvent { ended.increment() }
    }
    source.onNext(1)
    operatorCase.end(source)
    expectEqual(source.disposed.value, 1)
    expectEqual(ended.value, 1)
    subscription.dispose()
    expectEqual(source.disposed.value, 1)
  }

  @Test(arguments: OperatorCase.all + OperatorCase.more, [true, false])
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
    expectNotNil(inObserver)
    if byEnding { operatorCase.end(source) } else { subscription.dispose() }
    // The source still has its observer, and the test still has the subscription.
    expectNil(inOperator)
    expectNil(inObserver)
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: OperatorCase.all)
  func disposingInsideADeliveryDisposesOfTheSource(_ operatorCase: OperatorCase) {
    let source = TrackedSource<Int>()
    let subscription = SerialDisposable()
    let events = Count()
    subscription.disposable = operatorCase.apply(source.observable, nil).subscribe { _ in
      events.increment()
      subscription.dispose()
    }
    source.onNext(1)
    source.onNext(2)
    source.onCompleted()
    expectEqual(source.disposed.value, 1)
    expectEqual(events.value, 1)
  }

  @Test func aBagDisposesWhenItIsDeallocated() {
    let source = TrackedSource<Int>()
    do {
      let bag = DisposeBag()
      source.observable.subscribe { _ in }.disposed(by: bag)
      expectEqual(source.disposed.value, 0)
    }
    expectEqual(source.disposed.value, 1)
  }

  @Test func aSubjectReleasesAnObserverThatLeft() {
    let subject = PublishSubject<Int>()
    weak var captured: Token?
    let subscription: any Disposable
    do {
      let token = Token()
      captured = token
      subscription = subject.subscribe(onNext: { _ in withExtendedLifetime(token) {} })
    }
    subject.onNext(1)
    subscription.dispose()
    expectNil(captured)
    expectFalse(subject.hasObservers)
  }

  @Test func aSubjectReleasesAnObserverThatLeavesInsideItsDelivery() {
    let subject = PublishSubject<Int>()
    weak var captured: Token?
    let subscription = SerialDisposable()
    do {
      let token = Token()
      captured = token
      subscription.disposable = subject.subscribe(onNext: { _ in
        withExtendedLifetime(token) {}
        subscription.dispose()
      })
    }
    subject.onNext(1)
    expectNil(captured)
  }
}

/// An operator whose result ends when its source does, with a token for its closure to capture.
struct OperatorCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let apply: @Sendable (Observable<Int>, Token?) -> Observable<Int>
  /// Whether the source ends with an error instead of completion.
  var endsByError = false

  func end(_ source: TrackedSource<Int>) {
    if endsByError { source.onError(Boom()) } else { source.onCompleted() }
  }

  static let all: [OperatorCase] = [
    OperatorCase(testDescription: "map") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }
    },
    OperatorCase(testDescription: "compactMap") { source, token in
      source.compactMap { number in withExtendedLifetime(token) { number } }
    },
    OperatorCase(testDescription: "filter") { source, token in
      source.filter { _ in withExtendedLifetime(token) { true } }
    },
    OperatorCase(testDescription: "flatMap") { source, token in
      source.flatMap { number in withExtendedLifetime(token) { Observable.of(number) } }
    },
    OperatorCase(testDescription: "concatMap") { source, token in
      source.concatMap { number in withExtendedLifetime(token) { Observable.of(number) } }
    },
    OperatorCase(testDescription: "merge") { source, token in
      Observable.merge(source.map { number in withExtendedLifetime(token) { number } }, .empty())
    },
    OperatorCase(testDescription: "zip") { source, token in
      Observable.zip(
        source, Observable.from(0..<100),
        resultSelector: { number, _ in withExtendedLifetime(token) { number } })
    },
    OperatorCase(testDescription: "catch") { source, token in
      source.catch { _ in withExtendedLifetime(token) { .empty() } }
    },
    OperatorCase(testDescription: "retry") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.retry()
    },
    OperatorCase(testDescription: "retry(when:)") { source, token in
      source.retry(when: { errors in errors.map { _ in withExtendedLifetime(token) {} } })
    },
    OperatorCase(testDescription: "retry(backoff:)") { source, token in
      source.retry(
        backoff: Backoff(maximumAttempts: 3).retrying { _ in withExtendedLifetime(token) { true } },
        scheduler: TestScheduler())
    },
    OperatorCase(testDescription: "timeout") { source, token in
      source.timeout(
        .seconds(1), other: Observable.of(1).map { number in withExtendedLifetime(token) { number } },
        scheduler: TestScheduler())
    },
    OperatorCase(testDescription: "take") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.take(5)
    },
    OperatorCase(testDescription: "do") { source, token in
      source.do(
        onNext: { _ in withExtendedLifetime(token) {} }, onDispose: { withExtendedLifetime(token) {} })
    },
    OperatorCase(testDescription: "observe(on:)") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.observe(on: .immediate)
    },
    OperatorCase(testDescription: "subscribe(on:)") { source, token in
      source.map { number in withExtendedLifetime(token) { number } }.subscribe(on: .immediate)
    },
    OperatorCase(testDescription: "expand") { source, token in
      source.expand { _ in withExtendedLifetime(token) { Observable<Int>.empty() } }
    },
  ]
}
