import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// What a recorder makes of the events of a session, in virtual time.
@Suite struct TraceRecorderTests {
  private let recorder = TraceRecorder()
  private let fixture: SessionFixture

  init() {
    fixture = SessionFixture { [recorder] in
      $0.monitors = [recorder]
      $0.interceptors = [RetryPolicy(maximumRetries: 1)]
    }
  }

  private var task: ScriptedTask { fixture.tasks[fixture.tasks.count - 1] }

  private func advance(_ seconds: Int) { fixture.timer.advance(by: .seconds(seconds)) }

  @Test func aRequestHasItsPhasesInVirtualTime() throws {
    _ = fixture.start(.get, "https://h.io/a?page=1")
    advance(1)
    task.send(.head(ResponseHead(status: 200, headers: ["Content-Type": "text/plain"])))
    advance(2)
    task.send(.body(Data("hello".utf8)))
    task.send(.finished(TransportTimings()))
    let trace = recorder.trace
    let request = try #require(trace.requests.first)
    expectEqual(request.url, "https://h.io/a?page=1")
    expectEqual(request.outcome, .finished(status: 200))
    expectEqual(request.end, .seconds(3))
    expectEqual(
      request.attempts.first?.phases,
      [
        Trace.Phase(.waiting, start: .zero, duration: .seconds(1)),
        Trace.Phase(.receiving, start: .seconds(1), duration: .seconds(2)),
      ])
    expectEqual(request.attempts.first?.response?.bodySize, 5)
    expectEqual(trace.start, TestScheduler.usualStartDate)
  }

  @Test func theTransportsTimesBecomePhases() throws {
    _ = fixture.start()
    advance(10)
    task.send(.head(ResponseHead(status: 200)))
    task.send(
      .finished(
        TransportTimings(
          nameLookup: .seconds(1), connect: .seconds(2), secureConnection: .seconds(3),
          connection: TransportConnection(remoteAddress: "192.0.2.1", remotePort: 443, isReused: false))))
    let attempt = try #require(recorder.trace.requests.first?.attempts.first)
    expectEqual(attempt.phases.map(\.kind), [.nameLookup, .connect, .secureConnection, .waiting, .receiving])
    expectEqual(attempt.phases.map(\.start), [0, 1, 3, 6, 10].map { .seconds($0) })
    expectEqual(attempt.connection?.address, "192.0.2.1")
  }

  @Test func eachAttemptHasTheSizeOfItsOwnBody() throws {
    _ = fixture.start { $0.retry(RetryPolicy(maximumRetries: 3, base: .zero)) }
    for body in ["sorry, the first", "sorry", "sorry, the third one"] { task.respond(503, body: body) }
    task.respond(200, body: "ok")
    let attempts = try #require(recorder.trace.requests.first?.attempts)
    expectEqual(attempts.map { $0.response?.bodySize }, [16, 5, 20, 2])
  }

  @Test func theRestOfADownloadThatBreaksOffDoesNotIncludeWhatWasThere() throws {
    let folder = try TemporaryFolder()
    fixture.session.get("https://h.io/film").retry(RetryPolicy(maximumRetries: 2, base: .zero))
      .download(to: .file(folder.file("film")), delivery: .inline) { _ in }
    let answers: [(Int, HTTPHeaders, String)] = [
      (200, [:], "AAAA"), (206, ["Content-Range": "bytes 4-9/10"], "B"),
      (206, ["Content-Range": "bytes 5-9/10"], "CCCCC"),
    ]
    for (index, (status, fields, text)) in answers.enumerated() {
      var headers = fields
      headers.add(name: "ETag", value: "\"1\"")
      task.send(.head(ResponseHead(status: status, headers: headers)))
      task.send(.body(Data(text.utf8)))
      task.send(index == 2 ? .finished(TransportTimings()) : .failed(Broken(), phase: .body))
    }
    let attempts = try #require(recorder.trace.requests.first?.attempts)
    expectEqual(attempts.map { $0.response?.bodySize }, [4, 1, 5])
  }

  @Test func aRetryIsAnAttemptAfterABackOff() throws {
    _ = fixture.start()
    task.respond(503, headers: ["Retry-After": "2"])
    advance(2)
    task.respond(200)
    let request = try #require(recorder.trace.requests.first)
    expectEqual(request.attempts.map(\.number), [1, 2])
    expectEqual(request.attempts.first?.response?.status, 503)
    expectEqual(request.attempts.first?.error?.contains("503"), true)
    #expect(request.phases.contains(Trace.Phase(.backOff, start: .zero, duration: .seconds(2))))
    expectEqual(request.notes.map(\.kind), [.retry])
  }

  @Test func aRedirectIsAnExchangeOfTheSameAttempt() throws {
    _ = fixture.start(.get, "https://h.io/a")
    task.respond(302, headers: ["Location": "/b"])
    advance(1)
    task.respond(200)
    let request = try #require(recorder.trace.requests.first)
    expectEqual(request.attempts.map(\.redirects), [0, 1])
    expectEqual(request.attempts.map(\.request.url), ["https://h.io/a", "https://h.io/b"])
    expectEqual(request.attempts.map { $0.response?.status }, [302, 200])
  }

  @Test func aPendingRequestLastsUntilNow() throws {
    _ = fixture.start()
    advance(7)
    let trace = recorder.trace
    expectEqual(trace.duration, .seconds(7))
    expectEqual(trace.requests.first?.outcome, .pending)
    expectEqual(
      trace.requests.first?.attempts.first?.phases, [Trace.Phase(.waiting, start: .zero, duration: nil)])
  }

  @Test func aCancelledRequestEndsThen() {
    let started = fixture.start()
    advance(1)
    started.request.cancel()
    expectEqual(recorder.trace.requests.first?.outcome, .cancelled)
    expectEqual(recorder.trace.requests.first?.end, .seconds(1))
  }

  @Test func aRequestThatIsNeverSentHasItsURLAndNoAttempt() {
    _ = fixture.start(.get, "https://h.io:x/")
    expectEqual(recorder.trace.requests.first?.url, "https://h.io:x/")
    expectEqual(recorder.trace.requests.first?.attempts, [])
  }

  @Test func theOldestRequestsAreDroppedFirst() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 3))
    let fixture = SessionFixture { $0.monitors = [recorder] }
    for number in 1...200 {
      _ = fixture.start(.get, "https://h.io/\(number)")
      fixture.tasks[number - 1].respond(200)
    }
    expectEqual(recorder.trace.requests.map(\.id), [198, 199, 200])
    expectEqual(recorder.trace.droppedRequests, 197)
  }

  @Test func theLimitOfBytesHoldsForHeaders() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(bytes: 10_000))
    let fixture = SessionFixture { $0.monitors = [recorder] }
    for number in 0..<10 {
      _ = fixture.start(.get, "https://h.io/a", headers: ["X-Long": String(repeating: "a", count: 2_000)])
      fixture.tasks[number].respond(200)
    }
    #expect((1...4).contains(recorder.trace.requests.count))
  }

  @Test func bodiesAreNotRecordedByDefault() {
    _ = fixture.start(.post, "https://h.io/a", content: .data(Data("order".utf8), contentType: nil))
    task.respond(200, body: "receipt")
    let attempt = recorder.trace.requests.first?.attempts.first
    expectNil(attempt?.request.body)
    expectEqual(attempt?.request.bodySize, 5)
    expectNil(attempt?.response?.body)
  }

  @Test func bodiesAreRecordedUpToTheLimitAndRedacted() throws {
    let recorder = TraceRecorder(bodyLimit: 30)
    let fixture = SessionFixture { $0.monitors = [recorder] }
    _ = fixture.start(.post, "https://h.io/a", content: .json(["password": "hunter2"]))
    fixture.tasks[0].respond(200, body: String(repeating: "a", count: 100))
    let attempt = try #require(recorder.trace.requests.first?.attempts.first)
    expectEqual(attempt.request.body?.data, Data(#"{"password":"<redacted>"}"#.utf8))
    expectEqual(attempt.response?.body, Trace.Body(data: Data(repeating: 0x61, count: 30), isCut: true))
  }

  @Test func twoSessionsShareOneTimeAxis() {
    let other = NetworkSession(
      configuration: {
        var c = SessionConfiguration(); c.monitors = [recorder]; return c
      }(),
      transport: fixture.transport, timer: fixture.timer)
    _ = fixture.start()
    advance(5)
    other.get("https://h.io/b").response(delivery: .inline, responseSerializer: .data) { _ in }
    expectEqual(recorder.trace.requests.map(\.session), [1, 2])
    expectEqual(recorder.trace.requests.map(\.start), [.zero, .seconds(5)])
  }

  @Test func theRedactionOfTheSessionApplies() {
    let recorder = TraceRecorder()
    let fixture = SessionFixture {
      $0.monitors = [recorder]
      $0.redaction.insert(queryName: "patient")
    }
    _ = fixture.start(.get, "https://h.io/a?patient=17")
    expectEqual(recorder.trace.requests.first?.url, "https://h.io/a?patient=<redacted>")
  }

  @Test func changesContainOnlyWhatChanged() {
    _ = fixture.start(.get, "https://h.io/a")
    _ = fixture.start(.get, "https://h.io/b")
    let first = recorder.changes()
    fixture.tasks[1].respond(200)
    expectEqual(recorder.changes(since: first.last).trace.requests.map(\.id), [2])
  }

  @Test func theStepsOfARunningRequestChangeTheTrace() throws {
    _ = fixture.start()
    advance(1)
    let first = recorder.changes()
    task.send(.head(ResponseHead(status: 206)))
    advance(1)
    let second = recorder.changes(since: first.last)
    expectEqual(second.trace.requests.first?.attempts.first?.response?.status, 206)
    #expect(recorder.changes(since: second.last).trace.requests.isEmpty)
    task.send(.body(Data("hello".utf8)))
    advance(1)
    expectEqual(recorder.changes(since: second.last).trace.requests.count, 1)
    task.send(.body(Data("hello".utf8)))
    task.send(.finished(TransportTimings()))
    let request = try #require(recorder.trace.requests.first)
    expectEqual(request.attempts.first?.response?.bodySize, 10)
    expectEqual(
      request.attempts.first?.phases,
      [
        Trace.Phase(.waiting, start: .zero, duration: .seconds(1)),
        Trace.Phase(.receiving, start: .seconds(1), duration: .seconds(2)),
      ])
  }

  @Test func runningRequestsDoNotReappearAfterClear() {
    _ = fixture.start()
    task.send(.head(ResponseHead(status: 200)))
    recorder.clear()
    task.send(.body(Data("hello".utf8)))
    expectTrue(recorder.trace.requests.isEmpty)
    task.send(.finished(TransportTimings()))
    expectTrue(recorder.trace.requests.isEmpty)
  }

  @Test func theLimitOfBytesHoldsForRunningRequests() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(bytes: 100_000))
    let fixture = SessionFixture { $0.monitors = [recorder] }
    for _ in 0..<100 {
      _ = fixture.start(.get, "https://h.io/a", headers: ["X-Long": String(repeating: "a", count: 2_000)])
    }
    #expect((10...50).contains(recorder.trace.requests.count))
  }

  @Test func aTraceSurvivesCoding() throws {
    _ = fixture.start()
    task.respond(503, headers: ["Retry-After": "2"])
    advance(2)
    task.respond(200, body: "hello")
    let trace = recorder.trace
    expectEqual(try JSONDecoder().decode(Trace.self, from: JSONEncoder().encode(trace)), trace)
  }

  @Test func aStreamThatRunsDuringAClearIsNotMistakenForALaterOne() {
    let early = recorder.beginStream("early")
    recorder.clear()
    let late = recorder.beginStream("late")
    early.add(.element, "wrong")
    early.add(.completion)
    late.add(.element, "right")
    expectEqual(recorder.trace.streams.map(\.name), ["late"])
    expectEqual(recorder.trace.streams.first?.marbles.map(\.text), ["right"])
    expectNil(recorder.trace.streams.first?.end)
  }

  @Test func theOldestStreamsAreDroppedFirst() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 3))
    let traces = (0..<20).map { recorder.beginStream($0 % 2 == 0 ? "even" : "odd") }
    traces[16].add(.element, "dropped")
    traces[18].add(.element, "kept")
    let streams = recorder.trace.streams
    expectEqual(streams.map(\.name), ["odd", "even", "odd"])
    expectEqual(streams.map(\.subscription), [9, 10, 10])
    expectEqual(streams.map { $0.marbles.map(\.text) }, [[], ["kept"], []])
  }

  @Test func theLimitOfBytesHoldsForStreams() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(bytes: 20_000))
    let fixture = SessionFixture { $0.monitors = [recorder] }
    _ = fixture.start()
    fixture.tasks[0].respond(200)
    fixture.timer.advance(by: .seconds(1))
    for number in 0..<10 {
      let stream = recorder.beginStream("\(number)")
      for _ in 0..<5 { stream.add(.element, String(repeating: "a", count: 1_000)) }
      fixture.timer.advance(by: .seconds(1))
    }
    expectEqual(recorder.trace.streams.map(\.name), ["6", "7", "8", "9"])
    expectEqual(recorder.trace.streams.map(\.marbles.count).suffix(3), [5, 5, 5])
    expectTrue(recorder.trace.requests.isEmpty)
    expectEqual(recorder.trace.droppedRequests, 1)
  }

  @Test func theNumbersOfStreamsWithManyNamesStayUnique() {
    let recorder = TraceRecorder(limits: TraceRecorder.Limits(requests: 2))
    for number in 0..<30 { _ = recorder.beginStream(number % 2 == 0 ? "same" : "name \(number)") }
    expectEqual(recorder.trace.streams.map(\.subscription), [15, 1])
  }

  @Test(arguments: [4_096, 4_097])
  func aRequestThatIsTooLongForATraceHasNoCommand(_ count: Int) throws {
    let url = "https://h.io/"
    _ = fixture.start(.get, url + String(repeating: "a", count: count - url.utf8.count))
    _ = fixture.start(.get, url, headers: ["X-A": String(repeating: "b", count: count)])
    let commands = recorder.trace.requests.map { $0.attempts.first?.request.curl }
    expectEqual(commands.map { $0 != nil }, [count == 4_096, count == 4_096])
  }
}
