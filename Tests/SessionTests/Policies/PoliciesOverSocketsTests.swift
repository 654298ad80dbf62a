import Dispatch
import Foundation
import Net
import NetTesting
import TestSupport
import XCTest

/// The policies with each transport, over real connections on this machine and in real time.
final class PoliciesOverSocketsTests: TransportTestCase {
  private func server() throws -> MockServer {
    let server = MockServer(afterEach: self)
    try server.start()
    return server
  }

  private func session(
    timer: any NetworkTimer = DispatchTimer(), _ configure: (inout SessionConfiguration) -> Void
  ) -> NetworkSession {
    var configuration = SessionConfiguration()
    configuration.timeouts = RequestTimeouts()
    configure(&configuration)
    return NetworkSession(configuration: configuration, transport: transport, timer: timer)
  }

  // MARK: - Retries

  func testARetryAfterDateCountsFromTheDateOfTheResponse() async throws {
    try await overEach {
      let server = try server()
      server.stub(
        .get("/a"),
        withSequence: [
          .status(503).header("Date", "Sun, 06 Nov 1994 12:00:00 GMT")
            .header("Retry-After", "Sunday, 06-Nov-94 12:00:20 GMT"),
          .text("here"),
        ], then: .repeatingLast)
      let timer = EagerTimer()
      let session = session(timer: timer) { $0.interceptors = [RetryPolicy()] }
      let text = try await session.get(server.baseURL.appending(path: "a")).string()
      XCTAssertEqual(text, "here")
      XCTAssertEqual(timer.delays.values, [.seconds(20)])
    }
  }

  func testAPostWithAKeyIsRetriedWithItsBody() async throws {
    try await overEach {
      let server = try server()
      server.stub(
        .post("/a"), withSequence: [.status(503).header("Retry-After", "0"), .status(502), .text("done")],
        then: .repeatingLast)
      let session = session(timer: EagerTimer()) { $0.interceptors = [RetryPolicy().addingIdempotencyKeys()] }
      let text = try await session.post(server.baseURL.appending(path: "a"), httpBody: Data("order".utf8))
        .string()
      XCTAssertEqual(text, "done")
      XCTAssertEqual(server.requests.map(\.body), Array(repeating: Data("order".utf8), count: 3))
      let keys = server.requests.map { $0.headers["Idempotency-Key"] }
      XCTAssertEqual(Set(keys).count, 1)
      XCTAssertNotNil(keys.first ?? nil)
    }
  }

  func testAPostWithoutAKeyIsSentOnce() async throws {
    try await overEach {
      let server = try server()
      server.stub(.post("/a"), with: .status(503))
      let session = session(timer: EagerTimer()) { $0.interceptors = [RetryPolicy()] }
      let response = await session.post(server.baseURL.appending(path: "a")).response(.data)
      XCTAssertEqual(response.error?.reason, .validation(.statusCode(503)))
      XCTAssertEqual(server.requestCount, 1)
    }
  }

  // MARK: - Cookies

  func testCookiesOfResponsesAndRedirectsAreSentBack() async throws {
    try await overEach {
      let server = try server()
      server.stub(
        .get("/login"),
        with: .redirect(to: "/home").addingHeader(
          "Set-Cookie", "sid=1; HttpOnly; Expires=Wed, 31 Dec 9999 23:59:59 GMT"
        )
        .addingHeader("Set-Cookie", "lang=en, de; Path=/"))
      server.stub(.get("/home"), with: .text("home"))
      let jar = CookieJar()
      let session = session { $0.cookies = jar }
      _ = try await session.get(server.baseURL.appending(path: "login")).string()
      _ = try await session.get(server.baseURL.appending(path: "home")).string()
      XCTAssertEqual(
        server.requests.map { $0.headers["Cookie"] }, [nil, "sid=1; lang=en, de", "sid=1; lang=en, de"])
      XCTAssertEqual(jar.cookies.map(\.isHTTPOnly), [true, false])
    }
  }

  func testAnotherHostGetsNoCookies() async throws {
    try await overEach {
      let server = try server()
      let port = server.port
      server.stub(.get("/a"), with: .redirect(to: "http://localhost:\(port)/b").header("Set-Cookie", "sid=1"))
      server.stub(.get("/b"), with: .text("other"))
      let session = session { $0.cookies = CookieJar() }
      let response = await session.get(server.baseURL.appending(path: "a"), headers: ["Cookie": "own=2"])
        .response(.string)
      XCTAssertEqual(response.value, "other")
      XCTAssertEqual(server.requests.map { $0.headers["Cookie"] }, ["own=2", nil])
    }
  }

  // MARK: - Redirects

  func testAClosureDecidesAboutRedirects() async throws {
    try await overEach {
      let server = try server()
      server.stub(.get("/a"), with: .redirect(to: "/b"))
      server.stub(.get("/b"), with: .redirect(to: "/c"))
      let session = session {
        $0.redirects = .modify { _, request in
          guard request.url.path != "/c" else { return nil }
          var request = request
          request.headers.update(name: "X-A", value: "1")
          return request
        }
      }
      let response = await session.get(server.baseURL.appending(path: "a")).unvalidated().response(.data)
      XCTAssertEqual(response.response?.headers["Location"], "/c")
      XCTAssertEqual(server.requests.map { $0.headers["X-A"] }, [nil, "1"])
    }
  }

  func testMethodAndBodyOfARedirectDependOnTheStatus() async throws {
    try await overEach {
      let server = try server()
      server.stub(.everything) { request in
        let parts = request.url.path.split(separator: "/")
        guard parts.first == "from", let status = parts.last.flatMap({ Int($0) }) else {
          return .text("\(request.method) \(request.body.count)")
        }
        return .redirect(to: "/to", status: status)
      }
      let session = session { _ in }
      for (status, expected) in [
        (301, "GET 0"), (302, "GET 0"), (303, "GET 0"), (307, "POST 5"), (308, "POST 5"),
      ] {
        let text = try await session.post(
          server.baseURL.appending(path: "from/\(status)"), httpBody: Data("hello".utf8)
        ).string()
        XCTAssertEqual(text, expected, "\(status)")
      }
      let head = await session.head(server.baseURL.appending(path: "from/303")).response(.data)
      XCTAssertEqual(head.request?.method, .head)
      XCTAssertEqual(server.requests.suffix(2).map(\.method), [.head, .head])
    }
  }

  /// Signs the path of each request to its own service.
  private struct Signing: RequestInterceptor {
    let host: String?
    var adaptsRedirects: Bool { true }

    func adapt(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {
      var request = request
      if request.url.host == host { request.headers.update(name: "X-Signature", value: request.url.path) }
      completion(.success(request))
    }
  }

  func testEachRedirectIsSignedSeparately() async throws {
    try await overEach {
      let (server, other) = (try server(), try server())
      other.stub(.get("/c"), with: .text("here"))
      let port = try XCTUnwrap(other.baseURL.port)
      server.stub(.get("/a"), with: .redirect(to: "/b"))
      server.stub(.get("/b"), with: .redirect(to: "http://localhost:\(port)/c"))
      let host = server.baseURL.host
      let session = session { $0.interceptors = [Signing(host: host)] }
      let text = try await session.get(server.baseURL.appending(path: "a")).string()
      XCTAssertEqual(text, "here")
      XCTAssertEqual(server.requests.map { $0.headers["X-Signature"] }, ["/a", "/b"])
      XCTAssertEqual(other.requests.map { $0.headers["X-Signature"] }, [nil])
    }
  }

  func testARedirectLoopEndsAtTheLimit() async throws {
    try await overEach {
      let server = try server()
      server.stub(.get("/a"), with: .redirect(to: "/a"))
      let session = session { _ in }
      let response = await session.get(server.baseURL.appending(path: "a")).response(.data)
      XCTAssertEqual(response.error?.reason, .redirect(.limit(20)))
      XCTAssertEqual(server.requestCount, 21)
    }
  }

  // MARK: - Authentication

  private struct Token: AuthenticationCredential, Codable {
    var access: String
  }

  private struct TokenAuthenticator: AsyncRequestAuthenticator {
    let network: any Networking
    let tokens: URL

    func refresh(_ credential: Token) async throws -> Token { try await network.post(tokens).object() }
    func apply(_ credential: Token, to request: inout TransportRequest) {
      request.headers.update(.authorization(bearerToken: credential.access))
    }
    func isRequest(_ request: TransportRequest, authenticatedWith credential: Token) -> Bool {
      request.headers["Authorization"] == "Bearer \(credential.access)"
    }
  }

  func testManyRejectedRequestsShareOneRefresh() async throws {
    try await overEach {
      let server = try server()
      server.stub(.get("/items/{number}")) { request in
        request.headers["Authorization"] == "Bearer new" ? .text(request.url.lastPathComponent) : .status(401)
      }
      server.stub(.post("/token"), with: .json(["access": "new"]))
      let tokens = server.baseURL.appending(path: "token")
      let session = session { [plain = session { _ in }] in
        $0.maximumConcurrentRequests = 3
        $0.interceptors = [
          AuthenticationInterceptor(
            authenticator: TokenAuthenticator(network: plain, tokens: tokens),
            credential: Token(access: "old"))
        ]
      }
      let base = server.baseURL
      let texts = try await withThrowingTaskGroup(of: String.self) { group in
        for number in 0..<20 {
          group.addTask { try await session.get(base.appending(path: "items/\(number)")).string() }
        }
        return try await group.reduce(into: Set()) { $0.insert($1) }
      }
      XCTAssertEqual(texts, Set((0..<20).map { "\($0)" }))
      XCTAssertEqual(server.requests.filter { $0.method == .post }.count, 1)
    }
  }

  // MARK: - Timeouts

  /// A documented platform limit: no event reports that the connection is open.
  func testTheConnectTimeoutRunsUntilTheHeadIfThereIsNoBody() async throws {
    try await overEach {
      let release = DispatchSemaphore(value: 0)
      let server = try server()
      server.stub(.get("/slow")) { _ in
        _ = release.wait(timeout: .patience)
        return .text("late")
      }
      let session = session { $0.timeouts.connect = .milliseconds(100) }
      let response = await session.get(server.baseURL.appending(path: "slow")).response(.data)
      release.signal()
      XCTAssertEqual(response.error?.reason, .timeout(.connect))
    }
  }
}
