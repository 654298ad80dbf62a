import Stream
import TestSupport
import Testing

@Suite struct ToArrayTests {
  private let probe = Probe<[Int]>()

  @Test func collectsElementsUntilTheEnd() {
    let source = TrackedSource<Int>()
    let subscription = source.observable.toArray().subscribe(probe.onResult)
    source.onNext(1)
    source.onNext(2)
    expectTrue(probe.events.isEmpty)
    source.onCompleted()
    expectEqual(probe.elements, [[1, 2]])
    subscription.dispose()
  }

  @Test func anEmptySourceGivesAnEmptyArray() {
    _ = Observable<Int>.empty().toArray().subscribe(probe.onResult)
    expectEqual(probe.elements, [[]])
  }

  @Test func anErrorOfTheSourceFailsTheSingle() {
    _ = Observable<Int>.error(Boom()).toArray().subscribe(probe.onResult)
    #expect(probe.error is Boom)
  }

  @Test func eachSubscriptionCollectsItsOwnElements() {
    let single = Observable.of(1, 2).toArray()
    _ = single.subscribe(probe.onResult)
    _ = single.subscribe(probe.onResult)
    expectEqual(probe.elements, [[1, 2], [1, 2]])
  }
}
