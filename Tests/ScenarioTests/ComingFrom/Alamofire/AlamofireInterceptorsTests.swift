import Foundation
import NetStream
import NetTesting
import Testing

private struct Lost: Error {}

/// The table of interceptors and monitors on "Coming from Alamofire or Moya", and what to write instead of others.
@Suite(.netTesting) struct AlamofireInterceptorsTests {
  private struct Token: AuthenticationCredential {
    var text: String
  }

  private struct TokenAuthenticator: AsyncRequestAuthenticator {
    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.text))
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.text)"
    }

    @concurrent func refresh(_ credential: Token) async throws -> Token { Token(text: "new") }
  }

  private struct Answering: RequestInterceptor {
    let decision: RetryDecision

    func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
      completion(failure.attempts == 1 ? decision : .stop)
    }
  }

  private let url = "https://h/a"
  private let transport = MockTransport()

  private func attempts(_ interceptors: [any RequestInterceptor]) async -> Int {
    let (network, before) = (session { $0.interceptors = interceptors }, transport.requests.count)
    _ = await network.get(url).response(.data)
    return transport.requests.count - before
  }

  private func session(_ configure: (inout SessionConfiguration) -> Void = { _ in }) -> NetworkSession {
    var configuration = SessionConfiguration()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport, timer: ImmediateTimer())
  }

  @Test func theSameProtocols() async {
    transport.stub(.everything, with: .status(503))
    // Row: RequestInterceptor, RequestAdapter, RequestRetrier
    let interceptor: any RequestInterceptor = AlamofireSigner()
    let (adapter, retrier): (any RequestAdapter, any RequestRetrier) = (interceptor, interceptor)
    #expect(adapter is AlamofireSigner && retrier is AlamofireSigner)
    // Each method has a default.
    struct OnlyRetrier: RequestInterceptor {
      func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
        completion(failure.attempts < 3 ? .retry(after: .zero) : .stop)
      }
    }
    #expect(await attempts([OnlyRetrier()]) == 3)
    // Row: RetryResult
    let error = Lost()
    let decisions: [RetryDecision] = [.retry(after: .zero), .pass, .stop, .fail(error)]
    var counts: [Int] = []
    for decision in decisions { counts.append(await attempts([Answering(decision: decision)])) }
    #expect(counts == [2, 1, 1, 1])
  }

  @Test func retrying() async {
    transport.stub(.everything, with: .status(503))
    // Row: RetryPolicy(retryLimit: 2)
    #expect(await attempts([RetryPolicy(maximumRetries: 2)]) == 3)
    // Row: exponentialBackoffBase, exponentialBackoffScale
    #expect(await attempts([RetryPolicy(base: .seconds(1), maximumDelay: .seconds(30))]) == 3)
    // Row: retryableHTTPMethods, retryableHTTPStatusCodes
    #expect(await attempts([RetryPolicy(methods: [.get], statusCodes: [503])]) == 3)
    // Row: ConnectionLostRetryPolicy
    #expect(await attempts([RetryPolicy(statusCodes: [])]) == 1)
    // Row: Session(interceptor: interceptor)
    var configuration = SessionConfiguration()
    configuration.interceptors = [RetryPolicy(maximumRetries: 2)]
    #expect(configuration.interceptors.count == 1)
    // Row: AF.request(url, interceptor: interceptor)
    let (network, signer) = (session(), AlamofireSigner())
    _ = await network.get(url).intercept(signer).response(.data)
    #expect(transport.requests.last?.headers["X-Signature"] == "1")
    let before = transport.requests.count
    _ = await network.get(url).retry(RetryPolicy(maximumRetries: 1)).response(.data)
    #expect(transport.requests.count - before == 2)
    // Row: Interceptor(adapters:retriers:), CompositeEventMonitor
    configuration.interceptors = [signer, RetryPolicy(maximumRetries: 2)]
    #expect(await attempts(configuration.interceptors) == 3)
  }

  @Test func aTypeOfYours() async {
    // Row: Adapter { request, session, completion in … }, Retrier { … }
    struct Language: AsyncRequestInterceptor {
      @concurrent func adapt(_ request: TransportRequest) async throws -> TransportRequest {
        var request = request
        request.headers.update(.acceptLanguage("de"))
        return request
      }
    }
    let interceptors: [any RequestInterceptor] = [Language()]
    transport.stub(.everything, with: .status(204))
    _ = await session { $0.interceptors = interceptors }.get(url).response(.data)
    #expect(transport.requests.last?.headers["Accept-Language"] == "de")
  }

  @Test func authentication() async {
    transport.stub(.everything && .header("Authorization", equals: "Bearer new"), with: .status(204))
    transport.stub(.everything && .header("Authorization", equals: "Bearer old"), with: .status(401))
    // Row: Authenticator
    func check<Checked: RequestAuthenticator>(_ authenticator: Checked) -> Checked { authenticator }
    let authenticator: some AsyncRequestAuthenticator = check(TokenAuthenticator())
    var request = TransportRequest(url: URL(filePath: "/"))
    TokenAuthenticator().apply(Token(text: "a"), to: &request)
    #expect(authenticator is TokenAuthenticator)
    // Row: AuthenticationInterceptor, AuthenticationCredential
    let credential: some AuthenticationCredential = Token(text: "old")
    let interceptor = AuthenticationInterceptor(
      authenticator: TokenAuthenticator(), credential: credential as? Token, timer: TestScheduler())
    let network = session { $0.interceptors = [interceptor] }
    #expect(await network.get(url).response(.data).response?.status == 204)
    // Row: AuthenticationInterceptor.RefreshWindow(interval: 30, maximumAttempts: 5)
    #expect(RefreshWindow(interval: .seconds(30), maximumAttempts: 5) == RefreshWindow())
    // Row: request.authenticate(username: "ada", password: "x")
    transport.stub(.everything && .header("Authorization", equals: "Basic YWRhOng="), with: .status(200))
    let basic = session()
    func get(_ network: any Networking) -> any NetworkRequesting {
      network.get(url, headers: [.authorization(username: "ada", password: "x")])
    }
    #expect(await get(basic).response(.data).response?.status == 200)
  }

  @Test func tokens() async throws {
    transport.stub(.everything && .header("Authorization", equals: "Bearer new"), with: .status(204))
    // Row: AccessTokenPlugin
    let (authenticator, token) = (TokenAuthenticator(), Token(text: "new"))
    let api = try #require(URL(string: "https://h"))
    let tokens = AuthenticationInterceptor(authenticator: authenticator, credential: token, origins: [api])
    let signedIn = session { $0.interceptors = [tokens] }
    #expect(await signedIn.get(url).response(.data).response?.status == 204)
    transport.stub(.everything && !.header("Authorization"), with: .status(202))
    func withoutToken(_ request: any NetworkRequesting) -> any NetworkRequesting { request.unauthenticated() }
    #expect(await withoutToken(signedIn.get(url)).response(.data).response?.status == 202)
    #expect(await signedIn.get("https://maps/tiles").response(.data).response?.status == 202)
    enum Purpose: RequestTagKey { enum Value: Sendable { case search, order } }
    struct Signer: RequestInterceptor {
      func prepare(_ request: inout TransportRequest) {
        if request.tags[Purpose.self] == .search { request.headers.update(name: "X-Key", value: "1") }
      }
    }
    let network = session { $0.interceptors = [Signer()] }
    let search = await network.get(url).tag(Purpose.self, .search).response(.data)
    #expect(search.request?.headers["X-Key"] == "1")
  }

  @Test func redirects() async {
    transport.stub(.get(url), with: .status(302).header("Location", "/b"))
    transport.stub(.get("https://h/b"), with: .status(204))
    // Row: Redirector, .follow, .doNotFollow, .modify
    let policies: [RedirectPolicy] = [.follow, .refuse, .modify { _, request in request }]
    var statuses: [Int?] = []
    for policy in policies {
      let network = session { $0.redirects = policy }
      statuses.append(await network.get(url).response(.data).response?.status)
    }
    #expect(statuses == [204, 302, 204])
  }

  @Test func monitors() async {
    transport.stub(.get(url), withSequence: [.status(503), .status(204)], then: .unmatched)
    let counter = AlamofireCounter()
    // Row: EventMonitor
    let monitor: any EventMonitor = counter
    let network = session {
      $0.monitors = [monitor]
      $0.interceptors = [RetryPolicy(maximumRetries: 1)]
    }
    _ = await network.get(url).response(.data)
    let event: RequestEvent = .configuredTooLate("validate")
    monitor.request(RequestID(number: 1), did: event)
    #expect(counter.names.values == ["started", "sent GET", "retry", "sent GET", "finished"])
    // Row: Session(eventMonitors: [monitor])
    var configuration = SessionConfiguration()
    configuration.monitors = [LoggingMonitor { level, text in print(level, text) }]
    #expect(configuration.monitors.count == 1)
    // Row: ClosureEventMonitor
    let texts = Captured<String>()
    let (own, logging): (any EventMonitor, _) = (counter, LoggingMonitor { _, text in texts.set(text) })
    let logged = session { $0.monitors = [own, logging] }
    transport.stub(.get(url), with: .status(204))
    _ = await logged.get(url).response(.data)
    #expect(!texts.values.isEmpty)
    // Row: NetworkLoggerPlugin
    let log = LoggingMonitor(level: .debug) { _, text in texts.set(text) }
    #expect(log.level == .debug)
    // Row: PluginType
    let plugins: (any RequestInterceptor, any EventMonitor) = (AlamofireSigner(), counter)
    #expect(plugins.0 is AlamofireSigner)
  }

  @Test func notifications() async {
    // Row: AlamofireNotifications, Request.didResumeNotification
    struct Posting: EventMonitor {
      let posted: Captured<String>
      func request(_ id: RequestID, did event: RequestEvent) {
        if case .started = event { posted.set("didResume") }
      }
    }
    let posted = Captured<String>()
    let monitor: any EventMonitor = Posting(posted: posted)
    transport.stub(.everything, with: .status(204))
    _ = await session { $0.monitors = [monitor] }.get(url).response(.data)
    #expect(posted.values == ["didResume"])
  }

  #if os(Linux)
    @Test func trust() throws {
      let key = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
      var options = TransportOptions()
      // Row: ServerTrustManager, PinnedCertificatesTrustEvaluator, PublicKeysTrustEvaluator, CompositeTrustEvaluator
      options.tls.pins = [PublicKeyPins([key], for: ["example.com"])]
      let transport = try CurlTransport(options: options)
      #expect(NetworkSession(transport: transport).configuration.cache == nil)
      // Row: DefaultTrustEvaluator, RevocationTrustEvaluator
      options.tls.authorities = .system
      // Row: DisabledTrustEvaluator
      options.tls.dangerouslyAcceptsAnyCertificate = true
      #expect(options.changed.count > 0)
    }
  #elseif canImport(Security)
    @Test func trust() {
      // Row: ServerTrustManager, PinnedCertificatesTrustEvaluator, PublicKeysTrustEvaluator, CompositeTrustEvaluator
      let (pins, keys): (Set<Data>, Set<Data>) = ([Data([1])], [Data([2])])
      let byKey = ServerTrustPolicy.pinned(publicKeys: keys, for: ["example.com"])
      for transport in [
        URLSessionTransport(serverTrust: .pinned(certificates: pins, for: ["example.com"])),
        URLSessionTransport(serverTrust: byKey),
      ] {
        #expect(NetworkSession(transport: transport).configuration.cache == nil)
      }
    }
  #endif
}

/// A timer that waits for nothing, so that retries need no clock.
private struct ImmediateTimer: NetworkTimer {
  private struct Nothing: Cancellation {
    func cancel() {}
  }

  var now: Duration { .zero }
  var date: Date { Date(timeIntervalSince1970: 0) }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    // The time limits of a request do not pass.
    if delay < .seconds(31) { action() }
    return Nothing()
  }
}
