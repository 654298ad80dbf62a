import Foundation
@testable import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a request fails with if another one, which it depends on, has failed: the refresh of its token, the request of
/// an adapter, or the response that is its body.
@Suite struct ErrorsOfOtherRequestsTests {
  /// Where the error of the other request enters.
  enum Source: CaseIterable, CustomStringConvertible {
    case adapter, asyncAdapter, earlyRefresh, refresh, asyncRefresh, retrier, body, repeatableBody, rule,
      parser

    var description: String {
      switch self {
      case .adapter: "an adapter"
      case .asyncAdapter: "an async adapter"
      case .earlyRefresh: "a refresh before the request"
      case .refresh: "a refresh"
      case .asyncRefresh: "an async refresh"
      case .retrier: "a retrier"
      case .body: "a body"
      case .repeatableBody: "a body that can be sent again"
      case .rule: "a rule"
      case .parser: "a parser"
      }
    }

    /// The status of this request's response; nil if it has none.
    var status: Int? {
      switch self {
      case .adapter, .asyncAdapter, .earlyRefresh, .body, .repeatableBody: nil
      case .refresh, .asyncRefresh, .retrier: 401
      case .rule, .parser: 200
      }
    }

    /// Whether this request was sent.
    var isSent: Bool {
      switch self {
      case .adapter, .asyncAdapter, .earlyRefresh: false
      default: true
      }
    }

    func isReason(_ reason: NetworkError.Reason?) -> Bool {
      switch (self, reason) {
      case (.body, .transport), (.repeatableBody, .transport), (.rule, .validation(.custom)),
        (.parser, .serialization):
        true
      case (.body, _), (.repeatableBody, _), (.rule, _), (.parser, _): false
      case (_, .interceptor): true
      default: false
      }
    }
  }

  /// How the other request has failed.
  enum Kind: CaseIterable { case status, transport, timeout, cancelled, finished, decoding }

  private struct Token: AuthenticationCredential {
    var requiresRefresh = false
  }

  private struct Authenticator: RequestAuthenticator {
    let error: any Error

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(name: "Authorization", value: "a")
    }
    func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      completion(.failure(error))
    }
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool { true }
  }

  private struct AsyncAuthenticator: AsyncRequestAuthenticator {
    let error: any Error

    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(name: "Authorization", value: "a")
    }
    func refresh(_ credential: Token) async throws -> Token { throw error }
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool { true }
  }

  private struct AsyncAdapter: AsyncRequestInterceptor {
    let error: any Error

    func adapt(_ request: TransportRequest) async throws -> TransportRequest { throw error }
  }

  private struct BrokenParser: StreamParser {
    let error: any Error

    mutating func append(_ chunk: Data) {}
    mutating func finish() {}
    mutating func next() throws -> String? { throw error }
  }

  private static let url = "https://a.test/recipes/1"
  private static let tokenURL = "https://auth.test/token"

  /// Returns the error of a request for a token, in a separate session.
  private func failure(_ kind: Kind) throws -> NetworkError {
    let other = SessionFixture { $0.timeouts.total = .seconds(1) }
    if kind == .finished { other.session.finish(queue: DispatchQueue(label: "finish")) {} }
    let request = other.session.request(RequestDescription(Self.tokenURL, method: .post))
    let started = SessionFixture.Started(request, responseSerializer: .decodable(of: Int.self))
    switch kind {
    case .status: other.tasks[0].respond(404, body: #"{"error":"invalid_grant"}"#)
    case .transport: other.tasks[0].send(.failed(URLError(.notConnectedToInternet), phase: .connect))
    case .timeout: other.timer.advance(by: .seconds(1))
    case .cancelled: other.session.cancelAll()
    case .finished: break
    case .decoding: other.tasks[0].respond(200, headers: ["Content-Type": "application/json"], body: "{")
    }
    return try #require(started.outcome?.error)
  }

  /// Returns the response of a request that fails at this source with the error.
  private func response(
    _ source: Source, _ error: any Error, transport: MockTransport = MockTransport(timer: TestScheduler())
  ) async -> DataResponse<Void> {
    let isRefresh = source == .refresh || source == .asyncRefresh || source == .retrier
    transport.stub(.get(Self.url), with: .json(#"{"error":"expired"}"#).status(isRefresh ? 401 : 200))
    transport.stub(.put(Self.url), with: .status(200))
    let timer = TestScheduler()
    var configuration = SessionConfiguration()
    configuration.callbackQueue = DispatchQueue(label: "callbacks")
    switch source {
    case .adapter: configuration.interceptors = [TestInterceptor(onAdapt: { $1(.failure(error)) })]
    case .asyncAdapter: configuration.interceptors = [AsyncAdapter(error: error)]
    case .retrier: configuration.interceptors = [TestInterceptor(onRetry: { $1(.fail(error)) })]
    case .earlyRefresh, .refresh:
      configuration.interceptors = [
        AuthenticationInterceptor(
          authenticator: Authenticator(error: error),
          credential: Token(requiresRefresh: source == .earlyRefresh), timer: timer)
      ]
    case .asyncRefresh:
      configuration.interceptors = [
        AuthenticationInterceptor(
          authenticator: AsyncAuthenticator(error: error), credential: Token(), timer: timer)
      ]
    case .body, .repeatableBody, .rule, .parser: break
    }
    let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    switch source {
    case .body, .repeatableBody:
      let stream = BodyStream(
        isRepeatable: source == .repeatableBody,
        sequence: {
          AsyncThrowingStream<Data, any Error> { $0.finish(throwing: error) }
        })
      return await session.put(Self.url, stream: stream, contentType: "a/b").response(.void)
    case .rule: return await session.get(Self.url).validate { _ in throw error }.response(.void)
    case .parser:
      return await withCheckedContinuation { continuation in
        session.get(Self.url).responseStream(parsedBy: BrokenParser(error: error)) { event in
          if case .complete(let response) = event { continuation.resume(returning: response) }
        }
      }
    default: return await session.get(Self.url).response(.void)
    }
  }

  @Test(arguments: Source.allCases, Kind.allCases)
  func theFailureOfAnotherRequestIsTheCause(source: Source, kind: Kind) async throws {
    let cause = try failure(kind)
    let response = await response(source, cause)
    let error = try #require(response.error)
    #expect(source.isReason(error.reason), "\(error.reason)")
    expectEqual((error.underlyingError as? NetworkError)?.reason, cause.reason)
    expectEqual((error.underlyingError as? NetworkError)?.response?.status, cause.response?.status)
    expectEqual(error.request?.url.absoluteString, source.isSent ? Self.url : nil)
    expectEqual(response.request?.url.absoluteString, source.isSent ? Self.url : nil)
    expectEqual(error.response?.status, source.status)
    expectEqual(response.response?.status, source.status)
    expectFalse(error.isCancellation)
    expectEqual(error.isOffline, kind == .transport)
    let method = source == .body || source == .repeatableBody ? "PUT" : "GET"
    #expect(error.description.hasPrefix("\(method) \(Self.url) failed: "))
    #expect(error.description.contains("POST \(Self.tokenURL) failed: "))
  }

  @Test(arguments: Source.allCases)
  func anErrorThatIsOfNoRequestIsTheCause(source: Source) async throws {
    let error = try #require(await response(source, Broken()).error)
    #expect(source.isReason(error.reason), "\(error.reason)")
    #expect(error.underlyingError is Broken)
  }

  @Test(arguments: Source.allCases)
  func aNetworkErrorWithoutARequestIsThatOfThisRequest(source: Source) async throws {
    let error = try #require(await response(source, NetworkError(.timeout(.credential))).error)
    expectEqual(error.reason, .timeout(.credential))
    expectNil(error.underlyingError)
    expectEqual(error.request?.url.absoluteString, source.isSent ? Self.url : nil)
  }

  @Test(arguments: Source.allCases)
  func aCancelledRequestOfAnAdapterThatIsWrappedIsNoCancellation(source: Source) async throws {
    struct Wrapper: CustomNSError {
      let cause: any Error
      var errorUserInfo: [String: Any] { [NSUnderlyingErrorKey: cause] }
    }
    let error = try #require(await response(source, Wrapper(cause: try failure(.cancelled))).error)
    expectNotEqual(error.reason, .cancelled)
    expectFalse(error.isCancellation)
  }

  // MARK: - Errors of this request

  @Test func aRetrierMayFailWithTheErrorOfAnEarlierAttempt() throws {
    let first = Locked<NetworkError?>(nil)
    let fixture = SessionFixture { configuration in
      configuration.interceptors = [
        TestInterceptor.numbering(),
        TestInterceptor(onRetry: { failure, done in
          guard let error = first.value else {
            first.update { $0 = failure.error }
            return done(.retry(after: .zero))
          }
          done(.fail(error))
        }),
      ]
    }
    let started = fixture.start()
    fixture.tasks[0].respond(503)
    fixture.tasks[1].respond(500)
    expectEqual(started.reason, .validation(.statusCode(503)))
    expectEqual(started.outcome?.error?.request?.headers["X-Attempt"], "1")
    expectEqual(started.outcome?.response?.status, 503)
  }

  @Test func aRetrierMayFailWithAnErrorThatItMakesForTheRequest() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onRetry: { failure, done in
          done(.fail(NetworkError(.validation(.custom), request: failure.error.request)))
        })
      ]
    }
    let started = fixture.start()
    fixture.tasks[0].respond(503)
    expectEqual(started.reason, .validation(.custom))
    expectEqual(started.outcome?.response?.status, 503)
  }

  @Test func anAdapterMayFailWithAnErrorThatItMakesForTheRequest() {
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onAdapt: { $1(.failure(NetworkError(.validation(.custom), request: $0))) })
      ]
    }
    expectEqual(fixture.start().reason, .validation(.custom))
  }

  @Test func anErrorOfAnEarlierRequestOfTheSameSessionIsTheCause() throws {
    let kept = Locked<NetworkError?>(nil)
    let fixture = SessionFixture {
      $0.interceptors = [
        TestInterceptor(onRetry: { failure, done in
          done(kept.value.map { .fail($0) } ?? .pass)
          kept.update { $0 = failure.error }
        })
      ]
    }
    _ = fixture.start()
    fixture.tasks[0].respond(503)
    let second = fixture.start()
    fixture.tasks[1].respond(500)
    expectEqual(second.reason, .interceptor)
    expectEqual(second.outcome?.response?.status, 500)
  }

  // MARK: - Policies

  @Test(arguments: zip(["503", "404", "offline", "cancelled"], [3, 1, 3, 1]))
  func aBodyThatIsAResponseIsRetriedIfThatMayBe(kind: String, attempts: Int) async throws {
    let timer = TestScheduler()
    let transport = MockTransport(timer: timer)
    transport.stub(.put(Self.url), with: .status(200))
    let cause: NetworkError
    switch kind {
    case "offline": cause = try failure(.transport)
    case "cancelled": cause = try failure(.cancelled)
    default:
      let other = SessionFixture()
      let started = other.start(.get, "https://up.test/film")
      other.tasks[0].respond(try #require(Int(kind)))
      cause = try #require(started.outcome?.error)
    }
    var configuration = SessionConfiguration()
    configuration.interceptors = [RetryPolicy(base: .zero)]
    let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    let stream = BodyStream(sequence: {
      AsyncThrowingStream<Data, any Error> { $0.finish(throwing: cause) }
    })
    let response = await session.put(Self.url, stream: stream, contentType: "a/b").response(.void)
    expectEqual(response.error?.attempts, attempts)
  }

  @Test func aRejectedBodyOfAnotherRequestRefreshesNoCredential() async throws {
    let other = SessionFixture()
    let started = other.start(.get, "https://up.test/film")
    other.tasks[0].respond(401)
    let cause = try #require(started.outcome?.error)
    let timer = TestScheduler()
    let transport = MockTransport(timer: timer)
    transport.stub(.put(Self.url), with: .status(200))
    var configuration = SessionConfiguration()
    configuration.interceptors = [
      AuthenticationInterceptor(
        authenticator: Authenticator(error: Broken()), credential: Token(), timer: timer)
    ]
    let session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    let stream = BodyStream(sequence: {
      AsyncThrowingStream<Data, any Error> { $0.finish(throwing: cause) }
    })
    let error = await session.put(Self.url, stream: stream, contentType: "a/b").response(.void).error
    expectEqual(error?.attempts, 1)
    expectEqual((error?.underlyingError as? NetworkError)?.reason, .validation(.statusCode(401)))
  }

  // MARK: - Texts

  @Test func theDescriptionNamesBothRequestsAndShowsTheBodyOfThisOne() async throws {
    let error = try #require(await response(.retrier, try failure(.status)).error)
    #expect(
      error.description == """
        GET https://a.test/recipes/1 failed: an interceptor failed: POST https://auth.test/token failed: the status code \
        404 is not acceptable. The status code was 401.
        The body: {"error":"expired"}
        """)
    let cause = try #require(error.underlyingError as? NetworkError)
    #expect(cause.description.hasSuffix(#"The body: {"error":"invalid_grant"}"#))
  }

  @Test func aTraceWithoutBodiesHasNotThatOfTheCause() async throws {
    let error = try #require(await response(.retrier, try failure(.decoding)).error)
    let cause = try #require(error.withoutBody.underlyingError as? NetworkError)
    expectEqual((error.underlyingError as? NetworkError)?.data, Data("{".utf8))
    expectNil(cause.data)
  }

  @Test func theLogNamesTheReasonOfTheCauseWithoutItsBody() async throws {
    let lines = Locked<[String]>([])
    let cause = try failure(.status)
    let fixture = SessionFixture { configuration in
      configuration.interceptors = [TestInterceptor(onRetry: { $1(.fail(cause)) })]
      configuration.monitors.append(LoggingMonitor { _, line in lines.update { $0.append(line) } })
    }
    _ = fixture.start()
    fixture.tasks[0].respond(401)
    let line = try #require(lines.value.last)
    #expect(line.contains("POST https://auth.test/token failed: the status code 404 is not acceptable"))
    #expect(!lines.value.joined().contains("invalid_grant"))
  }
}
