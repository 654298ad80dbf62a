import Foundation
import Net
import TestSupport
import XCTest

final class TransportCancellationTests: TransportTestCase {
  func testCancellingClosesTheConnection() async throws {
    try await overEach {
      let closed = expectation(description: "the server sees the connection closed")
      let arrived = expectation(description: "the request arrived")
      let server = try LoopbackServer { _ in
        [.run { arrived.fulfill() }, .awaitClose { closed.fulfill() }]
      }
      let log = EventLog()
      let task = transport.task(for: TransportRequest(url: try server.url()), receiver: log)
      task.resume()
      await fulfillment(of: [arrived], timeout: .patience)
      task.cancel()
      await fulfillment(of: [closed, log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["cancelled"])
    }
  }

  func testCancellingFromTheReceiverEndsOnce() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .awaitClose {}]
      }
      let task = Locked<(any TransportTask)?>(nil)
      let log = EventLog { event in if case .body = event { task.value?.cancel() } }
      task.update { [transport, url = try server.url()] in
        $0 = transport.task(for: TransportRequest(url: url), receiver: log)
      }
      task.value?.resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["head 200", "body", "cancelled"])
      task.value?.cancel()
    }
  }

  func testATaskCancelledBeforeResumingIsNotSent() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK")] }
      let log = EventLog()
      let task = transport.task(for: TransportRequest(url: try server.url("/never")), receiver: log)
      task.cancel()
      task.resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["cancelled"])
      let next = EventLog()
      transport.task(for: TransportRequest(url: try server.url("/next")), receiver: next).resume()
      await fulfillment(of: [next.ended], timeout: .patience)
      XCTAssertEqual(server.requests.map(\.path), ["/next"])
    }
  }

  func testAPausedTaskKeepsItsBodyUntilItProceeds() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
      let task = Locked<(any TransportTask)?>(nil)
      let paused = expectation(description: "paused at the head")
      let log = EventLog { event in
        guard case .head = event else { return }
        task.value?.pause()
        paused.fulfill()
      }
      task.update { [transport, url = try server.url()] in
        $0 = transport.task(for: TransportRequest(url: url), receiver: log)
      }
      task.value?.resume()
      await fulfillment(of: [paused], timeout: .patience)
      // A second exchange on the same queue: when it ends, every event of the first has been delivered.
      let other = EventLog()
      transport.task(for: TransportRequest(url: try server.url()), receiver: other).resume()
      await fulfillment(of: [other.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["head 200"])
      task.value?.proceed()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["head 200", "body", "finished"])
      XCTAssertEqual(log.body, "hello")
    }
  }
}
