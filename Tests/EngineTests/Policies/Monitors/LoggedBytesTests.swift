import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The numbers of bytes in a log, for every source and destination.
@Suite struct LoggedBytesTests {
  private let lines = Captured<String>()
  private let fixture: SessionFixture

  init() {
    fixture = SessionFixture { [lines] in
      $0.monitors = [LoggingMonitor(level: .info) { lines.set($1) }]
      $0.interceptors = [RetryPolicy(maximumRetries: 1, base: .zero)]
    }
  }

  private var task: ScriptedTask { fixture.tasks[fixture.tasks.count - 1] }

  @Test func aDownloadLogsItsBytes() throws {
    let folder = try TemporaryFolder()
    fixture.session.get("https://h.io/film").download(to: .file(folder.file("film")), delivery: .inline) {
      _ in
    }
    task.respond(200, body: "hello world")
    expectEqual(lines.value, "#1 ← 200 GET https://h.io/film, 11 bytes in 0.0 ms")
  }

  @Test func aStreamOfLinesLogsItsBytes() {
    fixture.session.get("https://h.io/log").stream(
      parsedBy: TextLineParser(), buffer: .backPressure(), delivery: .inline, call: "lines"
    ) { _ in }
    task.respond(200, body: "one\ntwo\n")
    expectEqual(lines.value, "#1 ← 200 GET https://h.io/log, 8 bytes in 0.0 ms")
  }

  @Test func anInterruptedStreamOfLinesLogsTheReceivedBytes() {
    fixture.session.get("https://h.io/log").stream(
      parsedBy: TextLineParser(), buffer: .backPressure(), delivery: .inline, call: "lines"
    ) { _ in }
    task.send(.head(ResponseHead(status: 200)))
    task.send(.body(Data("one\nt".utf8)))
    task.send(.failed(Broken(), phase: .body))
    expectEqual(lines.value?.contains("the body of the response: "), true)
    expectEqual(lines.value?.hasSuffix(", after 5 bytes in 0.0 ms"), true)
  }

  @Test func aStreamOfChunksLogsDecodedBytes() {
    let request = fixture.session.get("https://h.io/log")
    request.responseStream(delivery: .inline) { _ in }
    task.send(.head(ResponseHead(status: 200, headers: ["Content-Encoding": "gzip", "Content-Length": "2"])))
    task.send(.body(Data("one".utf8)))
    task.send(.body(Data("two".utf8)))
    request.cancel()
    expectEqual(lines.value, "#1 ✗ GET https://h.io/log: it was cancelled, after 6 bytes in 0.0 ms")
  }

  @Test func anUploadLogsItsSentBytes() {
    _ = fixture.start(
      .post, "https://h.io/a", content: .stream(BodyStream(count: 9) { PatternReader(count: 9) }))
    task.send(.sent(bytes: 4))
    task.send(.sent(bytes: 9))
    task.respond(201, body: "hello")
    expectEqual(lines.value, "#1 ← 201 POST https://h.io/a, 5 bytes for 9 sent in 0.0 ms")
  }

  @Test func aRejectedResponseLogsItsBytes() {
    _ = fixture.start(.get, "https://h.io/a")
    task.respond(404, body: "nobody")
    expectEqual(lines.value?.hasSuffix(", after 6 bytes in 0.0 ms"), true)
  }

  @Test func aRetriedRequestLogsTheLastResponse() {
    _ = fixture.start(.get, "https://h.io/a")
    task.respond(503, body: "not now")
    task.respond(200, body: "hello")
    expectEqual(lines.value, "#1 ← 200 GET https://h.io/a, 5 bytes in 0.0 ms")
  }

  @Test func aResumedDownloadLogsOnlyTheRest() throws {
    let folder = try TemporaryFolder()
    fixture.session.get("https://h.io/film").download(to: .file(folder.file("film")), delivery: .inline) {
      _ in
    }
    task.send(.head(ResponseHead(status: 200, headers: ["ETag": "\"1\"", "Content-Length": "11"])))
    task.send(.body(Data("hello ".utf8)))
    task.send(.failed(URLError(.networkConnectionLost), phase: .body))
    task.respond(
      206, headers: ["ETag": "\"1\"", "Content-Range": "bytes 6-10/11", "Content-Length": "5"], body: "world")
    expectEqual(lines.value, "#1 ← 206 GET https://h.io/film, 5 bytes in 0.0 ms")
  }

  @Test func aRedirectThatDropsTheBodyLogsNoSentBytes() {
    _ = fixture.start(.post, "https://h.io/a", content: .data(Data("order".utf8), contentType: nil))
    task.send(.sent(bytes: 5))
    task.respond(303, headers: ["Location": "/b"])
    task.respond(200, body: "ok")
    expectEqual(lines.value, "#1 ← 200 GET https://h.io/b, 2 bytes in 0.0 ms")
  }

  @Test func theTimingsContainTheSentAndReceivedBytes() {
    let started = fixture.start(
      .post, "https://h.io/a", content: .data(Data("order".utf8), contentType: nil))
    task.send(.sent(bytes: 5))
    task.respond(200, body: "ok")
    expectEqual(started.outcome?.timings.bytesSent, 5)
    expectEqual(started.outcome?.timings.bytesReceived, 2)
  }
}
