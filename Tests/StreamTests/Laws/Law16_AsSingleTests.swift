import Stream
import Testing

/// Law 16: `asSingle` fails with `noElements` or `moreThanOneElement` unless there is exactly one element.
@Suite struct Law16_AsSingle {
  private let probe = Probe<Int>()

  @Test func aSingleElementSucceedsAtCompletion() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.asSingle().subscribe(probe.onResult)
    source.onNext(1)
    #expect(probe.events.isEmpty)
    source.onCompleted()
    #expect(probe.elements == [1])
    subscription.dispose()
  }

  @Test func noElementFails() {
    _ = Observable<Int>.empty().asSingle().subscribe(probe.onResult)
    #expect(probe.error as? StreamError == .noElements)
  }

  @Test func aSecondElementFailsAtOnceAndDisposes() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.asSingle().subscribe(probe.onResult)
    source.onNext(1)
    source.onNext(2)
    #expect(probe.error as? StreamError == .moreThanOneElement)
    #expect(source.disposed.value == 1)
    subscription.dispose()
  }

  @Test func anErrorIsTheFailure() {
    _ = Observable<Int>.error(Boom()).asSingle().subscribe(probe.onResult)
    #expect(probe.error is Boom)
  }
}
