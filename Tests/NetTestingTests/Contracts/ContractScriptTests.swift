import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct ContractScriptTests {
  @Test func aRequestWhoseResponseDoesNotWaitIsReported() async throws {
    let script = ContractScript.inMemory
    _ = script.response(to: RecordedRequest(TransportRequest(url: script.baseURL)))
    let breach = await #expect(throws: ContractBreach.self) {
      try await ContractPatience.$limit.withValue(.milliseconds(1)) { try await script.waitUntilHeld(1) }
    }
    expectEqual(breach?.found, "1 of 1 request arrived, 0 of them waiting")
  }
}
