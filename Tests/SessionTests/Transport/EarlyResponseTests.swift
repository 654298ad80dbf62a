import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

/// Responses that arrive before the body of the request has been sent.
final class EarlyResponseTests: TransportTestCase {
  private static let count = 30_000_000

  /// Uploads the body to `/a` of a server that reads none of it and sends this response.
  private func upload(
    _ stream: BodyStream, _ early: StubResponse
  ) async throws -> (response: DataResponse<String>, server: MockServer) {
    let server = MockServer(afterEach: self)
    server.stub(.put("/a"), with: early.beforeBody())
    server.stub(.put("/b"), with: .text("there"))
    try server.start()
    let response = await session.put(server.baseURL.appending(path: "a"), stream: stream).response(.string)
    return (response, server)
  }

  private func stream(isRepeatable: Bool = true) -> BodyStream {
    BodyStream(count: Int64(Self.count), isRepeatable: isRepeatable) { PatternReader(count: Self.count) }
  }

  func testARefusalIsTheResponse() async throws {
    try await overEach {
      let (response, server) = try await upload(stream(), .status(413))
      XCTAssertEqual(response.error?.reason, .validation(.statusCode(413)))
      XCTAssertEqual(server.requests.count, 1)
    }
  }

  func testARedirectSendsTheWholeBodyAgain() async throws {
    try await overEach {
      let moved = StubResponse.status(307).addingHeader("Location", "/b")
      let (response, server) = try await upload(stream(), moved)
      XCTAssertEqual(response.value, "there")
      XCTAssertEqual(server.requests.last?.body == Pattern.bytes(from: 0, count: Self.count), true)
    }
  }

  func testARedirectOfAStreamThatCanBeReadOnceFails() async throws {
    try await overEach {
      let moved = StubResponse.status(307).addingHeader("Location", "/b")
      let (response, server) = try await upload(stream(isRepeatable: false), moved)
      XCTAssertEqual(response.error?.reason, .redirect(.bodyNotRepeatable))
      XCTAssertEqual(server.requests.count, 1)
    }
  }
}
