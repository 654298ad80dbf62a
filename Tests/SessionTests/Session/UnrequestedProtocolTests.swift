import Foundation
import Net
import TestSupport
import XCTest

/// A server that switches to a protocol that the request did not ask for (RFC 9110 sections 7.8 and 15.2.2).
///
/// The connection stays open, so what waits for more would wait forever.
final class UnrequestedProtocolTests: TransportTestCase {
  private func server(_ fields: [String]) throws -> LoopbackServer {
    let head = (["HTTP/1.1 101 Switching Protocols"] + fields + ["", ""]).joined(separator: "\r\n")
    return try LoopbackServer { _ in [.send(head), .awaitClose {}] }
  }

  private static let heads = [
    ["Connection: Upgrade", "Upgrade: h2c"], ["Upgrade: h2c", "Content-Length: 5"],
    ["Connection: Upgrade", "Upgrade: websocket", "Transfer-Encoding: chunked"], [],
  ]

  func testAResponseFailsAtItsHead() async throws {
    try await overEach {
      for head in Self.heads {
        let server = try server(head)
        let response = await session.get(try server.url()).response(.data)
        XCTAssertEqual(response.error?.reason, .transport(.head), "\(head) \(response)")
        XCTAssertNil(response.response)
        XCTAssertTrue("\(response.error?.underlyingError, default: "")".contains("101"), "\(response)")
        XCTAssertEqual(server.requests.count, 1)
      }
    }
  }

  func testAStreamFailsAtItsHead() async throws {
    try await overEach {
      let server = try server(Self.heads[0])
      do {
        for try await _ in session.get(try server.url()).chunks() { XCTFail("a chunk") }
        XCTFail("no error")
      } catch let error as NetworkError {
        XCTAssertEqual(error.reason, .transport(.head))
      }
    }
  }

  func testAResponseToHeadFails() async throws {
    try await overEach {
      let server = try server(Self.heads[0])
      let request = RequestDescription(try server.url(), method: .head)
      let response = await session.request(request).response(.data)
      XCTAssertEqual(response.error?.reason, .transport(.head))
    }
  }

  func testTheNextRequestSucceedsOverAnotherConnection() async throws {
    try await overEach {
      let head = "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
      let server = try LoopbackServer { request in
        request.path == "/switch" ? [.send(head), .awaitClose {}] : [.respond("200 OK", body: "a")]
      }
      let session = session
      _ = await session.get(try server.url("/switch")).response(.data)
      let text = try await session.get(try server.url("/a")).string()
      XCTAssertEqual(text, "a")
    }
  }
}
