import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A redirect without a location is a response, and a redirect that fails keeps its head and body.
@Suite struct RefusedRedirectTests {
  /// How a redirect fails, and the expected reason.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var name: String
    var location: String
    var failure: RedirectFailure
    var limit = 20
    var content: RequestContent?

    var testDescription: String { name }

    static let all = [
      Refusal(name: "limit", location: "/b", failure: .limit(1), limit: 1),
      Refusal(name: "insecure", location: "http://example.com/b", failure: .insecure),
      Refusal(name: "no URL", location: "ftp://example.com/b", failure: .location("ftp://example.com/b")),
      Refusal(
        name: "stream", location: "/b", failure: .bodyNotRepeatable,
        content: .stream(
          BodyStream(isRepeatable: false) { Once(rest: Data("x".utf8)) }, contentType: "text/plain")),
    ]

    struct Once: BodyReader {
      var rest: Data

      mutating func read(atMost count: Int) -> Data? {
        defer { rest = Data() }
        return rest.isEmpty ? nil : rest
      }
    }
  }

  private func fixture(_ refusal: Refusal) -> SessionFixture {
    // The transport reads the body, as if it sent it.
    SessionFixture(
      onResume: { _ = try? $0.request.body.contents() },
      configure: { $0.redirects = RedirectPolicy(limit: refusal.limit) })
  }

  /// Follows the redirects before the last one, and returns the task that receives the last.
  private func lastTask(_ fixture: SessionFixture, _ refusal: Refusal) -> ScriptedTask {
    guard refusal.limit == 1 else { return fixture.tasks[0] }
    fixture.tasks[0].respond(307, headers: ["Location": "/a"])
    return fixture.tasks[1]
  }

  @Test(arguments: Refusal.all) func theErrorHasTheHeadAndTheBody(refusal: Refusal) {
    let fixture = fixture(refusal)
    let started = fixture.start(refusal.content == nil ? .get : .post, content: refusal.content)
    let headers: HTTPHeaders = ["Location": refusal.location, "X-A": "1"]
    lastTask(fixture, refusal).respond(307, headers: headers, body: "not there")
    expectEqual(started.reason, .redirect(refusal.failure))
    expectEqual(started.outcome?.response?.headers["X-A"], "1")
    expectEqual(started.outcome?.error?.data, Data("not there".utf8))
    expectEqual(started.count, 1)
  }

  @Test(arguments: Refusal.all.filter { $0.content == nil })
  func aStreamedRequestKeepsHeadAndBody(refusal: Refusal) {
    let fixture = fixture(refusal)
    let consumer = ScriptedConsumer(takesAtOnce: true)
    let started = fixture.stream(to: consumer)
    lastTask(fixture, refusal).respond(302, headers: ["Location": refusal.location], body: "not there")
    expectEqual(started.reason, .redirect(refusal.failure))
    expectEqual(started.outcome?.response?.status, 302)
    expectEqual(started.text, "not there")
    expectEqual(consumer.log, [])
  }

  @Test(arguments: Refusal.all.filter { $0.content == nil })
  func aDownloadKeepsHeadAndBodyAndWritesNoFile(refusal: Refusal) throws {
    let folder = try TemporaryFolder()
    let fixture = fixture(refusal)
    let got = Captured<DataResponse<URL>>()
    let request = fixture.session.request(RequestDescription("https://example.com/a"))
    request.download(to: .file(folder.file("film")), delivery: .inline) { got.set($0) }
    lastTask(fixture, refusal).respond(302, headers: ["Location": refusal.location], body: "not there")
    expectEqual(got.value?.error?.reason, .redirect(refusal.failure))
    expectEqual(got.value?.error?.response?.status, 302)
    expectEqual(got.value?.error?.data, Data("not there".utf8))
    #expect(!FileManager.default.fileExists(atPath: folder.file("film").path))
  }

  @Test func onlyTheStartOfAnEndlessBodyIsKept() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: ["Location": "ftp://x/"])))
    fixture.tasks[0].send(.body(Data(count: 65_536)))
    expectEqual(started.count, 0)
    fixture.tasks[0].send(.body(Data(count: 65_536)))
    expectEqual(started.outcome?.error?.data?.count, 65_536)
    expectEqual(fixture.tasks.map(\.isCancelled), [true])
  }

  @Test func anInterruptedBodyDoesNotChangeTheReason() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: ["Location": "ftp://x/"])))
    fixture.tasks[0].send(.body(Data("half".utf8)))
    fixture.tasks[0].send(.failed(Broken(), phase: .body))
    expectEqual(started.reason, .redirect(.location("ftp://x/")))
    expectEqual(started.outcome?.error?.data, Data("half".utf8))
  }

  @Test func theIdleTimeoutLimitsTheWaitForTheBody() {
    let fixture = SessionFixture { $0.timeouts = RequestTimeouts(idle: .seconds(5)) }
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: ["Location": "ftp://x/"])))
    fixture.timer.advance(by: .seconds(5))
    expectEqual(started.reason, .redirect(.location("ftp://x/")))
    expectEqual(fixture.tasks.map(\.isCancelled), [true])
  }

  @Test func aBodyThatKeepsArrivingIsNotCutByTheIdleTimeout() {
    let fixture = SessionFixture { $0.timeouts = RequestTimeouts(idle: .seconds(2)) }
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: ["Location": "ftp://x/"])))
    for text in ["mov", "ed"] {
      fixture.timer.advance(by: .milliseconds(1_500))
      fixture.tasks[0].send(.body(Data(text.utf8)))
    }
    fixture.tasks[0].send(.finished(TransportTimings()))
    expectEqual(started.reason, .redirect(.location("ftp://x/")))
    expectEqual(started.outcome?.error?.data, Data("moved".utf8))
    expectEqual(started.outcome?.timings.bytesReceived, 5)
  }

  @Test func anInvalidRequestFromTheRedirectClosureFailsWithHeadAndBody() {
    let fixture = SessionFixture {
      $0.redirects = .modify { _, request in
        var request = request
        request.headers.add(name: "X-A", value: "\r\n")
        return request
      }
    }
    let started = fixture.start()
    fixture.tasks[0].respond(302, headers: ["Location": "/b"], body: "moved")
    expectEqual(started.reason, .invalidRequest(.header(name: "X-A", value: "\r\n")))
    expectEqual(started.outcome?.response?.status, 302)
    expectEqual(started.outcome?.error?.data, Data("moved".utf8))
  }

  @Test func cancellingDuringTheBodyFailsTheRequestAsCancelled() {
    let fixture = SessionFixture()
    let started = fixture.start()
    fixture.tasks[0].send(.head(ResponseHead(status: 302, headers: ["Location": "ftp://x/"])))
    started.request.cancel()
    expectEqual(started.reason, .cancelled)
    expectEqual(fixture.tasks.map(\.isCancelled), [true])
  }

  // MARK: - Without a Location

  @Test(arguments: [300, 301, 302, 303, 304, 305, 307, 308])
  func withoutALocationTheRedirectIsValidatedAsAResponse(status: Int) {
    let fixture = SessionFixture()
    let refused = fixture.start()
    fixture.tasks[0].respond(status, headers: ["Range": "bytes=0-42"], body: "more")
    expectEqual(refused.reason, .validation(.statusCode(status)))
    expectEqual(refused.outcome?.response?.headers["Range"], "bytes=0-42")
    expectEqual(refused.outcome?.error?.data, Data("more".utf8))
    let accepted = fixture.start { $0.validate(statusCode: [status]) }
    fixture.tasks[1].respond(status, headers: ["Range": "bytes=0-42"], body: "more")
    expectEqual(accepted.text, "more")
  }

  @Test func withAnEmptyLocationTheRedirectIsTheResponse() {
    let fixture = SessionFixture()
    let accepted = fixture.start { $0.validate(statusCode: [302]) }
    fixture.tasks[0].respond(302, headers: ["Location": ""], body: "more")
    expectEqual(accepted.text, "more")
    expectEqual(fixture.tasks.count, 1)
  }

  @Test func withoutALocationTheRedirectCanBeStreamed() {
    let fixture = SessionFixture()
    let consumer = ScriptedConsumer(takesAtOnce: true)
    let started = fixture.stream(to: consumer) { $0.validate(statusCode: [308]) }
    fixture.tasks[0].respond(308, body: "more")
    expectNil(started.outcome?.error)
    expectEqual(consumer.log, ["head 308", "more"])
  }
}
