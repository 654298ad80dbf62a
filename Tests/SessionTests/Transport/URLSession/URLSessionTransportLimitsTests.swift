import Foundation
import Net
import TestSupport
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Limits of this transport only.
final class URLSessionTransportLimitsTests: XCTestCase {
  #if !canImport(Darwin)
    /// Foundation compares the host in brackets with the host without.
    ///
    /// If this test fails, Foundation has fixed it, and the row can be removed from the table of limits.
    func testAnIPv6AddressIsABadURLOnLinux() async throws {
      let url = try XCTUnwrap(URL(string: "http://[::1]:\(LoopbackServer.unusedPort())/"))
      let log = EventLog()
      URLSessionTransport().task(for: TransportRequest(url: url), receiver: log).resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.error.map { ($0 as NSError).code }, URLError.Code.badURL.rawValue)
    }
  #endif

  func testAPausedTaskOverflowsBeyondItsLimit() async throws {
    let transport = URLSessionTransport(bufferLimit: 1000)
    let server = try LoopbackServer { _ in
      [.respond("200 OK", body: String(repeating: "x", count: 100_000))]
    }
    let task = Locked<(any TransportTask)?>(nil)
    let log = EventLog { event in if case .head = event { task.value?.pause() } }
    task.update { [transport, url = try server.url()] in
      $0 = transport.task(for: TransportRequest(url: url), receiver: log)
    }
    task.value?.resume()
    await fulfillment(of: [log.ended], timeout: .patience)
    XCTAssertEqual(log.summary, ["head 200", "failed body"])
    XCTAssertEqual(log.error as? TransportBufferOverflow, TransportBufferOverflow(limit: 1000))
  }
}
