#if os(Linux)
  import Foundation
  import Net
  import NetTesting
  import TestSupport
  import Testing

  /// Redirects between a server with TLS and one without, over real connections.
  @Suite(.enabled(if: Tool.areInstalled), .netTesting) struct CurlRedirectTests {
    private let plain: MockServer
    /// The server behind TLS.
    private let behind: MockServer
    private let secure: TLSServer
    private let session: NetworkSession
    private let credentials: HTTPHeaders = [
      "Authorization": "Bearer secret", "Cookie": "id=secret", "X-Plain": "kept",
    ]

    init() async throws {
      let certificates = try await TestCertificates()
      plain = MockServer(afterEach: .test)
      behind = MockServer(afterEach: .test)
      try plain.start()
      try behind.start()
      let port = behind.port
      secure = try await TLSServer.start(try await certificates.issue()) { $0.backend = port }
      session = try CurlSession.make { $0.tls.authorities = .only([.file(certificates.authority)]) }
      plain.stub(.everything, with: .text("plain"))
      behind.stub(.everything, with: .text("secure"))
    }

    private func names(_ request: RecordedRequest?) -> Set<String> {
      Set(
        ["Authorization", "Cookie", "X-Plain"].filter {
          request?.headers[$0] != nil
        })
    }

    @Test func aDowngradeToHTTPFailsBeforeSending() async throws {
      behind.stub(.get("/a"), with: .redirect(to: plain.baseURL.appending(path: "b").absoluteString))
      let response = await session.get(try secure.url("/a"), headers: credentials).response(.string)
      expectEqual(response.error?.reason, .redirect(.insecure))
      expectEqual(plain.connectionCount, 0)
      expectEqual(behind.requests.map(\.url.path), ["/a"])
    }

    @Test func anAllowedDowngradeToHTTPDropsCredentials() async throws {
      behind.stub(.get("/a"), with: .redirect(to: plain.baseURL.appending(path: "b").absoluteString))
      let request = session.get(try secure.url("/a"), headers: credentials)
        .redirects(RedirectPolicy(allowsInsecure: true))
      let response = await request.response(.string)
      expectEqual(response.value, "plain")
      expectEqual(names(behind.requests.last).count, 3)
      expectEqual(names(plain.requests.last), ["X-Plain"])
    }

    @Test func anUpgradeToHTTPSDropsCredentials() async throws {
      plain.stub(.get("/a"), with: .redirect(to: try secure.url("/b").absoluteString))
      let response = await session.get(plain.baseURL.appending(path: "a"), headers: credentials)
        .response(.string)
      expectEqual(response.value, "secure")
      expectEqual(names(plain.requests.last).count, 3)
      expectEqual(names(behind.requests.last), ["X-Plain"])
    }

    @Test func aRedirectWithinAnHTTPSOriginKeepsCredentials() async throws {
      behind.stub(.get("/a"), with: .redirect(to: "/b"))
      let response = await session.get(try secure.url("/a"), headers: credentials).response(.string)
      expectEqual(response.value, "secure")
      expectEqual(behind.requests.map(\.url.path), ["/a", "/b"])
      expectEqual(names(behind.requests.last).count, 3)
    }
  }
#endif
