import TestSupport
import Testing

@testable import Net

@Suite struct CountedTests {
  @Test func onlyOneIsSingular() {
    expectEqual((0...2).map { $0.counted("byte") }, ["0 bytes", "1 byte", "2 bytes"])
    expectEqual(UInt64.max.counted("more request"), "18446744073709551615 more requests")
    expectEqual((-1).counted("request"), "-1 requests")
  }
}
