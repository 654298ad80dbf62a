import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Authentication in a session that runs one request at a time, `async` refreshes, and the events for
/// monitors.
@Suite struct AuthenticationSlotsTests {
  struct Token: AuthenticationCredential, Hashable, Codable {
    var access: String
  }

  /// Refreshes through the session that uses the authenticator, which is set later.
  final class OwnSessionAuthenticator: RequestAuthenticator {
    let network = Locked<(any Networking)?>(nil)

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.access))
    }

    func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      guard let network = network.value else { return completion(.failure(Broken())) }
      network.post("https://example.com/token").configure { $0.inheritsInterceptors = false }
        .response(delivery: .inline, responseSerializer: .decodable(of: Token.self)) {
          completion($0.result.mapError { $0 })
        }
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.access)"
    }
  }

  private struct Fixture {
    let authenticator = OwnSessionAuthenticator()
    let transport: MockTransport
    let scheduler = TestScheduler()
    let session: NetworkSession
    let lines = Captured<String>()

    init(limit: Int? = 1, token: StubResponse = .json(["access": "new"])) {
      let lines = lines
      let monitor = LoggingMonitor(level: .debug) { lines.set($1) }
      transport = MockTransport(delivery: .held, timer: scheduler)
      transport.stub(.get("https://example.com/{name}")) { request in
        request.headers["Authorization"] == "Bearer new" ? .text("ok") : .status(401)
      }
      transport.stub(.post("https://example.com/token"), with: token)
      var configuration = SessionConfiguration()
      configuration.maximumConcurrentRequests = limit
      configuration.interceptors = [
        AuthenticationInterceptor(
          authenticator: authenticator, credential: Token(access: "old"), timer: scheduler,
          monitors: [monitor])
      ]
      session = NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
      authenticator.network.update { $0 = session }
    }

    func start(_ name: String) -> Captured<DataResponse<String>> {
      let got = Captured<DataResponse<String>>()
      session.get("https://example.com/\(name)").response(delivery: .inline, responseSerializer: .string) {
        got.set($0)
      }
      return got
    }

    /// Completes the pending requests until none is left.
    func answerAll() {
      while let pending = transport.pending.first {
        expectEqual(transport.pending.count, 1)
        pending.complete()
      }
      // Breaks the retain cycle: the session holds the interceptor, which holds the session.
      authenticator.network.update { $0 = nil }
    }

    var calls: [String] { transport.requests.map { "\($0.method) \($0.url.path)" } }
  }

  @Test func theRefreshGetsASlotBecauseWaitingRequestsHoldNone() {
    let fixture = Fixture()
    let responses = ["a", "b", "c"].map(fixture.start)
    fixture.answerAll()
    expectEqual(responses.map { $0.values.map(\.value) }, [["ok"], ["ok"], ["ok"]])
    expectEqual(fixture.calls.filter { $0 == "POST /token" }.count, 1)
  }

  @Test func theRefreshQueuesBehindOtherRequests() {
    let fixture = Fixture()
    _ = ["a", "b", "c"].map(fixture.start)
    fixture.answerAll()
    expectEqual(Array(fixture.calls.prefix(4)), ["GET /a", "GET /b", "GET /c", "POST /token"])
  }

  @Test func theRefreshBypassesTheInterceptor() {
    let fixture = Fixture()
    _ = fixture.start("a")
    fixture.answerAll()
    let refresh = fixture.transport.requests.first { $0.method == .post }
    expectNotNil(refresh)
    expectNil(refresh?.headers["Authorization"])
  }

  @Test func aFailedRefreshFailsEachRequestOnceAndFreesTheSlot() {
    let fixture = Fixture(token: .status(400))
    let responses = ["a", "b", "c"].map(fixture.start)
    fixture.answerAll()
    expectEqual(responses.map { $0.values.map(\.error?.reason) }, Array(repeating: [.interceptor], count: 3))
    let causes = responses.compactMap { $0.value?.error?.underlyingError as? NetworkError }
    expectEqual(causes.map(\.reason), Array(repeating: .validation(.statusCode(400)), count: 3))
    expectEqual(fixture.calls.filter { $0 == "POST /token" }.count, 1)
  }

  @Test func aLateRejectionOfTheOldCredentialIsRetriedWithoutARefresh() {
    let fixture = Fixture(limit: nil)
    let first = fixture.start("a")
    let second = fixture.start("b")
    fixture.transport.pending[0].complete()
    fixture.transport.pending.last?.complete()
    fixture.transport.pending.last?.complete()
    expectEqual(first.value?.value, "ok")
    expectEqual(second.count, 0)
    fixture.answerAll()
    expectEqual(second.value?.value, "ok")
    expectEqual(fixture.calls.filter { $0 == "POST /token" }.count, 1)
  }

  @Test func theMonitorReceivesTheRefresh() {
    let fixture = Fixture()
    _ = ["a", "b"].map(fixture.start)
    fixture.answerAll()
    expectEqual(
      fixture.lines.values,
      [
        "authentication: refreshing the credential", "authentication: refreshed, 2 requests waited for it",
      ])
  }

  @Test func theMonitorReceivesAFailureWithoutSecrets() {
    let fixture = Fixture(token: .text("s3cret").status(400))
    _ = fixture.start("a")
    fixture.answerAll()
    expectEqual(
      fixture.lines.values.last,
      "authentication: the refresh failed: the status code 400 is not acceptable, 1 request waited for it")
  }

  // MARK: - Async variants

  private struct AsyncAuthenticator: AsyncRequestAuthenticator {
    var result: Result<Token, any Error>

    func refresh(_ credential: Token) async throws -> Token { try result.get() }
    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.access))
    }
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.access)"
    }
  }

  private func fetch(_ result: Result<Token, any Error>) async -> DataResponse<String> {
    // In real time the refresh, a task among those of all tests, could exceed its timeout.
    let scheduler = TestScheduler()
    let transport = MockTransport(timer: scheduler)
    transport.stub(.everything) { request in
      request.headers["Authorization"] == "Bearer new" ? .text("ok") : .status(401)
    }
    var configuration = SessionConfiguration()
    configuration.interceptors = [
      AuthenticationInterceptor(
        authenticator: AsyncAuthenticator(result: result), credential: Token(access: "old"), timer: scheduler)
    ]
    let session = NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
    return await session.get("https://example.com/").response(.string)
  }

  @Test func aRefreshCanBeAsync() async {
    expectEqual(await fetch(.success(Token(access: "new"))).value, "ok")
    #expect(await fetch(.failure(Broken())).error?.underlyingError is Broken)
  }

  private struct AsyncPolicy: AsyncRequestInterceptor {
    func adapt(_ request: TransportRequest) async throws -> TransportRequest {
      guard request.url.path != "/broken" else { throw Broken() }
      var request = request
      request.headers.update(name: "X-A", value: "1")
      return request
    }

    func retry(_ failure: RetryContext) async -> RetryDecision {
      failure.attempts == 1 ? .retry(after: .zero) : .pass
    }
  }

  @Test func anInterceptorCanBeAsync() async {
    let transport = MockTransport()
    transport.stub(.everything, withSequence: [.status(500), .text("ok")])
    var configuration = SessionConfiguration()
    configuration.interceptors = [AsyncPolicy()]
    let session = NetworkSession(configuration: configuration, transport: transport)
    expectEqual(await session.get("https://example.com/").response(.string).value, "ok")
    expectEqual(transport.requests.map { $0.headers["X-A"] }, ["1", "1"])
    #expect(
      await session.get("https://example.com/broken").response(.string).error?.underlyingError is Broken)
  }
}
