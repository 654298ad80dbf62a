import Foundation
import Net
import NetTesting
import XCTest

/// The credentials of the service: a token for requests, and one for the next refresh.
struct TokenPair: AuthenticationCredential, Codable, Equatable {
  var access: String
  var refresh: String
}

struct TokenPairAuthenticator: RequestAuthenticator {
  /// A session without the interceptor.
  let network: any Networking

  func apply(_ credential: TokenPair, to request: inout TransportRequest) {
    request.headers.update(.authorization(bearerToken: credential.access))
  }

  func refresh(
    _ credential: TokenPair, completion: @escaping @Sendable (Result<TokenPair, any Error>) -> Void
  ) {
    network.post("https://api.example.com/token", parameters: ["refresh": credential.refresh])
      .response(delivery: .inline, responseSerializer: .decodable(of: TokenPair.self)) {
        completion($0.result.mapError { $0 })
      }
  }

  func isRequest(_ request: TransportRequest, authenticatedWith credential: TokenPair) -> Bool {
    request.headers["Authorization"] == "Bearer \(credential.access)"
  }
}

final class S11_TokenRefreshTests: XCTestCase {
  private let count = 50
  private let scheduler = TestScheduler()
  private var transport = MockTransport()
  private var interceptor: AuthenticationInterceptor<TokenPairAuthenticator>?

  /// Starts the requests, all of them in flight, and responds to each with 401.
  private func refused(tokenAnswer: StubResponse) -> [Captured<DataResponse<String>>] {
    let transport = MockTransport(delivery: .held, timer: scheduler, afterEach: self)
    transport.stub(.get("https://api.example.com/items/{number}")) { request in
      request.headers["Authorization"] == "Bearer new"
        ? .text("item \(request.url.lastPathComponent)") : .status(401)
    }
    transport.stub(.post("https://api.example.com/token"), with: tokenAnswer)
    let interceptor = AuthenticationInterceptor(
      authenticator: TokenPairAuthenticator(network: NetworkSession(transport: transport, timer: scheduler)),
      credential: TokenPair(access: "old", refresh: "r1"), timer: scheduler)
    var configuration = SessionConfiguration()
    configuration.interceptors = [interceptor, RetryPolicy()]
    let network = NetworkSession(configuration: configuration, transport: transport, timer: scheduler)
    self.transport = transport
    self.interceptor = interceptor
    let responses = (0..<count).map { number in
      let got = Captured<DataResponse<String>>()
      network.get("https://api.example.com/items/\(number)")
        .response(delivery: .inline, responseSerializer: .string) { got.set($0) }
      return got
    }
    XCTAssertEqual(transport.pending.count, count)
    for pending in transport.pending { pending.complete() }
    return responses
  }

  private func completeAll() {
    while let pending = transport.pending.first { pending.complete() }
  }

  private var refreshCalls: [RecordedRequest] { transport.requests.filter { $0.method == .post } }

  private let fresh = StubResponse.json(["access": "new", "refresh": "r2"])

  func test_S11_exactlyOneRefreshCallIsMade() {
    _ = refused(tokenAnswer: fresh)
    XCTAssertEqual(transport.pending.map(\.request.method), [.post])
    completeAll()
    XCTAssertEqual(refreshCalls.map { String(decoding: $0.body, as: UTF8.self) }, ["refresh=r1"])
  }

  func test_S11_allAreRetriedWithTheNewTokenAndSucceed() {
    let responses = refused(tokenAnswer: fresh)
    completeAll()
    XCTAssertEqual(responses.map { $0.values.map(\.value) }, (0..<count).map { ["item \($0)"] })
    let tokens = transport.requests.filter { $0.method == .get }.map { $0.headers["Authorization"] }
    XCTAssertEqual(
      tokens,
      Array(repeating: "Bearer old", count: count) + Array(repeating: "Bearer new", count: count))
  }

  func test_S11_theNewTokenCanBeRead() {
    _ = refused(tokenAnswer: fresh)
    completeAll()
    XCTAssertEqual(interceptor?.credential, TokenPair(access: "new", refresh: "r2"))
  }

  func test_S11_theRefreshCallHasNoToken() {
    _ = refused(tokenAnswer: fresh)
    XCTAssertEqual(refreshCalls.map { $0.headers["Authorization"] }, [nil])
    completeAll()
  }

  func test_S11_aFailedRefreshFailsEachRequestOnce() {
    let responses = refused(tokenAnswer: .status(400))
    completeAll()
    XCTAssertEqual(
      responses.map { $0.values.map(\.error?.reason) },
      Array(repeating: [.interceptor], count: count))
    XCTAssertEqual(refreshCalls.count, 1)
    XCTAssertEqual(transport.requests.count, count + 1)
  }

  func test_S11_theCauseIsTheErrorOfTheFailedRefresh() {
    let responses = refused(tokenAnswer: .status(400))
    completeAll()
    let errors = responses.compactMap { $0.value?.error }
    let causes = errors.compactMap { $0.underlyingError as? NetworkError }
    XCTAssertEqual(causes.map(\.reason), Array(repeating: .validation(.statusCode(400)), count: count))
    XCTAssertEqual(causes.map(\.request?.url.path), Array(repeating: "/token", count: count))
    XCTAssertEqual(errors.map(\.response?.status), Array(repeating: 401, count: count))
    XCTAssertFalse(errors.contains { $0.request?.url.path == "/token" })
  }
}
