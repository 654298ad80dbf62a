import Stream
import TestSupport
import Testing

@Suite struct DeferredTests {
  @Test func eachSubscriptionCreatesTheStreamAgain() {
    let count = Count()
    let observable = Observable<Int>.deferred { .just(count.increment()) }
    let probe = Probe<Int>()
    _ = observable.subscribe(probe.on)
    _ = observable.subscribe(probe.on)
    expectEqual(probe.elements, [1, 2])
  }

  @Test func anErrorOfTheClosureFailsTheStream() {
    let probe = Probe<Int>()
    _ = Observable<Int>.deferred { throw Boom() }.subscribe(probe.on)
    #expect(probe.error is Boom)
  }
}
