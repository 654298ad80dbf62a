import Stream
import TestSupport
import Testing

@Suite struct FilterTests {
  @Test func sendsElementsThatSatisfyThePredicate() {
    let probe = Probe<Int>()
    _ = Observable.from(1...6).filter { $0.isMultiple(of: 2) }.subscribe(probe.on)
    expectEqual(probe.elements, [2, 4, 6])
    expectTrue(probe.isCompleted)
  }
}
