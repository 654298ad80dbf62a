import Stream
import TestSupport
import Testing

/// Law 1: what a source sends while its disposable is disposed of reaches no closure.
@Suite struct Law01_SendingWhileDisposed {
  /// A stream that sends an element, and when it is disposed of another one and an end.
  private let source = Observable<Int>.create { observer in
    observer.onNext(1)
    return Disposables.create {
      observer.onNext(2)
      observer.onError(Boom())
    }
  }

  @Test func nothingReachesAnOperator() {
    let calls = Log<Int>()
    let errors = Count()
    source.do(onNext: { calls.write($0) }, onError: { _ in errors.increment() }).subscribe().dispose()
    expectEqual(calls.entries, [1])
    expectEqual(errors.value, 0)
  }

  @Test func noInnerStreamIsStarted() {
    let inner = TrackedSource<Int>()
    source.flatMapLatest { _ in inner.observable }.subscribe().dispose()
    expectEqual(inner.subscribed.value, 1)
    expectEqual(inner.disposed.value, 1)
  }

  @Test func theErrorIsNotRetried() {
    let attempts = Count()
    let counted = Observable<Int>.deferred { [source] in
      attempts.increment()
      return source
    }
    counted.retry().subscribe().dispose()
    expectEqual(attempts.value, 1)
  }

  @Test func nothingReachesAnOperatorAfterAnotherStreamHasFailed() {
    let calls = Log<Int>()
    let other = PublishSubject<Int>()
    _ = Observable.merge(source.do(onNext: { calls.write($0) }), other.asObservable()).subscribe(onError: {
      _ in
    })
    other.onError(Boom())
    expectEqual(calls.entries, [1])
  }
}
