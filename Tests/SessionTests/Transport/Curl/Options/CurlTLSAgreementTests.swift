#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  @testable import Net

  /// What client and server negotiate: identities, pins, versions, protocols.
  @Suite(.enabled(if: Tool.areInstalled)) struct CurlTLSAgreementTests {
    private let certificates: TestCertificates

    init() async throws { certificates = try await TestCertificates() }

    private func options(_ change: (inout TransportOptions) -> Void) -> TransportOptions {
      var options = TransportOptions()
      options.proxy = .none
      options.tls.authorities = .only([.file(certificates.authority)])
      change(&options)
      return options
    }

    private func fetch(
      from server: TLSServer, _ change: (inout TransportOptions) -> Void = { _ in }
    ) async throws -> DataResponse<TLSServer.Agreed> {
      let session = NetworkSession(transport: try CurlTransport(options: options(change)))
      return await session.get(try server.url()).response(.decodable(of: TLSServer.Agreed.self))
    }

    private func serverThatVerifiesClients() async throws -> TLSServer {
      let authority = certificates.authority
      return try await TLSServer.start(try await certificates.issue()) { $0.authority = authority }
    }

    // MARK: - Identities

    @Test func aClientPresentsItsCertificateFromFiles() async throws {
      let client = try await certificates.issue("A client")
      let response = try await fetch(from: try await serverThatVerifiesClients()) {
        $0.tls.clientIdentity = ClientIdentity(
          certificate: .file(client.certificate), privateKey: .file(client.key))
      }
      expectEqual(response.value?.client, "A client")
    }

    @Test func aClientPresentsItsCertificateFromMemory() async throws {
      let client = try await certificates.issue("A client")
      let identity = ClientIdentity(
        certificate: .data(try certificates.contents(client.certificate)),
        privateKey: .data(try certificates.contents(client.key)))
      let response = try await fetch(from: try await serverThatVerifiesClients()) {
        $0.tls.clientIdentity = identity
      }
      expectEqual(response.value?.client, "A client")
    }

    @Test func aKeyIsDecryptedWithItsPassphrase() async throws {
      let client = try await certificates.issue("A client")
      let key = try await certificates.encrypted(client.key, with: "open sesame")
      let response = try await fetch(from: try await serverThatVerifiesClients()) {
        $0.tls.clientIdentity = ClientIdentity(
          certificate: .file(client.certificate), privateKey: .file(key), passphrase: "open sesame")
      }
      expectEqual(response.value?.client, "A client")
    }

    @Test func aWrongPassphraseFailsInTheTLSPhase() async throws {
      let client = try await certificates.issue("A client")
      let key = try await certificates.encrypted(client.key, with: "open sesame")
      let response = try await fetch(from: try await serverThatVerifiesClients()) {
        $0.tls.clientIdentity = ClientIdentity(
          certificate: .file(client.certificate), privateKey: .file(key), passphrase: "open says me")
      }
      expectEqual(response.failedPhase, .secureConnection)
      // The error depends on the backend: the client's certificate with OpenSSL, TLS as a whole with
      // GnuTLS, and a bad argument in recent versions.
      #expect([58, 35, 43].contains(response.curlError?.code))
    }

    @Test func aClientWithoutACertificateIsRejected() async throws {
      let response = try await fetch(from: try await serverThatVerifiesClients())
      expectNil(response.value)
      // The server rejects it, with an alert or by closing. It is not the client, which trusts the server.
      expectNotEqual(try #require(response.curlError).code, 60)
    }

    /// With TLS 1.3 the refusal arrives after the negotiation (RFC 8446 section 4.4.2.4).
    @Test func aWebSocketWithoutACertificateIsNotOpenedAgain() async throws {
      let server = try await serverThatVerifiesClients()
      let session = NetworkSession(transport: try CurlTransport(options: options { _ in }))
      let error = await #expect(throws: NetworkError.self) {
        _ = try await session.webSocket(try server.url()).connect()
      }
      #expect(error?.isSecurityRefusal == true && error?.isPassingLoss == false, "\(error as Any)")
    }

    /// Like a version of libcurl that accepts nothing in memory: data is passed in files.
    @Test func aClientPresentsItsCertificateInTemporaryFiles() async throws {
      let client = try await certificates.issue("A client")
      let authority = try certificates.contents(certificates.authority)
      let identity = ClientIdentity(
        certificate: .data(try certificates.contents(client.certificate)),
        privateKey: .data(try certificates.contents(client.key)))
      var capabilities = try #require(CurlCapabilities.current)
      capabilities.features.subtract([.authoritiesInMemory, .identitiesInMemory])
      let made = try CurlOptions(
        checking: options {
          $0.tls.authorities = .only([.data(authority)])
          $0.tls.clientIdentity = identity
        }, capabilities: capabilities)
      let server = try await serverThatVerifiesClients()
      let network = NetworkSession(transport: LoopsTransport(loops: try CurlLoops(options: made)))
      let response = await network.get(try server.url()).response(.decodable(of: TLSServer.Agreed.self))
      expectEqual(response.value?.client, "A client")
    }

    // MARK: - Pins

    @Test func aServerWithAPinnedKeyIsAccepted() async throws {
      let issued = try await certificates.issue()
      let pin = try await certificates.pin(of: issued.certificate)
      let backup = "sha256//" + Data(repeating: 0, count: 32).base64EncodedString()
      let response = try await fetch(from: try await TLSServer.start(issued)) {
        $0.tls.pins = [PublicKeyPins([backup, pin], for: ["localhost"])]
      }
      expectNotNil(response.value)
    }

    @Test func aServerWithAnotherKeyIsRejected() async throws {
      let pin = try await certificates.pin(of: certificates.authority)
      let response = try await fetch(from: try await TLSServer.start(try await certificates.issue())) {
        $0.tls.pins = [PublicKeyPins([pin])]
      }
      expectEqual(response.failedPhase, .secureConnection)
      expectEqual(response.curlError?.code, 90)
    }

    @Test func pinsOfAnotherHostAreIgnored() async throws {
      let pin = try await certificates.pin(of: certificates.authority)
      let response = try await fetch(from: try await TLSServer.start(try await certificates.issue())) {
        $0.tls.pins = [PublicKeyPins([pin], for: ["other.example"])]
      }
      expectNotNil(response.value)
    }

    @Test func pinsAreCheckedEvenIfAnyCertificateIsAccepted() async throws {
      let pin = try await certificates.pin(of: certificates.authority)
      let response = try await fetch(from: try await TLSServer.start(try await certificates.issue())) {
        $0.tls.dangerouslyAcceptsAnyCertificate = true
        $0.tls.pins = [PublicKeyPins([pin])]
      }
      expectEqual(response.curlError?.code, 90)
    }

    @Test func pinsAreSeparateForEachHost() async throws {
      let server = try await TLSServer.start(try await certificates.issue())
      let pin = try await certificates.pin(of: certificates.authority)
      let made = options { $0.tls.pins = [PublicKeyPins([pin], for: ["localhost"])] }
      let session = NetworkSession(transport: try CurlTransport(options: made))
      var outcomes: [Bool] = []
      for host in ["localhost", "127.0.0.1", "localhost"] {
        outcomes.append(await session.get(try server.url(host: host)).response(.data).value != nil)
      }
      expectEqual(outcomes, [false, true, false])
    }

    // MARK: - Versions

    @Test func theMaximumVersionIsEnforced() async throws {
      let response = try await fetch(from: try await TLSServer.start(try await certificates.issue())) {
        $0.tls.maximumVersion = .tlsv12
      }
      expectEqual(response.value?.version, "TLSv1.2")
    }

    @Test func theMinimumVersionIsEnforced() async throws {
      let server = try await TLSServer.start(try await certificates.issue()) { $0.maximum = "TLSv1_2" }
      expectEqual(try await fetch(from: server).value?.version, "TLSv1.2")
      let response = try await fetch(from: server) { $0.tls.minimumVersion = .tlsv13 }
      expectEqual(response.failedPhase, .secureConnection)
    }

    // MARK: - The end of the connection

    /// The server ends the connection without `close_notify`, as anyone on the way could.
    @Test func aBodyThatTheConnectionEndsIsCompleteOverTLS() async throws {
      let behind = try LoopbackServer { _ in [.send(Data("HTTP/1.1 200 OK\r\n\r\nhalf".utf8)), .close] }
      let server = try await TLSServer.start(try await certificates.issue()) { $0.backend = behind.port }
      let session = NetworkSession(transport: try CurlTransport(options: options { _ in }))
      let response = await session.get(try server.url()).response(.string)
      // Newer versions notice that the connection may have been cut.
      let mayFail = CurlCapabilities.current.map { $0.version >= .init(8, 0) } ?? false
      #expect(response.value == "half" || mayFail && response.failedPhase == .body, "\(response)")
    }

    // MARK: - HTTP/2

    @Test func http2IsNegotiatedIfTheServerSupportsIt() async throws {
      let behind = try HTTP2Server()
      let server = try await TLSServer.start(try await certificates.issue()) {
        $0.protocols = ["h2"]
        $0.backend = behind.port
      }
      let session = NetworkSession(transport: try CurlTransport(options: options { _ in }))
      let response = await session.get(try server.url()).response(.string)
      expectEqual(response.value, "connection 1, stream 1, 0 bytes")
      expectEqual(response.response?.httpVersion, "HTTP/2")
    }

    @Test func requestsShareAConnectionOverHTTP2() async throws {
      // The server responds once it has all three requests, so one connection must carry them at once. The
      // second and third request must wait until libcurl knows that it can.
      let behind = try HTTP2Server(batches: [3])
      let server = try await TLSServer.start(try await certificates.issue()) {
        $0.protocols = ["h2"]
        $0.backend = behind.port
      }
      let session = NetworkSession(transport: try LoopsTransport(sharing: options { _ in }))
      let url = try server.url()
      async let first = session.get(url).response(.string).value
      async let second = session.get(url).response(.string).value
      async let third = session.get(url).response(.string).value
      let bodies = await [first, second, third].compactMap(\.self).sorted()
      expectEqual(bodies, [1, 3, 5].map { "connection 1, stream \($0), 0 bytes" })
    }

    @Test func theTimeOfTheTLSHandshakeIsReported() async throws {
      let response = try await fetch(from: try await TLSServer.start(try await certificates.issue()))
      let timings = try #require(response.timings.transport)
      let secureConnection = try #require(timings.secureConnection)
      #expect(secureConnection > .zero)
      expectNotNil(timings.nameLookup)
      expectNotNil(timings.connect)
      #expect(try secureConnection <= #require(timings.firstByte))
      #expect(try #require(timings.firstByte) <= #require(timings.total))
    }

    @Test func http1CanBeForced() async throws {
      let server = try await TLSServer.start(try await certificates.issue()) {
        $0.protocols = ["h2", "http/1.1"]
      }
      let response = try await fetch(from: server) { $0.httpVersion = .http1 }
      expectNotEqual(response.value?.protocol, "h2")
      expectEqual(response.response?.httpVersion, "HTTP/1.1")
    }

    @Test func http1IsUsedIfTheServerSupportsNothingElse() async throws {
      let server = try await TLSServer.start(try await certificates.issue()) { $0.protocols = ["http/1.1"] }
      let response = try await fetch(from: server)
      expectEqual(response.value?.protocol, "http/1.1")
    }

    // MARK: - Proxies

    @Test func aTunnelConnectsToTheServer() async throws {
      let (proxy, server) = (try ProxyServer(), try await TLSServer.start(try await certificates.issue()))
      let response = try await fetch(from: server) { $0.proxy = .http(proxy.url) }
      expectEqual(response.value?.version, "TLSv1.3")
      expectEqual(response.response?.status, 200)
      expectEqual(proxy.requests.map(\.line), ["CONNECT localhost:\(server.port) HTTP/1.1"])
    }

    @Test func aTunnelCanUseProxyCredentials() async throws {
      let credentials = ProxyCredentials(username: "me", password: "secret")
      let proxy = try ProxyServer(credentials: "Basic bWU6c2VjcmV0")
      let server = try await TLSServer.start(try await certificates.issue())
      let response = try await fetch(from: server) {
        $0.proxy = .http(proxy.url, credentials: credentials)
      }
      expectNotNil(response.value)
      expectEqual(proxy.requests.count, 1)
    }

    @Test func aTunnelCanUseCredentialsOfTheRequestWhichTheServerDoesNotGet() async throws {
      let proxy = try ProxyServer(credentials: "Basic bWU6c2VjcmV0")
      let behind = try LoopbackServer { _ in [.respond("200 OK", body: "through")] }
      let server = try await TLSServer.start(try await certificates.issue()) { $0.backend = behind.port }
      let made = options { $0.proxy = .http(proxy.url) }
      let session = NetworkSession(transport: try CurlTransport(options: made))
      let response = await session.get(
        try server.url(), headers: ["Proxy-Authorization": "Basic bWU6c2VjcmV0"]
      ).response(.string)
      expectEqual(response.value, "through")
      expectEqual(behind.requests.map { $0.header("Proxy-Authorization") }, [nil])
    }

    @Test func anHTTPSProxyIsTrustedByTheSameAuthorities() async throws {
      let proxy = try ProxyServer()
      let secured = try await TLSServer.start(try await certificates.issue()) { $0.backend = proxy.port }
      let made = options { $0.proxy = .http("https://localhost:\(secured.port)") }
      let session = NetworkSession(transport: try CurlTransport(options: made))
      expectEqual(await session.get("http://origin.invalid/").response(.string).value, "from a proxy")
    }

    @Test func pinsAreNotThoseOfAProxy() async throws {
      let proxy = try ProxyServer()
      let secured = try await TLSServer.start(try await certificates.issue()) { $0.backend = proxy.port }
      let issued = try await certificates.issue()
      let (server, pin) = (
        try await TLSServer.start(issued), try await certificates.pin(of: issued.certificate)
      )
      let made = options {
        $0.proxy = .http("https://localhost:\(secured.port)")
        $0.tls.pins = [PublicKeyPins([pin])]
      }
      let session = NetworkSession(transport: try CurlTransport(options: made))
      expectNotNil(await session.get(try server.url()).response(.data).value)
      expectEqual(await session.get("http://origin.invalid/").response(.string).value, "from a proxy")
    }

    @Test func anHTTPSProxyWithAnUnknownAuthorityIsRejected() async throws {
      let proxy = try ProxyServer()
      let other = try await TestCertificates()
      let secured = try await TLSServer.start(try await other.issue()) { $0.backend = proxy.port }
      let made = options { $0.proxy = .http("https://localhost:\(secured.port)") }
      let session = NetworkSession(transport: try CurlTransport(options: made))
      let response = await session.get("http://origin.invalid/").response(.string)
      expectEqual(response.failedPhase, .secureConnection)
    }

    @Test func aRefusedTunnelFailsWithTheResponseOfTheProxy() async throws {
      let proxy = try ProxyServer(credentials: "Basic bWU6c2VjcmV0")
      let server = try await TLSServer.start(try await certificates.issue())
      let response = try await fetch(from: server) { $0.proxy = .http(proxy.url) }
      expectEqual(response.failedPhase, .connect)
      let refusal = response.error?.underlyingError as? ProxyRefusal
      expectEqual(refusal?.response.status, 407)
      expectEqual(refusal?.response.headers["Proxy-Authenticate"], "Basic realm=\"p\"")
      expectEqual(response.error?.response?.status, 407)
      expectEqual(response.error.map { "\($0)" }?.contains("pass credentials that it accepts"), true)
    }

    @Test func aRefusedTunnelIsNotRetried() async throws {
      let proxy = try ProxyServer(credentials: "Basic bWU6c2VjcmV0")
      let made = options { $0.proxy = .http(proxy.url) }
      let session = NetworkSession(transport: try CurlTransport(options: made))
      let response = await session.get("https://origin.invalid/").retry(RetryPolicy(base: .zero)).response(
        .data)
      expectEqual(response.error?.attempts, 1)
      expectEqual(proxy.requests.map(\.line), ["CONNECT origin.invalid:443 HTTP/1.1"])
    }

    @Test func cookiesOfAProxyThatRefusesATunnelAreNotStored() async throws {
      let proxy = try SocketServer { connection, _ in
        guard WireRequest(headFrom: connection) != nil else { return }
        connection.send(
          "HTTP/1.1 302 No\r\nSet-Cookie: a=b\r\nLocation: http://127.0.0.1/\r\nContent-Length: 4\r\n\r\nbody"
        )
      }
      let made = options { $0.proxy = .http("http://127.0.0.1:\(proxy.port)") }
      let jar = CookieJar()
      var configuration = SessionConfiguration()
      configuration.cookies = jar
      let session = NetworkSession(configuration: configuration, transport: try CurlTransport(options: made))
      let response = await session.get("https://origin.example/").response(.data)
      expectEqual((response.error?.underlyingError as? ProxyRefusal)?.response.status, 302)
      expectTrue(jar.cookies.isEmpty)
    }

    @Test func throughATunnelTheResponseIsThatOfTheServer() async throws {
      let proxy = try ProxyServer()
      let server = try await TLSServer.start(try await certificates.issue())
      let session = NetworkSession(
        transport: try CurlTransport(options: options { $0.proxy = .http(proxy.url) }))
      for _ in 1...2 {
        let response = await session.get(try server.url()).response(.decodable(of: TLSServer.Agreed.self))
        expectEqual(response.response?.status, 200)
        expectNotNil(response.value)
      }
      #expect(proxy.requests.allSatisfy { $0.line.hasPrefix("CONNECT ") })
    }
  }
#endif
