import Dispatch
import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// The policies of a stream request over real local connections.
@Suite(.netTesting) struct StreamPoliciesOverSocketsTests {
  private let server: MockServer
  private let timer = TestScheduler()

  init() throws {
    server = MockServer(timer: timer, afterEach: .test)
    try server.start()
  }

  private func network(_ configure: (inout SessionConfiguration) -> Void = { _ in }) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.baseURL = server.baseURL
    configure(&configuration)
    return NetworkSession(configuration: configuration, timer: timer)
  }

  @Test func aFailureIsRetriedWithinOneSubscription() async throws {
    server.stub(
      .get("/a"), withSequence: [.status(503).header("Retry-After", "0"), .text("done")], then: .repeatingLast
    )
    let text = try await network().stream.get("a").retry(RetryPolicy()).string().value
    expectEqual(text, "done")
    expectEqual(server.requestCount, 2)
  }

  @Test func aRefusedCredentialIsRefreshedOnceForAllSubscriptions() async throws {
    server.stub(.get("/a")) {
      $0.headers["Authorization"] == "Bearer new" ? .text("done") : .status(401)
    }
    server.stub(.post("/token"), with: .text("new"))
    let authenticator = TokenAuthenticator(network: network())
    let text = network {
      $0.interceptors = [
        AuthenticationInterceptor(authenticator: authenticator, credential: Token(text: "old"))
      ]
    }.stream.get("a").string()
    let texts = try await Single.zip((0..<5).map { _ in text }).value
    expectEqual(texts, Array(repeating: "done", count: 5))
    expectEqual(server.requests.filter { $0.method == .post }.count, 1)
  }

  @Test func aRedirectIsFollowedWithItsBody() async throws {
    server.stub(.post("/a"), with: .redirect(to: "/b", status: 307))
    server.stub(.post("/b")) { .data($0.body) }
    let text = try await network().stream.post("a", httpBody: Data("hello".utf8)).string().value
    expectEqual(text, "hello")
  }

  @Test func aTotalTimeoutClosesTheConnection() async throws {
    server.stub(.get("/a"), with: .fault(.stall))
    let observed = network().stream.get("a").timeout(total: .seconds(3)).string().record(afterEach: .test)
    _ = try await server.takeRequest(timeout: .patience)
    timer.advance(by: .seconds(3))
    expectEqual((observed.error as? NetworkError)?.reason, .timeout(.total))
    try await server.waitForClientCloses(1, timeout: .patience)
  }

  @Test func disposingClosesTheConnectionWithoutARetry() async throws {
    server.stub(.get("/a"), with: .fault(.stall))
    let observed = network().stream.get("a").retry(RetryPolicy()).string().record(afterEach: .test)
    _ = try await server.takeRequest(timeout: .patience)
    observed.dispose()
    try await server.waitForClientCloses(1, timeout: .patience)
    timer.advance(by: .seconds(60))
    expectNil(observed.event)
    expectEqual(server.requestCount, 1)
  }

  private struct Token: AuthenticationCredential { var text: String }

  private struct TokenAuthenticator: RequestAuthenticator {
    let network: any Networking

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.text))
    }
    func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      network.post("token").response(delivery: .inline, responseSerializer: .string) {
        completion($0.result.map { Token(text: $0) }.mapError { $0 })
      }
    }
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.text)"
    }
  }
}
