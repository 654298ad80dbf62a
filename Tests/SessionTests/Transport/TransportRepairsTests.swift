import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

/// Problems of Foundation on Linux that the package corrects for users of a session, over each transport.
final class TransportRepairsTests: TransportTestCase {
  func testCacheableResponsesAreNotCached() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [.respond("200 OK", headers: ["Cache-Control: max-age=3600", "ETag: \"1\""], body: "hello")]
      }
      for _ in 0..<2 {
        let text = try await session.get(server.url()).string()
        XCTAssertEqual(text, "hello")
      }
      XCTAssertEqual(server.requests.count, 2)
      XCTAssertNil(server.requests.last?.header("If-None-Match"))
    }
  }

  /// Foundation supports only whole seconds, times out at once below one second, and traps at infinity.
  func testTimeoutsOfAnyLengthAreSupported() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
      for timeout in [Duration.milliseconds(1), .milliseconds(500), .seconds(Int64.max)] {
        var configuration = SessionConfiguration()
        configuration.timeouts = RequestTimeouts(idle: timeout, total: timeout, connect: timeout)
        // The session's time stands still.
        let network = NetworkSession(
          configuration: configuration, transport: transport, timer: TestScheduler())
        let text = try await network.get(server.url()).string()
        XCTAssertEqual(text, "hello")
      }
    }
  }

  func testPausingAndProceedingSendsOneRequest() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [.respond("200 OK", body: String(repeating: "x", count: 300_000))]
      }
      let task = Locked<(any TransportTask)?>(nil)
      let log = EventLog { event in
        guard case .body = event, let task = task.value else { return }
        for _ in 0..<10 {
          task.pause()
          task.proceed()
        }
      }
      task.update { [transport, url = try server.url()] in
        $0 = transport.task(for: TransportRequest(url: url), receiver: log)
      }
      task.value?.resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      task.update { $0 = nil }
      XCTAssertEqual(log.summary, ["head 200", "body", "finished"])
      XCTAssertEqual(log.body.utf8.count, 300_000)
      XCTAssertEqual(server.requests.count, 1)
    }
  }

  /// Foundation reports each of these failures without an error code.
  func testAnInvalidBodyFailsInTheBodyPhase() async throws {
    try await overEach {
      let heads = ["Transfer-Encoding: chunked", "Content-Encoding: gzip\r\nContent-Length: 12"]
      for (head, body) in zip(heads, ["5\r\nhello\r\nno number\r\n", "this is none"]) {
        let server = try LoopbackServer { _ in [.send("HTTP/1.1 200 OK\r\n\(head)\r\n\r\n\(body)"), .close] }
        let response = await session.get(try server.url()).response(.data)
        XCTAssertEqual(response.error?.reason, .transport(.body), head)
        XCTAssertEqual(response.error?.response?.status, 200, head)
      }
    }
  }

  /// Nobody requested it (RFC 9112 section 7.4), and libcurl does not notice that its data is incomplete.
  func testATransferCodingThatWasNotRequestedFailsInTheHeadPhase() async throws {
    try await overEach {
      for coding in ["gzip, chunked", "deflate, chunked", "chunked, identity"] {
        let server = try LoopbackServer { _ in
          let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: \(coding)\r\n\r\n"
          return [
            .send(Data(head.utf8) + Data("3\r\n".utf8) + Data([0x1f, 0x8b, 8]) + Data("\r\n0\r\n\r\n".utf8)),
            .close,
          ]
        }
        let response = await session.get(try server.url()).response(.data)
        XCTAssertEqual(response.error?.reason, .transport(.head), coding)
      }
    }
  }

  func testAPostWithATruncatedResponseIsNotRetried() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in
        [.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf"), .close]
      }
      var configuration = SessionConfiguration()
      configuration.interceptors = [RetryPolicy()]
      // The timer fires at once, so there must be no idle timeout.
      configuration.timeouts = RequestTimeouts(idle: nil)
      let network = NetworkSession(configuration: configuration, transport: transport, timer: EagerTimer())
      let post = await network.post(
        try server.url(), httpBody: Data("order".utf8), contentType: "text/plain"
      ).response(.data)
      XCTAssertEqual(post.error?.reason, .transport(.body))
      XCTAssertEqual(server.requests.count, 1)
      let get = await network.get(try server.url()).response(.data)
      XCTAssertEqual(get.error?.attempts, 3)
    }
  }

  func testAnEncodedBodyKeepsItsFields() async throws {
    try await overEach {
      let gzip = try XCTUnwrap(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
      let server = try LoopbackServer { _ in
        let head = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: \(gzip.count)\r\n\r\n"
        return [.send(Data(head.utf8) + gzip)]
      }
      let totals = Locked<[Int64?]>([])
      let response = await session.get(try server.url())
        .progress(delivery: .inline) { progress in totals.update { $0.append(progress.total) } }
        .response(.string)
      XCTAssertEqual(response.value, "hello")
      XCTAssertEqual(response.response?.headers["Content-Encoding"], "gzip")
      XCTAssertEqual(response.response?.headers["Content-Length"], "\(gzip.count)")
      // The length is that of the encoded body, so progress has no total.
      XCTAssertEqual(Set(totals.value), [nil])
    }
  }

  /// RFC 9110 section 10.1.1.
  func testARefusedExpectationHasOneResponse() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("417 Expectation Failed", body: "no")] }
      let log = EventLog()
      let request = TransportRequest(
        method: .put, url: try server.url(LoopbackServer.unexpected), headers: ["Expect": "100-continue"],
        body: .data(Data("hello".utf8)))
      let task = transport.task(for: request, receiver: log)
      task.resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.summary, ["head 417", "body", "finished"])
      XCTAssertEqual(log.body, "no")
    }
  }

  /// RFC 9112 section 2.2.
  func testAReturnWithinAFieldBecomesASpace() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK", headers: ["ETag: \"a\rb\""], body: "x")] }
      let response = await session.get(try server.url()).response(.data)
      XCTAssertEqual(response.response?.headers["ETag"], "\"a b\"")
    }
  }

  func testATaskKeepsItsTransportAlive() async throws {
    try await overEach {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
      let log = EventLog()
      let task = try task(for: TransportRequest(url: server.url()), log)
      task.resume()
      await fulfillment(of: [log.ended], timeout: .patience)
      XCTAssertEqual(log.body, "hello")
    }
  }

  private func task(for request: TransportRequest, _ log: EventLog) throws -> any TransportTask {
    try tested.make().task(for: request, receiver: log)
  }
}
