import Stream
import TestSupport
import Testing

@Suite struct ConcatMapTests {
  @Test func keepsTheOrderOfTheElements() {
    let inners = [PublishSubject<String>(), PublishSubject<String>()]
    let probe = Probe<String>()
    let subscription = Observable.from(0..<2).concatMap { inners[$0] }.subscribe(probe.on)
    inners[0].onNext("a")
    inners[1].onNext("lost, as nobody listens yet")
    inners[0].onCompleted()
    inners[1].onNext("b")
    inners[1].onCompleted()
    expectEqual(probe.elements, ["a", "b"])
    expectTrue(probe.isCompleted)
    subscription.dispose()
  }

  @Test func anErrorPreventsTheNextStreamFromStarting() {
    let first = TrackedSource<Int>()
    let second = TrackedSource<Int>()
    let probe = Probe<Int>()
    let subscription = Observable.of(first, second).concatMap { $0.observable }.subscribe(probe.on)
    first.onError(Boom())
    #expect(probe.error is Boom)
    expectEqual(second.subscribed.value, 0)
    subscription.dispose()
  }
}
