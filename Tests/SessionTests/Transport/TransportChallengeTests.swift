import Foundation
import Net
import TestSupport
import XCTest

/// Credentials that a server asks for.
final class TransportChallengeTests: TransportTestCase {
  func testA401WithABasicChallengeIsAResponse() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [.respond("401 Unauthorized", headers: ["WWW-Authenticate: Basic realm=\"x\""], body: "who?")]
      }
      let log = EventLog()
      transport.task(for: TransportRequest(url: try server.url()), receiver: log).resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["head 401", "body", "finished"])
      XCTAssertEqual(log.body, "who?")
    }
  }
}
