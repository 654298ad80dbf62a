import Stream
import TestSupport
import Testing

@Suite struct CompactMapTests {
  @Test func dropsElementsThatBecomeNil() {
    let probe = Probe<Int>()
    _ = Observable.of("1", "x", "3").compactMap { Int($0) }.subscribe(probe.on)
    expectEqual(probe.elements, [1, 3])
    expectTrue(probe.isCompleted)
  }
}
