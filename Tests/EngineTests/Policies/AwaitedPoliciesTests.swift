import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The policies of an awaited request, on a mocked transport and without real time.
@Suite struct AwaitedPoliciesTests {
  private let transport = MockTransport()
  private let timer = EagerTimer()
  private let url = "https://example.com/a"

  private func session(
    timer: (any NetworkTimer)? = nil, _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.timeouts = RequestTimeouts()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport, timer: timer ?? self.timer)
  }

  @Test func aFailedRequestIsRetried() async throws {
    transport.stub(.everything, withSequence: [.status(503).header("Retry-After", "5"), .text("done")])
    let network = session { $0.interceptors = [RetryPolicy()] }
    expectEqual(try await network.get(url).string(), "done")
    expectEqual(timer.delays.values, [.seconds(5)])
  }

  private struct Token: AuthenticationCredential { var text: String }

  private struct Authenticator: RequestAuthenticator {
    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.text))
    }
    func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      completion(.success(Token(text: "new")))
    }
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.text)"
    }
  }

  @Test func aCredentialIsRefreshed() async throws {
    transport.stub(.everything, with: .status(401))
    transport.stub(.header("Authorization", equals: "Bearer new"), with: .text("done"))
    // Its time stands still: the eager timer would let the refresh time out before it has ended.
    let network = session(timer: TestScheduler()) {
      $0.interceptors = [
        AuthenticationInterceptor(authenticator: Authenticator(), credential: Token(text: "old"))
      ]
    }
    expectEqual(try await network.get(url).string(), "done")
    expectEqual(transport.requests.map { $0.headers["Authorization"] }, ["Bearer old", "Bearer new"])
  }

  @Test func aRedirectIsFollowedOrDelivered() async throws {
    transport.stub(.get("/a"), with: .redirect(to: "/b"))
    transport.stub(.get("/b"), with: .text("b"))
    expectEqual(try await session().get(url).string(), "b")
    let refused = await session().get(url).redirects(.refuse).response(.string)
    expectEqual(refused.error?.reason, .validation(.statusCode(302)))
  }

  @Test func aRequestWithoutAResponseTimesOut() async {
    transport.delivery = .held
    transport.stub(.everything, with: .text("late"))
    let error = await #expect(throws: NetworkError.self) {
      try await session().get(url).timeout(idle: .seconds(3)).string()
    }
    expectEqual(error?.reason, .timeout(.idle))
    expectEqual(timer.delays.values.first, .seconds(3))
  }

  @Test func cancellingDuringTheBackOffEndsTheRequest() async {
    let (retries, continuation) = AsyncStream<Void>.makeStream()
    let scheduler = TestScheduler()
    transport.stub(.everything, with: .status(503).header("Retry-After", "5"))
    let network = session(timer: scheduler) {
      $0.interceptors = [RetryPolicy()]
      $0.monitors = [RetryMonitor { continuation.yield() }]
    }
    let task = Task { [url] in try await network.get(url).string() }
    for await _ in retries { break }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    scheduler.advance(by: .seconds(60))
    expectEqual(transport.requests.count, 1)
  }

  private struct RetryMonitor: EventMonitor {
    let willRetry: @Sendable () -> Void

    func request(_ id: RequestID, did event: RequestEvent) { if case .willRetry = event { willRetry() } }
  }
}
