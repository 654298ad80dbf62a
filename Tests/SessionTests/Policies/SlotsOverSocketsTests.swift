import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

/// Limits on concurrent requests, and timeouts, with each transport over real connections on this machine.
final class SlotsOverSocketsTests: TransportTestCase {
  /// A handler that responds when the test opens it, and counts the waiting requests.
  private struct Gate: Sendable {
    let arrived = Captured<String>()
    let waiting = Locked((now: 0, most: 0))
    private let next = DispatchSemaphore(value: 0)

    func pass(_ request: RecordedRequest) -> StubResponse {
      waiting.update { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      arrived.set(request.url.lastPathComponent)
      _ = next.wait(timeout: .patience)
      waiting.update { $0.now -= 1 }
      return .text(request.url.lastPathComponent)
    }

    func open() { next.signal() }
  }

  /// A server that makes requests of `/held/…` wait at the gate, and responds to all others at once.
  private func server(_ gate: Gate) throws -> MockServer {
    let server = MockServer(afterEach: self)
    server.stub(.get("/free"), with: .text("free"))
    server.stub(.get("/held/{name}")) { gate.pass($0) }
    try server.start()
    return server
  }

  private func session(
    timer: any NetworkTimer = TestScheduler(), _ configure: (inout SessionConfiguration) -> Void
  ) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.timeouts = RequestTimeouts()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  /// Starts a request and returns its captured responses.
  private func start<Configured>(
    _ session: NetworkSession, _ server: MockServer, _ name: String,
    _ configure: (any NetworkRequesting) -> Configured = { _ in }
  ) -> Captured<DataResponse<String>> {
    let got = Captured<DataResponse<String>>()
    let request = session.get(server.baseURL.appending(path: "held/\(name)"))
    _ = configure(request)
    request.response(delivery: .inline, responseSerializer: .string) { got.set($0) }
    return got
  }

  func testAnAcceptedEventStreamOccupiesNoSlot() async throws {
    let server = try server(Gate())
    let pieces = [StubChunk("data: 1\n\n"), StubChunk("data: 2\n\n", after: .seconds(3600))]
    server.stub(.get("/events"), with: .stream(pieces).header("Content-Type", "text/event-stream"))
    let session = session { $0.maximumConcurrentRequests = 1 }
    let events = Captured<String>()
    let source = EventSource(
      RequestDescription(server.baseURL.appending(path: "events")), network: session)
    source.open(delivery: .inline) { if case .event(let event) = $0 { events.set(event.data) } }
    let first = await events.next(within: .patience)
    XCTAssertEqual(first, "1")
    let other = await session.get(server.baseURL.appending(path: "free")).response(.string)
    XCTAssertEqual(other.value, "free")
    source.close()
  }

  private func limited(_ limit: (inout SessionConfiguration) -> Void) async throws {
    let gate = Gate()
    let server = try server(gate)
    let session = session(limit)
    let got = (0..<6).map { start(session, server, "\($0)") }
    for _ in 0..<2 { _ = await gate.arrived.next(within: .patience) }
    // When a request without a limit has completed, any other request that was sent has arrived too.
    _ = try await NetworkSession(transport: transport).get(server.baseURL.appending(path: "free")).string()
    for number in 0..<6 {
      gate.open()
      if number < 4 { _ = await gate.arrived.next(within: .patience) }
    }
    for got in got { _ = await got.next(within: .patience) }
    XCTAssertEqual(got.map { $0.values.map(\.value) }, (0..<6).map { ["\($0)"] })
    XCTAssertEqual(gate.waiting.value.most, 2)
    XCTAssertEqual(Set(gate.arrived.values.prefix(2)), ["0", "1"])
  }

  func testTheConcurrencyLimitIsEnforced() async throws {
    try await overEach { try await limited { $0.maximumConcurrentRequests = 2 } }
  }

  func testTheConcurrencyLimitPerHostIsEnforced() async throws {
    try await overEach { try await limited { $0.maximumConcurrentRequestsPerHost = 2 } }
  }

  func testTheQueueTimeoutEndsTheWaitForASlot() async throws {
    try await overEach {
      let (gate, timer) = (Gate(), TestScheduler())
      let server = try server(gate)
      let session = session(timer: timer) {
        $0.maximumConcurrentRequests = 1
        $0.timeouts.queue = .seconds(3)
      }
      let first = start(session, server, "first")
      _ = await gate.arrived.next(within: .patience)
      let second = start(session, server, "second")
      timer.advance(by: .seconds(3))
      XCTAssertEqual(second.values.map(\.error?.reason), [.timeout(.queue)])
      gate.open()
      let response = await first.next(within: .patience)
      XCTAssertEqual(response?.value, "first")
      XCTAssertEqual(server.requests.map(\.url.path), ["/held/first"])
    }
  }

  func testTheTotalTimeoutClosesTheConnection() async throws {
    try await overEach {
      let (gate, timer) = (Gate(), TestScheduler())
      let server = try server(gate)
      let session = session(timer: timer) { $0.interceptors = [RetryPolicy()] }
      let got = start(session, server, "a") { $0.timeout(total: .seconds(3)) }
      _ = await gate.arrived.next(within: .patience)
      timer.advance(by: .seconds(3))
      XCTAssertEqual(got.values.map(\.error?.reason), [.timeout(.total)])
      try await server.waitForClientCloses(1, timeout: .patience)
      gate.open()
    }
  }

  func testARefreshGetsASlotBecauseWaitingRequestsHoldNone() async throws {
    try await overEach {
      let server = MockServer(afterEach: self)
      server.stub(.get("/item")) {
        $0.headers["Authorization"] == "Bearer new" ? .text("item") : .status(401)
      }
      server.stub(.post("/token"), with: .text("new"))
      try server.start()
      let authenticator = OwnSessionAuthenticator(tokens: server.baseURL.appending(path: "token"))
      let session = session {
        $0.maximumConcurrentRequests = 1
        $0.interceptors = [
          AuthenticationInterceptor(authenticator: authenticator, credential: Token(text: "old"))
        ]
      }
      authenticator.network.update { $0 = session }
      let url = server.baseURL.appending(path: "item")
      async let first = session.get(url).string()
      async let second = session.get(url).string()
      let texts = try await [first, second]
      XCTAssertEqual(texts, ["item", "item"])
      XCTAssertEqual(server.requests.filter { $0.method == .post }.count, 1)
      // Breaks the retain cycle: the session holds the interceptor, which holds the session.
      authenticator.network.update { $0 = nil }
    }
  }

  private struct Token: AuthenticationCredential { var text: String }

  /// Refreshes through the session that uses the authenticator.
  private struct OwnSessionAuthenticator: RequestAuthenticator {
    let tokens: URL
    let network = Locked<(any Networking)?>(nil)

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.text))
    }
    func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      network.value?.post(tokens).configure { $0.inheritsInterceptors = false }
        .response(delivery: .inline, responseSerializer: .string) {
          completion($0.result.map { Token(text: $0) }.mapError { $0 })
        }
    }
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.text)"
    }
  }
}
