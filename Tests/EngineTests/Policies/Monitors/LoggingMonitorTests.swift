import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct LoggingMonitorTests {
  private struct Line: Sendable, Equatable {
    var level: LoggingMonitor.Level
    var text: String
  }

  private let lines = Locked<[Line]>([])

  private func monitor(
    _ level: LoggingMonitor.Level, redaction: Redaction = .standard
  ) -> LoggingMonitor {
    LoggingMonitor(level: level, redaction: redaction) { [lines] level, text in
      lines.update { $0.append(Line(level: level, text: text)) }
    }
  }

  private func run(
    _ level: LoggingMonitor.Level, url: String = "https://example.com/a",
    headers: HTTPHeaders = [:], act: (SessionFixture) -> Void
  ) -> [Line] {
    let monitor = monitor(level)
    let fixture = SessionFixture {
      $0.monitors = [monitor]
      $0.interceptors = [RetryPolicy(maximumRetries: 1, base: .zero)]
    }
    _ = fixture.start(.get, url, headers: headers)
    act(fixture)
    return lines.value
  }

  @Test func infoLogsTheRequestAndItsOutcome() {
    let lines = run(.info) { fixture in
      fixture.timer.advance(by: .seconds(1))
      fixture.tasks[0].respond(200, body: "hello")
    }
    expectEqual(
      lines,
      [
        Line(level: .info, text: "#1 → GET https://example.com/a"),
        Line(level: .info, text: "#1 ← 200 GET https://example.com/a, 5 bytes in 1000.0 ms"),
      ])
  }

  @Test func errorLogsOnlyFailures() {
    let lines = run(.error) { fixture in
      fixture.timer.advance(by: .microseconds(7419))
      fixture.tasks[0].respond(404)
    }
    expectEqual(
      lines,
      [
        Line(
          level: .error,
          text: "#1 ✗ GET https://example.com/a: the status code 404 is not acceptable, after 7.4 ms")
      ])
  }

  @Test func warningLogsRetriesAndRedirects() {
    let lines = run(.warning) { fixture in
      fixture.tasks[0].respond(302, headers: ["Location": "/b"])
      fixture.tasks[1].respond(503)
      fixture.tasks[2].respond(200)
    }
    expectEqual(lines.map(\.level), [.warning, .warning])
    expectEqual(lines.first?.text, "#1 302, redirected → GET https://example.com/b")
    expectEqual(lines.last?.text.contains("sent again in 0.0 ms"), true)
  }

  @Test func debugLogsQueuedRequests() {
    let monitor = monitor(.debug)
    let fixture = SessionFixture {
      $0.monitors = [monitor]
      $0.maximumConcurrentRequests = 1
    }
    _ = fixture.start()
    _ = fixture.start(.get, "https://example.com/b?token=s3cret")
    expectEqual(
      lines.value.last,
      Line(level: .debug, text: "#2 waits for a slot: GET https://example.com/b?token=<redacted>"))
  }

  @Test(arguments: [
    (AuthenticationEvent.refreshing, LoggingMonitor.Level.info, "refreshing the credential"),
    (.refreshed(requests: 3), .info, "refreshed, 3 requests waited for it"),
    (
      .failed(AuthenticationError.excessiveRefresh, requests: 2), .error,
      "refreshed too often, 2 requests waited for it"
    ),
    (
      .failed(AuthenticationError.missingCredential, requests: 1), .error,
      "there is no credential, 1 request waited for it"
    ),
    (.failed(Secretive(), requests: 1), .error, "the refresh failed: Secretive, 1 request waited for it"),
  ])
  func authenticationEventsAreLogged(event: AuthenticationEvent, level: LoggingMonitor.Level, words: String) {
    monitor(.debug).authentication(did: event)
    expectEqual(lines.value, [Line(level: level, text: "authentication: \(words)")])
  }

  private struct Secretive: Error {
    var password = "s3cret"
  }

  @Test func debugLogsHeadersAndACurlCommand() {
    let lines = run(.debug) { $0.tasks[0].respond(200, headers: ["X-A": "1"]) }
    #expect(lines.contains { $0.level == .debug && $0.text.contains("curl ") })
    #expect(lines.contains { $0.level == .debug && $0.text.contains("X-A: 1") })
  }

  @Test func debugLogsInterimResponsesAndTrailers() {
    let lines = run(.debug) { fixture in
      fixture.tasks[0].send(
        .interim(ResponseHead(status: 103, headers: ["Link": "</a>", "Cookie": "s3cret"])))
      fixture.tasks[0].send(.head(ResponseHead(status: 200)))
      fixture.tasks[0].send(.trailers(["X-Sum": "1"]))
      fixture.tasks[0].send(.finished(TransportTimings()))
    }
    expectEqual(
      lines.filter { $0.text.contains("←") }.map(\.text).dropLast(),
      [
        "#1 ← 103 [Link: </a>] [Cookie: <redacted>]", "#1 ← 200", "#1 ← trailers [X-Sum: 1]",
      ])
  }

  @Test func aLineBreakInALocationAddsNoLogLine() {
    let lines = run(.debug) { fixture in
      fixture.tasks[0].send(
        .head(ResponseHead(status: 302, headers: ["Location": "x://h\n#2 forged", "X-A": "1"])))
      fixture.tasks[0].send(.finished(TransportTimings()))
    }
    expectEqual(lines.map(\.level), [.info, .debug, .error])
    #expect(!lines.contains { $0.text.contains(where: \.isNewline) })
    expectEqual(
      lines.last?.text,
      "#1 ✗ GET https://example.com/a: it was redirected to an invalid URL: x://h\\n#2 forged, after 0.0 ms")
  }

  @Test(arguments: [
    "relative", "http://h/\n", "https://h a/x",
  ])
  func anInvalidURLIsLoggedAsItsError(url: String) {
    let monitor = monitor(.error)
    let fixture = SessionFixture { $0.monitors = [monitor] }
    _ = fixture.start(.get, url)
    expectEqual(lines.value.map(\.text), ["#1 ✗ not sent: \(InvalidRequest.url(url)), after 0.0 ms"])
  }

  private func failed(
    _ reason: NetworkError.Reason, _ cause: (any Error)? = nil,
    of url: String? = "https://h.io/x?token=s3cret"
  ) -> String {
    var error = NetworkError(reason, underlyingError: cause)
    error.unsent = url.map { UnsentRequest(method: .post, url: $0) }
    monitor(.error).request(RequestID(number: 1), did: .failed(error, ResponseTimings()))
    return lines.value.last?.text ?? ""
  }

  @Test func aRequestThatWasNotSentIsNamed() {
    #expect(
      failed(.sessionFinished).hasSuffix(
        "✗ POST https://h.io/x?token=<redacted>, not sent: it was started after its session had finished"))
    #expect(failed(.sessionFinished, of: nil).contains("✗ not sent: it was started"))
  }

  // The text of another error may contain secrets.
  @Test(arguments: [
    (
      NetworkError.Reason.encoding, RequestBodyError.fileMissing(URL(filePath: "/nix")) as any Error,
      "encoded: there is no file /nix"
    ),
    (
      .encoding, ParameterEncodingError.notFinite(key: "a"),
      "encoded: the number with the key \"a\" is not finite"
    ),
    (
      .transport(.body), ContentDecodingError(coding: "gzip", reason: .truncated),
      "the response: the body ends within its gzip data"
    ),
    (.transport(.connect), Secretive(), "while connecting: Secretive"),
    (.interceptor, AuthenticationError.missingCredential, "an interceptor failed: there is no credential"),
    (.validation(.custom), Secretive(), "a validation rule rejected the response: Secretive"),
    (.timeout(.idle), Secretive(), "no byte was sent or received for too long"),
  ])
  func theCauseIsLogged(reason: NetworkError.Reason, cause: any Error, words: String) {
    let text = failed(reason, cause)
    #expect(text.contains(words), "\(text)")
    #expect(!text.contains("s3cret"))
    if case .timeout = reason { #expect(!text.contains("Secretive")) }
  }

  @Test func aCancellationIsNotAnError() {
    let monitor = monitor(.error)
    let fixture = SessionFixture { $0.monitors = [monitor] }
    fixture.start().request.cancel()
    expectTrue(lines.value.isEmpty)
  }

  @Test func configuringAfterTheStartIsAWarning() {
    let monitor = monitor(.warning)
    let fixture = SessionFixture { $0.monitors = [monitor] }
    _ = fixture.start().request.validate(statusCode: [1])
    expectEqual(
      lines.value,
      [
        Line(level: .warning, text: "#1 validate was called after the start, and changed nothing")
      ])
  }

  @Test func secretsAreNeverLogged() {
    let monitor = monitor(.debug)
    let fixture = SessionFixture {
      $0.monitors = [monitor]
      $0.interceptors = [RetryPolicy(maximumRetries: 1, base: .zero)]
    }
    let url = "https://me:s3cret@example.com/a?token=s3cret&q=1"
    let started = fixture.start(
      .put, url,
      headers: ["Authorization": "s3cret", "Cookie": "s3cret", "Proxy-Authorization": "s3cret"],
      content: .data(Data("password=s3cret".utf8), contentType: "text/plain"))
    fixture.tasks[0].respond(
      307,
      headers: ["Location": "https://me:s3cret@example.com/b?token=s3cret", "Set-Cookie": "s3cret"])
    fixture.tasks[1].respond(503, headers: ["Set-Cookie": "s3cret"], body: "s3cret")
    fixture.tasks[2].respond(302, headers: ["Location": "nowhere://me:s3cret@h"])
    expectEqual(started.count, 1)
    let bad = fixture.start(.get, "ftp://me:s3cret@h/?token=s3cret")
    expectEqual(bad.count, 1)
    let header = fixture.start(.get, "https://example.com/", headers: ["Authorization": "s3cret\r\n"])
    expectEqual(header.count, 1)
    expectFalse(lines.value.isEmpty)
    for line in lines.value { #expect(!line.text.contains("s3cret"), "\(line.text)") }
  }

  @Test func theRedactedHeadersCanBeExtended() {
    var redaction = Redaction.standard
    redaction.insert(headerName: "X-Patient")
    let monitor = monitor(.debug, redaction: redaction)
    let fixture = SessionFixture { $0.monitors = [monitor] }
    _ = fixture.start(headers: ["X-Patient": "s3cret"])
    #expect(lines.value.contains { $0.text.contains("X-Patient") })
    #expect(!lines.value.contains { $0.text.contains("s3cret") })
  }
}
