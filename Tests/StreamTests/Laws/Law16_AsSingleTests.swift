import Stream
import TestSupport
import Testing

/// Law 16: `asSingle` fails with `noElements` or `moreThanOneElement` unless there is exactly one element.
@Suite struct Law16_AsSingle {
  private let probe = Probe<Int>()

  @Test func aSingleElementSucceedsAtCompletion() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.asSingle().subscribe(probe.onResult)
    source.onNext(1)
    expectTrue(probe.events.isEmpty)
    source.onCompleted()
    expectEqual(probe.elements, [1])
    subscription.dispose()
  }

  @Test func noElementFails() {
    _ = Observable<Int>.empty().asSingle().subscribe(probe.onResult)
    expectEqual(probe.error as? StreamError, .noElements)
  }

  @Test func aSecondElementFailsAtOnceAndDisposes() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.asSingle().subscribe(probe.onResult)
    source.onNext(1)
    source.onNext(2)
    expectEqual(probe.error as? StreamError, .moreThanOneElement)
    expectEqual(source.disposed.value, 1)
    subscription.dispose()
  }

  @Test func anErrorOfTheSourceFailsTheSingle() {
    _ = Observable<Int>.error(Boom()).asSingle().subscribe(probe.onResult)
    #expect(probe.error is Boom)
  }
}
