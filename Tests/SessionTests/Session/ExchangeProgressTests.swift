import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// What monitors and traces see of the bodies of each exchange, whatever earlier exchanges of the request have moved.
@Suite struct ExchangeProgressTests {
  private let recorder = TraceRecorder()
  private let monitor = RecordingMonitor(recordsDetails: true)
  private let fixture: SessionFixture

  init() {
    fixture = SessionFixture { [recorder, monitor] in
      $0.monitors = [recorder, monitor]
      $0.interceptors = [RetryPolicy(maximumRetries: 2, base: .zero)]
    }
  }

  private func request() throws -> Trace.TracedRequest { try #require(recorder.trace.requests.first) }

  /// The steps of bodies.
  private var bodies: [String] {
    monitor.events.filter { $0.hasSuffix("bytes") }.map { String($0.dropFirst(3)) }
  }

  private func fail(_ index: Int, _ phase: TransportPhase = .head) {
    fixture.tasks[index].send(.failed(Broken(), phase: phase))
  }

  // MARK: - Uploads

  @Test func eachAttemptOfAnUploadHasItsSendingPhase() throws {
    _ = fixture.start(.put, content: .data(Data("hello".utf8), contentType: nil))
    for index in 0..<2 {
      fixture.timer.advance(by: .seconds(1))
      fixture.tasks[index].send(.sent(bytes: 5))
      fixture.timer.advance(by: .seconds(1))
      if index == 0 { fail(0) } else { fixture.tasks[index].respond(200) }
    }
    let attempts = try request().attempts
    expectEqual(attempts.map { $0.duration(of: .sending) }, [.seconds(1), .seconds(1)])
    expectEqual(attempts.map { $0.duration(of: .waiting) }, [.seconds(1), .seconds(1)])
    expectEqual(bodies, ["sent 5 bytes", "sent 5 bytes"])
  }

  @Test func eachAttemptOfAFileHasItsSize() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("file", "hello")
    _ = fixture.start(.put, content: .file(file, contentType: nil))
    fixture.tasks[0].send(.sent(bytes: 2))
    fail(0)
    fixture.tasks[1].send(.sent(bytes: 1))
    expectEqual(try request().attempts.map(\.request.bodySize), [5, 5])
  }

  @Test func theSizeOfAStreamIsThatOfItsLatestProgress() throws {
    let stream = BodyStream { InputStream(data: Data("hello".utf8)) }
    _ = fixture.start(.put, content: .stream(stream, contentType: nil))
    fixture.tasks[0].send(.sent(bytes: 2))
    fixture.tasks[0].send(.interim(ResponseHead(status: 103)))
    fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    fixture.tasks[0].send(.sent(bytes: 5))
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(try request().attempts.map(\.request.bodySize), [5])
  }

  @Test func theUploadProgressOfTheCallerStillNeverDecreases() {
    let progress = Locked<[Int64]>([])
    _ = fixture.start(.put, content: .data(Data("hello".utf8), contentType: nil)) { request in
      _ = request.uploadProgress(delivery: .inline) { step in progress.update { $0.append(step.completed) } }
    }
    fixture.tasks[0].send(.sent(bytes: 3))
    fail(0)
    for bytes in [1, 3, 5] { fixture.tasks[1].send(.sent(bytes: Int64(bytes))) }
    expectEqual(progress.value, [3, 5])
    expectEqual(bodies, ["sent 3 bytes", "sent 1 bytes", "sent 3 bytes", "sent 5 bytes"])
  }

  // MARK: - Downloads

  private func begin(_ index: Int, _ status: Int = 200, _ headers: HTTPHeaders = [:], _ chunks: String...) {
    fixture.tasks[index].send(
      .head(ResponseHead(status: status, headers: headers, url: fixture.tasks[index].request.url)))
    for chunk in chunks { fixture.tasks[index].send(.body(Data(chunk.utf8))) }
  }

  @Test func eachAttemptReportsTheBytesThatItReceives() throws {
    _ = fixture.start()
    begin(0, 200, ["Content-Length": "9"], "hello")
    fail(0, .body)
    begin(1, 200, ["Content-Length": "9"], "hel")
    expectEqual(bodies, ["received 5 bytes", "received 3 bytes"])
    expectEqual(try request().attempts.map { $0.response?.bodySize }, [5, 3])
  }

  @Test func aResumedDownloadReportsTheBytesThatItReceives() throws {
    let folder = try TemporaryFolder()
    let progress = Locked<[TransferProgress]>([])
    let request = fixture.session.get("https://example.com/a")
      .progress(delivery: .inline) { step in progress.update { $0.append(step) } }
    request.download(to: .temporary.resumable(at: folder.file("part")), delivery: .inline) { _ in }
    begin(0, 200, ["Content-Length": "9", "ETag": "\"1\""], "hello")
    fail(0, .body)
    begin(1, 206, ["Content-Range": "bytes 5-8/9", "Content-Length": "4", "ETag": "\"1\""], "123")
    expectEqual(bodies, ["received 5 bytes", "received 3 bytes"])
    expectEqual(try self.request().attempts.map { $0.response?.bodySize }, [5, 3])
    expectEqual(
      progress.value, [TransferProgress(completed: 5, total: 9), TransferProgress(completed: 8, total: 9)])
    request.cancel()
  }

  @Test func aResponseThatRestartsADownloadBelongsToItsExchange() throws {
    let folder = try TemporaryFolder()
    let request = fixture.session.get("https://example.com/a")
    request.download(to: .temporary.resumable(at: folder.file("part")), delivery: .inline) { _ in }
    begin(0, 200, ["Content-Length": "9", "ETag": "\"1\""], "hello")
    fail(0, .body)
    begin(1, 416)
    begin(2, 200, ["Content-Length": "2"], "ok")
    expectEqual(try self.request().attempts.map { $0.response?.status }, [200, 416, 200])
    request.cancel()
  }

  // MARK: - Redirects

  @Test func theBodyOfARedirectIsReceived() throws {
    _ = fixture.start()
    fixture.tasks[0].respond(302, headers: ["Location": "/b"], body: "moved")
    fixture.tasks[1].respond(200, body: "ok")
    expectEqual(try request().attempts.map { $0.response?.bodySize }, [5, 2])
    expectEqual(bodies, ["received 5 bytes", "received 2 bytes"])
  }

  @Test func whatArrivedOfTheBodyOfARedirectIsReceivedIfTheRequestIsCancelled() throws {
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: ["Location": "/b"])))
    fixture.tasks[0].send(.body(Data("mov".utf8)))
    fixture.tasks[0].send(.body(Data("ed".utf8)))
    started.request.cancel()
    expectEqual(try request().attempts.map { $0.response?.bodySize }, [5])
    expectEqual(bodies, ["received 5 bytes"])
  }

  @Test func theBodyOfARedirectIsNotProgressOfTheCaller() {
    let progress = Locked<[Int64]>([])
    _ = fixture.start { request in
      _ = request.progress(delivery: .inline) { step in progress.update { $0.append(step.completed) } }
    }
    fixture.tasks[0].respond(302, headers: ["Location": "/b"], body: "moved")
    fixture.tasks[1].respond(200, body: "ok")
    expectEqual(progress.value, [2])
  }

  // MARK: - Rejected responses

  @Test func aTraceSaysThatTheBodyOverTheLimitOfTheSessionIsCut() throws {
    let recorder = TraceRecorder(bodyLimit: 100)
    let fixture = SessionFixture {
      $0.monitors = [recorder]
      $0.maximumBodySize = 4
    }
    _ = fixture.start()
    fixture.tasks[0].respond(200, body: "too long")
    let response = recorder.trace.requests.first?.attempts.first?.response
    expectEqual(response?.bodySize, 8)
    expectEqual(response?.body, Trace.Body(data: Data("too ".utf8), isCut: true))
  }

  /// The progress of a caller whose request is configured so.
  private func progress(
    _ configure: @escaping (any NetworkRequesting) -> Void = { _ in }
  ) -> Locked<[TransferProgress]> {
    let progress = Locked<[TransferProgress]>([])
    _ = fixture.start { request in
      configure(request.progress(delivery: .inline) { step in progress.update { $0.append(step) } })
    }
    return progress
  }

  @Test(arguments: [503, 404, 401])
  func theBodyOfARejectedStatusIsNotProgressOfTheCaller(status: Int) {
    let progress = progress()
    fixture.tasks[0].respond(status, headers: ["Content-Length": "8"], body: "no, not ")
    expectTrue(progress.value.isEmpty)
    expectEqual(bodies, ["received 8 bytes"])
  }

  @Test func theAttemptAfterARejectedStatusIsReportedFromItsStart() {
    let progress = progress()
    fixture.tasks[0].respond(503, headers: ["Content-Length": "8"], body: "no, not ")
    begin(1, 200, ["Content-Length": "5"], "he", "llo")
    expectEqual(progress.value.map(\.completed), [2, 5])
    expectEqual(progress.value.map(\.total), [5, 5])
    expectEqual(bodies, ["received 8 bytes", "received 2 bytes", "received 5 bytes"])
  }

  @Test func theBodyOfARejectedContentTypeIsNotProgressOfTheCaller() {
    let progress = progress { _ = $0.validate(contentType: ["application/json"]) }
    fixture.tasks[0].respond(200, headers: ["Content-Type": "text/html"], body: "<p>Log in")
    expectTrue(progress.value.isEmpty)
  }

  @Test func aRejectedResponseWithoutABodyIsNotProgressOfTheCaller() {
    let progress = progress()
    fixture.tasks[0].respond(404, headers: ["Content-Length": "0"], body: "")
    expectTrue(progress.value.isEmpty)
    expectEqual(bodies, ["received 0 bytes"])
  }

  @Test func theBodyOfAnAcceptedStatusIsProgressWhateverItIs() {
    let progress = progress { _ = $0.validate(statusCode: [404]) }
    fixture.tasks[0].respond(404, headers: ["Content-Length": "5"], body: "hello")
    expectEqual(progress.value, [TransferProgress(completed: 5, total: 5)])
  }

  @Test func theBodyOfARejectedDownloadIsNotProgressOfTheCaller() {
    let progress = Locked<[Int64]>([])
    let request = fixture.session.get("https://example.com/a")
      .progress(delivery: .inline) { step in progress.update { $0.append(step.completed) } }
    request.download(to: .temporary, delivery: .inline) { _ in }
    fixture.tasks[0].respond(503, headers: ["Content-Length": "8"], body: "no, not ")
    begin(1, 200, ["Content-Length": "5"], "he", "llo")
    expectEqual(progress.value, [2, 5])
    request.cancel()
  }
}
