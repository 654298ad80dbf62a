import Foundation
import Net
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

/// Requests and pages with credentials of all kinds, and servers that redirect, link, reject and fail at random.
@Suite struct OriginPropertyTests {
  @Test(arguments: 0..<200)
  func secretsAreSentToTheirOriginOnly(_ seed: Int) throws {
    let network = RandomNetwork(seed: UInt64(seed))
    for turn in 0..<5 {
      let ended = Locked(false)
      let bag = DisposeBag()
      network.send(secret: "secret-\(seed)-\(turn)-").subscribe { event in
        if event.isStopEvent { ended.update { $0 = true } }
      }.disposed(by: bag)
      network.timer.advance(by: .seconds(1_000))
      expectTrue(ended.value)
    }
    expectEqual(network.leaks, [], "\(network.log.value.joined(separator: "\n"))")
  }
}

/// A session whose secrets have known origins, and servers at several origins.
private struct RandomNetwork: Sendable {
  private static let origins = [
    "https://a.example", "https://b.example", "https://a.example:8443", "http://a.example",
    "https://sub.a.example",
  ]

  let timer = TestScheduler()
  /// The requests, as text.
  let log = Locked<[String]>([])
  private let random: Locked<SeededGenerator>
  /// The origins of the secrets so far.
  private let homes = Locked<[String: String]>([:])
  private let found = Locked<[String]>([])
  private let transport = MockTransport()
  private let session: NetworkSession

  init(seed: UInt64) {
    random = Locked(SeededGenerator(seed: seed))
    var configuration = SessionConfiguration()
    configuration.redirects.allowsInsecure = true
    configuration.coalesces = seed % 2 == 0
    configuration.cookies = seed % 3 == 0 ? nil : CookieJar()
    configuration.cache = seed % 5 < 2 ? nil : .memory(limit: 1 << 20)
    configuration.interceptors = [RetryPolicy(maximumRetries: 2, base: .zero)]
    session = NetworkSession(configuration: configuration, transport: transport, timer: timer)
    transport.stub(.everything) { [self] request in answer(request) }
  }

  /// Secrets that were sent to another origin.
  var leaks: [String] { found.value }

  private func number(_ range: Range<Int>) -> Int { random.update { Int.random(in: range, using: &$0) } }
  private func happens(_ times: Int) -> Bool { number(0..<times) == 0 }
  private var origin: String { Self.origins[number(0..<Self.origins.count)] }
  private var path: String { "/p\(number(0..<3))" }

  /// Returns a request or its pages, with a credential that begins with this text.
  func send(secret: String) -> Observable<Void> {
    let home = origin
    homes.update { $0[secret] = home }
    let url = home + path
    var request = happens(4) ? session.stream.post(url, parameters: ["q": 1]) : session.stream.get(url)
    switch number(0..<4) {
    case 0: request = request.header(.authorization(bearerToken: secret))
    case 1: request = request.header("Cookie", "mine=\(secret)")
    default:
      let interceptor = AuthenticationInterceptor(
        authenticator: Authenticator(place: number(0..<5), secret: secret), credential: Token(number: 0),
        timer: timer)
      request = request.with { $0.interceptors = [interceptor] }
    }
    guard happens(2) else { return request.data().asObservable().map { _ in } }
    return request.pages(of: [Int].self, crossOrigin: happens(2) ? .refuse : .withoutCredentials).take(6)
      .map { _ in }
  }

  private func answer(_ request: RecordedRequest) -> StubResponse {
    let here =
      "\(request.url.scheme ?? "")://\(request.url.host() ?? "")\(request.url.port.map { ":\($0)" } ?? "")"
    let fields = request.headers.map { "\($0.name): \($0.value)" }
    let text = "\(request.method) \(request.url) \(fields) \(String(decoding: request.body, as: UTF8.self))"
    log.update { $0.append(text) }
    for (secret, home) in homes.value where text.contains(secret) && !mayReceive(secret, of: home, at: here) {
      found.update { $0.append("\(secret) of \(home) at \(here)") }
    }
    var response = self.response
    if happens(3) {
      let cookie = "cookie-\(log.value.count)-"
      homes.update { $0[cookie] = here }
      let attributes = here.hasPrefix("https:") ? "; Secure" : ""
      response = response.header("Set-Cookie", "sid=\(cookie)\(attributes)")
    }
    if happens(2) { response = response.header("Cache-Control", "max-age=60") }
    if happens(2) { response = response.header("Link", "<\(origin + path)>; rel=next") }
    return response
  }

  private var response: StubResponse {
    switch number(0..<12) {
    case 0...3:
      .status([301, 302, 303, 307, 308][number(0..<5)])
        .header("Location", happens(4) ? path : origin + path)
    case 4: .status(401)
    case 5: .status(503)
    case 6: .failure(URLError(.networkConnectionLost))
    default: .json([1])
    }
  }

  /// A cookie is for all ports of its host (RFC 6265 section 8.5), but if it is secure not for plain http.
  private func mayReceive(_ secret: String, of home: String, at here: String) -> Bool {
    guard secret.hasPrefix("cookie") else { return home == here }
    return URL(string: home)?.host() == URL(string: here)?.host()
      && (here.hasPrefix("https:") || home.hasPrefix("http:"))
  }
}

private struct Token: AuthenticationCredential {
  let number: Int
  var requiresRefresh: Bool { false }
}

/// Puts the secret, followed by the number of the token, at one of several places.
private struct Authenticator: RequestAuthenticator {
  let place: Int
  let secret: String

  func apply(_ credential: Token, to request: inout TransportRequest) {
    let text = "\(secret)\(credential.number)"
    switch place {
    case 0: request.headers.update(.authorization(bearerToken: text))
    case 1: request.headers.update(name: "X-Key", value: text)
    case 2: request.url.append(queryItems: [URLQueryItem(name: "key", value: text)])
    case 3: request.headers.update(name: "Cookie", value: "session=\(text)")
    default:
      request.headers.update(name: "X-Signed", value: "yes")
      request.body = request.method == .post ? .data(Data(text.utf8)) : .none
    }
  }

  func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
    completion(.success(Token(number: credential.number + 1)))
  }

  func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
    var other = request
    apply(credential, to: &other)
    return place == 2
      ? request.url.absoluteString.contains("\(secret)\(credential.number)") : other == request
  }
}
