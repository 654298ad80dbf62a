import NetTesting
import TestSupport
import Testing

@Suite struct BackwardTimeTests {
  @Test func advancingByANegativeIntervalFails() {
    let time = TestScheduler()
    time.advance(by: 3)
    let collected = CollectedFailures()
    let line: UInt = #line + 2
    collected.collect {
      time.advance(by: -1)
      time.advance(by: .milliseconds(-1))
    }
    expectEqual(
      collected.messages, ["-1.0", "-0.001"].map { "the time cannot be advanced by \($0) seconds" })
    expectEqual(collected.lines, [line, line + 1])
    expectEqual(time.now, .seconds(3))
  }
}
