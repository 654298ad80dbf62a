import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A 205 with a body, which no server may send (RFC 9110 section 15.3.6), but which clients read (RFC 9112 section
/// 6.3).
@Suite(.netTesting) struct ResetContentTests {
  @Test func allLevelsDeliverABodyWith205() async throws {
    let text = try await everyLevel { network in
      network.stub(.get("/a"), with: StubResponse.text("body").status(205))
      return try await network.get("/a").validate(statusCode: [205]).string()
    }
    expectEqual(text, "body")
  }
}
