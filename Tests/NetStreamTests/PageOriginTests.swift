import Foundation
import NetStream
import NetTesting
import Stream
import TestSupport
import Testing

@testable import Net

/// Credentials stay with the origin of the first page, wherever the link to the next page leads.
@Suite struct PageOriginTests {
  private let transport = MockTransport()

  private struct Token: AuthenticationCredential { let value: String }

  private struct Authenticator: RequestAuthenticator {
    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(name: "X-Token", value: credential.value)
    }

    func refresh(_ credential: Token, completion: @escaping @Sendable (Result<Token, any Error>) -> Void) {
      completion(.failure(CancellationError()))
    }

    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["X-Token"] == credential.value
    }
  }

  private struct Signer: RequestInterceptor {
    func prepare(_ request: inout TransportRequest) {
      request.headers.add(name: "X-Prepared", value: "s3cret")
    }

    func adapt(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {
      var request = request
      request.headers.add(name: "X-Signature", value: "s3cret")
      completion(.success(request))
    }
  }

  /// A session that adds credentials in every possible way.
  private func session() -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.baseURL = URL(string: "https://api.test/")
    configuration.headers = [
      "Authorization": "Bearer s3cret", "Cookie": "a=s3cret", "X-Api-Key": "s3cret", "Accept-Language": "en",
      "User-Agent": "app",
    ]
    let jar = CookieJar()
    if let url = URL(string: "https://api.test/"), let other = URL(string: "https://other.test/") {
      for url in [url, other] {
        jar.store(ResponseHead(status: 200, headers: ["Set-Cookie": "jar=s3cret"]), from: url)
      }
    }
    configuration.cookies = jar
    configuration.interceptors = [
      AuthenticationInterceptor(authenticator: Authenticator(), credential: Token(value: "s3cret")), Signer(),
      RetryPolicy(base: .zero),
    ]
    return NetworkSession(configuration: configuration, transport: transport)
  }

  private func stub(_ url: String, _ body: String, next: String? = nil) {
    let response = StubResponse.json(body)
    transport.stub(.get(url), with: next.map { response.header("Link", "<\($0)>; rel=next") } ?? response)
  }

  private func pages(
    _ network: any Networking, from url: String = "items", _ crossOrigin: CrossOriginPolicy = .refuse
  ) -> Recording<[Int]> {
    network.stream.get(url, parameters: ["api_key": "s3cret"]).header("X-Own-Key", "s3cret").header(
      "Accept", "a/b, application/json"
    )
    .pages(of: [Int].self, crossOrigin: crossOrigin).take(5).record()
  }

  /// The requests from this index on that contain a secret.
  private func leaks(from first: Int) -> [String] {
    transport.requests.dropFirst(first).flatMap { request in
      request.headers.filter { $0.value.contains("s3cret") }.map { "\(request.url): \($0.name)" }
        + (request.url.absoluteString.contains("s3cret") ? ["\(request.url)"] : [])
    }
  }

  @Test(arguments: [
    ("http://other.test/2", "http://other.test"), ("http://api.test/2", "http://api.test"),
    ("https://api.test:8443/2", "https://api.test:8443"), ("//other.test/2", "https://other.test"),
    ("https://u:s3cret@other.test/2?k=s3cret", "https://other.test"),
  ])
  func aPageAtAnotherOriginIsRefused(link: String, origin: String) throws {
    stub("https://api.test/items?api_key=s3cret", "[1]", next: link)
    let observed = pages(session())
    expectEqual(observed.values, [[1]])
    let error = try #require(observed.error as? NetworkError)
    expectEqual(error.reason, .invalidRequest(.crossOrigin(from: "https://api.test", to: origin)))
    #expect(error.description.contains(origin) && error.description.contains("https://api.test"))
    #expect(!error.description.contains("s3cret"))
    expectEqual(transport.requests.count, 1)
  }

  @Test(arguments: ["https://API.test:443/2", "/2", "2", "https://api.test./2"])
  func equivalentURLsOfTheOriginReceiveTheCredentials(link: String) {
    transport.stub(.everything, with: .json("[2]"))
    stub("https://api.test/items?api_key=s3cret", "[1]", next: link)
    expectEqual(pages(session()).values, [[1], [2]])
    expectEqual(transport.requests.last?.headers["Authorization"], "Bearer s3cret")
    expectEqual(transport.requests.last?.headers["X-Token"], "s3cret")
  }

  @Test func theWithoutCredentialsPolicySendsNoCredentialsToOtherOrigins() {
    stub("https://api.test/items?api_key=s3cret", "[1]", next: "https://other.test/2?page=2")
    stub("https://other.test/2?page=2", "[2]", next: "/3")
    stub("https://other.test/3", "[3]")
    expectEqual(pages(session(), .withoutCredentials).values, [[1], [2], [3]])
    expectEqual(leaks(from: 1), [])
    let names = transport.requests.last?.headers.map(\.name)
    expectEqual(Set(names ?? []), ["Accept", "Accept-Language", "User-Agent"])
    expectEqual(transport.requests.last?.headers["Accept"], "a/b, application/json")
  }

  @Test func theWithoutCredentialsPolicySendsNoContentToOtherOrigins() throws {
    let first = StubResponse.json("[1]").header("Link", "<https://other.test/2>; rel=next")
    transport.stub(.post("https://api.test/search"), with: first)
    transport.stub(.post("https://other.test/2"), with: .json("[2]"))
    let network = session()
    let search = network.stream.post("search", jsonObject: ["token": "s3cret"])
      .header("Content-Language", "en")
    let observed = search.pages(of: [Int].self, crossOrigin: .withoutCredentials).take(2).record()
    expectEqual(observed.values, [[1], [2]])
    expectEqual(transport.requests.first?.body, Data(#"{"token":"s3cret"}"#.utf8))
    let foreign = try #require(transport.requests.last)
    expectTrue(foreign.body.isEmpty)
    expectEqual(Set(foreign.headers.map(\.name)), ["Accept", "Accept-Language", "User-Agent"])
  }

  @Test func credentialsAreNotRestoredAtTheFirstOrigin() {
    stub("https://api.test/items?api_key=s3cret", "[1]", next: "https://other.test/2")
    stub("https://other.test/2", "[2]", next: "https://api.test/3")
    stub("https://api.test/3", "[3]", next: "https://api.test/4")
    stub("https://api.test/4", "[4]")
    expectEqual(pages(session(), .withoutCredentials).values, [[1], [2], [3], [4]])
    expectEqual(leaks(from: 1), [])
  }

  @Test func pagesAfterACrossOriginRedirectHaveNoCredentials() {
    transport.stub(
      .get("https://api.test/items?api_key=s3cret"), with: .redirect(to: "https://other.test/1"))
    stub("https://other.test/1", "[1]", next: "/2")
    stub("https://other.test/2", "[2]", next: "https://third.test/3")
    let observed = pages(session())
    expectEqual(observed.values, [[1], [2]])
    expectEqual(leaks(from: 2), [])
    expectEqual(
      (observed.error as? NetworkError)?.reason,
      .invalidRequest(.crossOrigin(from: "https://api.test", to: "https://third.test")))
  }

  @Test func cookiesOfAnotherOriginAreNotStored() {
    stub("https://api.test/items?api_key=s3cret", "[1]", next: "https://other.test/2")
    transport.stub(
      .get("https://other.test/2"), with: .json("[2]").header("Set-Cookie", "new=1; Domain=other.test"))
    let network = session()
    expectEqual(pages(network, .withoutCredentials).values, [[1], [2]])
    expectEqual(network.configuration.cookies?.cookies.map(\.name).sorted(), ["jar", "jar"])
  }

  @Test func a401AtAnotherOriginDoesNotRefreshTheToken() throws {
    stub("https://api.test/items?api_key=s3cret", "[1]", next: "https://other.test/2")
    transport.stub(.get("https://other.test/2"), with: .status(401))
    let error = try #require(pages(session(), .withoutCredentials).error as? NetworkError)
    expectEqual(error.reason, .validation(.statusCode(401)))
    expectEqual(transport.requests.count, 2)
  }

  @Test func aFailureAtAnotherOriginIsRetried() {
    stub("https://api.test/items?api_key=s3cret", "[1]", next: "https://other.test/2")
    transport.stub(.get("https://other.test/2"), withSequence: [.status(503), .json("[2]")])
    expectEqual(pages(session(), .withoutCredentials).values, [[1], [2]])
    expectEqual(leaks(from: 1), [])
  }

  @Test func aCustomNextPageCannotCrossOrigins() throws {
    stub("https://api.test/items", "[1]")
    let network = session()
    let observed = network.stream.pages(of: [Int].self, first: network.stream.get("items")) { _, request in
      request.with { $0.url = "https://other.test/2" }
    }
    .take(2).record()
    expectEqual(
      (observed.error as? NetworkError)?.reason,
      .invalidRequest(.crossOrigin(from: "https://api.test", to: "https://other.test")))
    expectEqual(transport.requests.count, 1)
  }

  @Test func aMockRejectsPagesOfOtherOrigins() throws {
    let network = NetworkingMock()
    network.stub(.everything, with: .json([2]))
    network.stub(
      .get("https://mock.invalid/items"),
      with: .json([1]).header("Link", "<https://other.test/2>; rel=next"))
    let observed = network.stream.get("items").pages(of: [Int].self).take(2).record()
    expectEqual(observed.values, [[1]])
    expectEqual(
      (observed.error as? NetworkError)?.reason,
      .invalidRequest(.crossOrigin(from: "https://mock.invalid", to: "https://other.test")))
  }
}
