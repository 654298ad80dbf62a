import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// A request is released once it has ended.
///
/// While it runs, it needs no other owner.
@Suite struct ReleaseTests {
  private final class Token: Sendable {}

  private struct Weak: Sendable {
    weak let request: (any NetworkRequesting)?
    weak let token: Token?

    var isGone: Bool { request == nil && token == nil }
  }

  /// Starts a request whose handlers retain a token, and retains neither.
  private func start(_ fixture: SessionFixture) -> Weak {
    let token = Token()
    let started = fixture.start { request in
      _ = request.onHTTPResponse { _ in _ = token }
      _ = request.progress(delivery: .inline) { _ in _ = token }
      _ = request.validate { _ in _ = token }
      request.response(delivery: .inline, responseSerializer: .data) { _ in _ = token }
    }
    return Weak(request: started.request, token: token)
  }

  @Test func aRequestIsReleasedAfterItsResponse() {
    let fixture = SessionFixture { $0.timeouts.total = .seconds(10) }
    let weak = start(fixture)
    expectFalse(weak.isGone)
    fixture.tasks[0].respond(200, body: "x")
    expectTrue(weak.isGone)
  }

  @Test func aRequestIsReleasedAfterAFailure() {
    let fixture = SessionFixture()
    let weak = start(fixture)
    fixture.tasks[0].send(.failed(Broken(), phase: .head))
    expectTrue(weak.isGone)
  }

  @Test func aRequestIsReleasedAfterATimeout() {
    let fixture = SessionFixture()
    let weak = start(fixture)
    fixture.timer.advance(by: .seconds(60))
    expectTrue(weak.isGone)
  }

  @Test func aRequestIsReleasedAfterACancellation() {
    let fixture = SessionFixture { $0.timeouts.total = .seconds(10) }
    let token = Token()
    let weak: Weak
    do {
      let started = fixture.start { $0.onHTTPResponse { _ in _ = token } }
      weak = Weak(request: started.request, token: nil)
      started.request.cancel()
    }
    expectTrue(weak.isGone)
  }

  /// A fixture whose requests are answered inside `resume()`, so that no other thread holds them.
  private func answering(_ chunks: [String], failing: Bool = false) -> SessionFixture {
    SessionFixture(onResume: { task in
      task.send(.head(ResponseHead(status: 200)))
      for chunk in chunks { task.send(.body(Data(chunk.utf8))) }
      task.send(failing ? .failed(Broken(), phase: .body) : .finished(TransportTimings()))
    })
  }

  /// Makes a request and uses it, and retains nothing of it.
  private func used(
    _ fixture: SessionFixture, _ use: (any NetworkRequesting) async throws -> Void
  ) async rethrows -> Weak {
    let request = fixture.session.get("https://example.com/")
    try await use(request)
    return Weak(request: request, token: nil)
  }

  @Test func aRequestWhoseChunksWereReadIsReleased() async throws {
    let weak = try await used(answering(["a", "b"])) { for try await _ in $0.chunks() {} }
    expectTrue(weak.isGone)
  }

  @Test func aRequestThatFailsWhileItsChunksAreReadIsReleased() async {
    let weak = await used(answering(["a"], failing: true)) { request in
      await #expect(throws: NetworkError.self) { for try await _ in request.chunks() {} }
    }
    expectTrue(weak.isGone)
  }

  @Test func aRequestWhoseChunksAreNoLongerReadIsReleased() async throws {
    let weak = try await used(answering(["a", "b"])) { for try await _ in $0.chunks() { break } }
    expectTrue(weak.isGone)
  }

  @Test func aRequestWhoseLinesWereReadIsReleased() async throws {
    let weak = try await used(answering(["a\nb", "c\n"])) { for try await _ in $0.lines() {} }
    expectTrue(weak.isGone)
  }

  @Test(arguments: [false, true]) func aStreamWhoseHandlerHoldsItsRequestIsReleased(failing: Bool) async {
    let weak = await used(answering(["a", "b"], failing: failing)) { request in
      request.responseStream(delivery: .inline) { event in
        if case .complete = event { request.cancel() }
      }
    }
    expectTrue(weak.isGone)
  }

  @Test func aCancelledStreamWhoseHandlerHoldsItsRequestIsReleased() async {
    let weak = await used(SessionFixture()) { request in
      request.responseStream(delivery: .inline) { _ in _ = request }
      request.cancel()
    }
    expectTrue(weak.isGone)
  }

  private final class Holder: RequestInterceptor {
    let request: any NetworkRequesting

    init(_ request: any NetworkRequesting) { self.request = request }
  }

  @Test func aRequestWhoseInterceptorHoldsItIsReleased() async {
    let weak = await used(answering([])) { $0.intercept(Holder($0)).responseVoid { _ in } }
    expectTrue(weak.isGone)
  }

  @Test func aRequestWhoseValidationHoldsItIsReleased() async {
    let weak = await used(answering([])) { request in
      request.validate { _ in _ = request }.responseVoid { _ in }
    }
    expectTrue(weak.isGone)
  }

  private struct HoldingEncoder: DataEncoder {
    let request: any NetworkRequesting

    func encode<Value: Encodable>(_ value: Value) throws -> Data { try JSONEncoder().encode(value) }
  }

  private struct Reader: BodyReader {
    let request: any NetworkRequesting

    mutating func read(atMost count: Int) throws -> Data? { nil }
  }

  /// Lets a part of the request's description hold the request.
  private static let holders: [String: @Sendable (any NetworkRequesting) -> Void] = [
    "redirects": { request in
      _ = request.redirects(
        .modify { _, next in
          request.cancel()
          return next
        })
    },
    "encoder": { request in
      _ = request.configure {
        $0.encoder = HoldingEncoder(request: request)
        $0.method = .post
        $0.content = .encodable(1)
      }
    },
    "stream": { request in
      _ = request.configure {
        $0.method = .post
        $0.content = .stream(BodyStream { Reader(request: request) })
      }
    },
    "form": { request in
      var form = MultipartFormData()
      form.append(stream: BodyStream { Reader(request: request) }, name: "a", fileName: "b")
      _ = request.configure { [form] in
        $0.method = .post
        $0.content = .multipart(form)
      }
    },
  ]

  @Test(
    arguments: holders.keys.sorted(),
    ["response", "failure", "cancellation", "cancellation before the start"])
  func aRequestThatItsDescriptionHoldsIsReleased(_ part: String, _ end: String) async throws {
    let hold = try #require(Self.holders[part])
    var events: [TransportEvent] = [.head(ResponseHead(status: 200)), .finished(TransportTimings())]
    if end == "failure" { events = [.failed(Broken(), phase: .head)] }
    if end == "cancellation" { events = [] }
    let session = NetworkSession(transport: ForgetfulTransport(events: events), timer: TestScheduler())
    weak var weakRequest: (any NetworkRequesting)?
    do {
      let request = session.get("https://example.com/")
      weakRequest = request
      hold(request)
      if end == "cancellation before the start" { request.cancel() }
      request.response(delivery: .inline, responseSerializer: .data) { _ in }
      request.cancel()
    }
    expectNil(weakRequest)
  }

  @Test(arguments: [false, true]) func aRequestThatItsDestinationHoldsIsReleased(failing: Bool) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a")
    let weak = await used(answering(["a"], failing: failing)) { request in
      let destination = DownloadDestination { _ in
        request.cancel()
        return file
      }
      request.download(to: destination, delivery: .inline) { _ in }
    }
    expectTrue(weak.isGone)
    withExtendedLifetime(folder) {}
  }

  @Test func theBodyThatWasSentIsShownAfterTheEndButCannotBeRead() throws {
    let stream = BodyStream(count: 0) { InputStream(data: Data()) }
    let started = answering([]).start(.post, content: .stream(stream, contentType: "text/plain"))
    let body = try #require(started.request.request?.body)
    expectEqual(body, .stream(stream))
    expectEqual(started.outcome?.request?.body, .stream(stream))
    #expect(throws: RequestBodyError.notRepeatable) { try body.reader() }
    #expect(throws: Never.self) { try started.outcome?.request?.body.reader() }
    #expect(started.request.cURLDescription.contains("--data-binary @body"))
  }

  @Test func aRequestThatIsNeverStartedIsReleased() {
    let fixture = SessionFixture()
    let weak: Weak
    do {
      let request = fixture.session.get("https://example.com/")
      weak = Weak(request: request, token: nil)
    }
    expectTrue(weak.isGone)
  }

  @Test func aSessionCanBeReleasedBeforeItsRequestEnds() {
    var session: NetworkSession?
    let transport = ScriptedTransport()
    session = NetworkSession(transport: transport, timer: TestScheduler())
    weak let weakSession = session
    let outcomes = Locked(0)
    session?.get("https://example.com/").response(delivery: .inline, responseSerializer: .data) { _ in
      outcomes.update { $0 += 1 }
    }
    session = nil
    expectNil(weakSession)
    transport.tasks[0].respond(200)
    expectEqual(outcomes.value, 1)
  }
}

/// A transport that keeps no request, and sends the same events to each.
private struct ForgetfulTransport: Transport {
  private struct Task: TransportTask {
    let events: [TransportEvent]
    let receiver: any TransportReceiver

    func resume() { for event in events { receiver.receive(event) } }
    func pause() {}
    func proceed() {}
    func cancel() {}
  }

  let events: [TransportEvent]

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    Task(events: events, receiver: receiver)
  }
}
