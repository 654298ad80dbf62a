import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

/// What interceptors change and monitors receive, with each transport, over real connections on this
/// machine.
final class MonitorsOverSocketsTests: TransportTestCase {
  private func server() throws -> MockServer {
    let server = MockServer(afterEach: self)
    try server.start()
    return server
  }

  private func session(_ configure: (inout SessionConfiguration) -> Void) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.timeouts = RequestTimeouts()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport, timer: EagerTimer())
  }

  func testAnAdapterRunsBeforeEachAttempt() async throws {
    try await overEach {
      let server = try server()
      server.stub(
        .get("/a"), withSequence: [.status(503).header("Retry-After", "0"), .text("done")],
        then: .repeatingLast)
      let session = session { $0.interceptors = [TestInterceptor.numbering(), RetryPolicy()] }
      let text = try await session.get(server.baseURL.appending(path: "a")).string()
      XCTAssertEqual(text, "done")
      XCTAssertEqual(server.requests.map { $0.headers["X-Attempt"] }, ["1", "2"])
    }
  }

  func testMonitorsReceiveEachStep() async throws {
    try await overEach {
      let server = try server()
      server.stub(
        .get("/a"), withSequence: [.status(503).header("Retry-After", "3"), .redirect(to: "/b")],
        then: .repeatingLast)
      server.stub(.get("/b"), with: .text("b"))
      let monitor = RecordingMonitor()
      let session = session {
        $0.monitors = [monitor]
        $0.interceptors = [RetryPolicy()]
      }
      let text = try await session.get(server.baseURL.appending(path: "a")).string()
      XCTAssertEqual(text, "b")
      XCTAssertEqual(
        monitor.events,
        [
          "#1 started", "#1 sent GET 1", "#1 head 503", "#1 retry 3.0 seconds", "#1 sent GET 2",
          "#1 redirected 302 /b", "#1 head 200", "#1 finished",
        ])
    }
  }

  func testTheLogHidesSecretsThatAreSent() async throws {
    try await overEach {
      let server = try server()
      server.stub(
        .post("/a"), with: .text(#"{"token": "s3cret"}"#).header("Set-Cookie", "sid=s3cret").status(404))
      let lines = Captured<String>()
      let session = session {
        $0.monitors = [LoggingMonitor(level: .debug) { lines.set($1) }]
        $0.cookies = CookieJar()
      }
      let request = session.post(
        server.baseURL.appending(path: "a").absoluteString + "?token=s3cret",
        httpBody: Data("password=s3cret".utf8),
        headers: ["Authorization": "Bearer s3cret", "Cookie": "a=s3cret"])
      let response = await request.response(.data)
      XCTAssertEqual(server.requests.first?.headers["Authorization"], "Bearer s3cret")
      XCTAssertEqual(server.requests.first?.headers["Cookie"], "a=s3cret")
      XCTAssertTrue(lines.values.contains { $0.contains("curl ") })
      XCTAssertTrue(lines.values.contains { $0.contains("Set-Cookie: <redacted>") })
      for text in lines.values + [request.cURLDescription, response.debugDescription] {
        XCTAssertFalse(text.contains("s3cret"), text)
      }
    }
  }

  func testTimingsAreMeasuredByTheSession() async throws {
    try await overEach {
      let server = try server()
      server.stub(.get("/a"), with: .text("a"))
      let session = NetworkSession(transport: transport)
      let timings = await session.get(server.baseURL.appending(path: "a")).response(.data).timings
      let (sent, firstByte) = (try XCTUnwrap(timings.sent), try XCTUnwrap(timings.firstByte))
      let done = try XCTUnwrap(timings.done)
      XCTAssertGreaterThan(firstByte, sent)
      XCTAssertGreaterThanOrEqual(done, firstByte)
      XCTAssertEqual(timings.attempts, 1)
    }
  }

  func testProgressOfAnEncodedBodyHasNoTotal() async throws {
    try await overEach {
      let gzip = try XCTUnwrap(Data(base64Encoded: "H4sIAAAAAAAAA8tIzcnJBwCGphA2BQAAAA=="))
      let server = try server()
      server.stub(.get("/a"), with: .data(gzip).header("Content-Encoding", "gzip"))
      let progress = Captured<TransferProgress>()
      let session = session { _ in }
      let text = try await session.get(server.baseURL.appending(path: "a"))
        .progress(delivery: .inline) { progress.set($0) }.string()
      XCTAssertEqual(text, "hello")
      XCTAssertEqual(progress.values.last, TransferProgress(completed: 5, total: nil))
    }
  }
}
