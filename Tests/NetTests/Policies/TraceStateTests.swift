import Net
import TestSupport
import Testing

@Suite struct TraceStateTests {
  private func state(_ count: Int) -> TraceState? {
    TraceState((0..<count).map { "k\($0)=1" }.joined(separator: ","))
  }

  @Test func thirtyTwoMembersAreReadAndOneMoreIsInvalid() {
    #expect(state(32)?.members.count == 32)
    #expect(state(33) == nil)
  }

  @Test func emptyMembersDoNotCount() {
    let text = (0..<32).map { "k\($0)=1" }.joined(separator: ", ,") + ",,"
    #expect(TraceState(text)?.members.count == 32)
  }

  @Test(.heavy) func theTimeForAMemberDoesNotGrowWithTheirNumber() {
    func time(_ count: Int) -> Duration {
      let text = (0..<count).map { "k\($0)=1" }.joined(separator: ",")
      return processorTime { #expect(TraceState(text) == nil) }
    }
    // Comparing each key with all before it would take 64 times as long.
    #expect(time(16_000) < time(2_000) * 30)
  }
}
