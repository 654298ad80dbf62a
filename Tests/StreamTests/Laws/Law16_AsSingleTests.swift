import Stream
import Testing

/// Law 16: asSingle fails with `noElements` or `moreThanOneElement` where there is not exactly one.
@Suite struct Law16_AsSingle {
  private let probe = Probe<Int>()

  @Test func oneElementSucceedsAtCompletion() {
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

  @Test func theSecondElementFailsAtOnceAndDisposes() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.asSingle().subscribe(probe.onResult)
    source.onNext(1)
    source.onNext(2)
    #expect(probe.error as? StreamError == .moreThanOneElement)
    #expect(source.disposed.value == 1)
    subscription.dispose()
  }

  @Test func anErrorIsPassedOn() {
    _ = Observable<Int>.error(Boom()).asSingle().subscribe(probe.onResult)
    #expect(probe.error is Boom)
  }
}
