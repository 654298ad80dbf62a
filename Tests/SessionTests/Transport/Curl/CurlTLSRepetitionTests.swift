#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// Requests that are sent again over TLS, where the second connection may have another version, and through tunnels.
  @Suite(.enabled(if: Tool.areInstalled)) struct CurlTLSRepetitionTests {
    private let certificates: TestCertificates

    init() async throws { certificates = try await TestCertificates() }

    private func server(_ behind: HTTP2Server) async throws -> TLSServer {
      try await TLSServer.start(try await certificates.issue()) {
        $0.protocols = ["h2", "http/1.1"]
        $0.backend = behind.port
      }
    }

    /// A proxy that responds to each `CONNECT` with the next of these heads; the last one repeats.
    private func proxy(_ heads: [String]) throws -> SocketServer {
      let rest = Locked(heads[...])
      return try SocketServer { connection, _ in
        guard let request = WireRequest(headFrom: connection) else { return }
        let head = rest.update { $0.count > 1 ? $0.removeFirst() : $0.first ?? "" }
        connection.send(head)
        guard head.contains(" 200 "), let port = request.path.split(separator: ":").last.flatMap({ Int($0) }),
          let origin = StreamSocket.connected(to: port)
        else { return }
        connection.join(origin)
      }
    }

    private static let tunnel = "HTTP/1.1 200 Yes\r\nX-Proxy: yes\r\nSet-Cookie: proxy=1; Secure\r\n\r\n"

    private func send(
      _ method: HTTPMethod, to server: TLSServer, through proxy: SocketServer?, jar: CookieJar? = nil
    ) async throws -> DataResponse<String> {
      var options = TransportOptions()
      options.tls.authorities = .only([.file(certificates.authority)])
      options.proxy = proxy.map { .http("http://127.0.0.1:\($0.port)") } ?? .none
      var configuration = SessionConfiguration()
      configuration.cookies = jar
      let session = NetworkSession(
        configuration: configuration, transport: try CurlTransport(options: options))
      guard method != .get else { return await session.get(try server.url()).response(.string) }
      let encoding = RawBodyEncoding(Data("body".utf8))
      return await session.request(try server.url(), method: method, encoding: encoding).response(.string)
    }

    /// With TLS 1.3 the request may meet a connection that the server has closed after its refusal.
    @Test func aConnectionOnWhichSendingFailedIsNotUsedAgain() async throws {
      let (authority, others) = (certificates.authority, try await TestCertificates())
      let server = try await TLSServer.start(try await certificates.issue()) { $0.authority = authority }
      let client = try await others.issue("A client of another authority")
      var messages: Set<String> = []
      // Which side is quicker differs, so one round may show nothing.
      for _ in 0..<10 {
        let session = try CurlSession.make {
          $0.tls.authorities = .only([.file(authority)])
          $0.tls.clientIdentity = ClientIdentity(
            certificate: .file(client.certificate), privateKey: .file(client.key))
        }
        for _ in 0..<3 {
          let response = await session.post(try server.url()).response(.data)
          messages.insert(try #require(response.curlError).message)
        }
      }
      expectEqual(messages.filter { $0.contains("not sent again") }, [])
    }

    @Test(arguments: [HTTPMethod.get, .post], [false, true])
    func aServerThatRequiresHTTP1ReceivesTheRequestWithIt(method: HTTPMethod, isProxied: Bool) async throws {
      let behind = try HTTP2Server(refusals: [.http1Required])
      let (server, jar) = (try await server(behind), CookieJar())
      let proxy = isProxied ? try proxy([Self.tunnel]) : nil
      let response = try await send(method, to: server, through: proxy, jar: jar)
      expectEqual(response.value, "connection 2, HTTP/1.1")
      expectEqual(response.response?.headers["X-Origin"], "yes")
      expectNil(response.response?.headers["X-Proxy"])
      expectTrue(jar.cookies.isEmpty)
      expectEqual(behind.requestCount, 2)
    }

    /// The server closes each connection of HTTP/2 at its second request, without a response.
    @Test(arguments: [HTTPMethod.get, .put])
    func aRequestOnAConnectionOfHTTP2ThatTurnsOutToBeClosedIsSentAgain(method: HTTPMethod) async throws {
      let behind = try HTTP2Server(refusals: [nil, .close])
      let server = try await server(behind)
      var options = TransportOptions()
      options.tls.authorities = .only([.file(certificates.authority)])
      options.proxy = .none
      let session = NetworkSession(transport: try CurlTransport(options: options))
      for expected in ["connection 1, stream 1", "connection 2, stream 1"] {
        let response = await session.request(
          try server.url(), method: method, encoding: RawBodyEncoding(Data("body".utf8))
        ).sendingBodyWithGet().response(.string)
        expectEqual(response.value, "\(expected), 4 bytes", "\(response)")
      }
      expectEqual(behind.requestCount, 3)
    }

    /// With one refusal the connection is new, with two it is a kept one.
    @Test(
      arguments: [HTTPMethod.get, .put, .post, .patch],
      [[.goAway], [nil, .goAway]] as [[HTTP2Server.Refusal?]])
    func aRequestThatAClosedConnectionOfHTTP2HasNotProcessedIsSentAgain(
      method: HTTPMethod, refusals: [HTTP2Server.Refusal?]
    ) async throws {
      let behind = try HTTP2Server(refusals: refusals)
      let server = try await server(behind)
      var options = TransportOptions()
      options.tls.authorities = .only([.file(certificates.authority)])
      options.proxy = .none
      let session = NetworkSession(transport: try CurlTransport(options: options))
      if refusals.count > 1 {
        expectEqual(await session.get(try server.url()).response(.data).response?.status, 200)
      }
      let response = await session.request(
        try server.url(), method: method, encoding: RawBodyEncoding(Data("body".utf8))
      ).sendingBodyWithGet().response(.string)
      expectEqual(response.value, "connection 2, stream 1, 4 bytes", "\(response)")
      expectEqual(behind.requestCount, refusals.count + 1)
    }

    /// The server closes the connection before the body continues, so that nothing of it is lost.
    @Test func aBodyThatCanBeReadOnceIsSentIfNothingOfItWasReadBefore() async throws {
      let behind = try HTTP2Server(closesAtHead: 2)
      let server = try await server(behind)
      var options = TransportOptions()
      options.tls.authorities = .only([.file(certificates.authority)])
      options.proxy = .none
      let session = NetworkSession(transport: try CurlTransport(options: options))
      let url = try server.url()
      expectEqual(await session.get(url).response(.data).response?.status, 200)
      let (chunks, arrival) = AsyncStream<Data>.makeStream()
      let request = session.put(
        url, stream: BodyStream(isRepeatable: false, sequence: { chunks }), contentType: "a/b")
      request.resume()
      await waitPatiently { behind.headCount == 3 }
      arrival.yield(Data("body".utf8))
      arrival.finish()
      expectEqual(try await request.string(), "connection 2, stream 1, 4 bytes")
    }

    @Test(arguments: [HTTPMethod.get, .post])
    func theHeadOfASecondTunnelIsNotTheResponse(method: HTTPMethod) async throws {
      let behind = try HTTP2Server(refusals: [.refusedStream])
      let (server, jar) = (try await server(behind), CookieJar())
      let response = try await send(method, to: server, through: try proxy([Self.tunnel]), jar: jar)
      expectEqual(response.value, "connection 2, stream 1, \(method == .get ? 0 : 4) bytes")
      expectNil(response.response?.headers["X-Proxy"])
      expectTrue(jar.cookies.isEmpty)
    }

    @Test func anInterimHeadOfASecondTunnelIsNotReported() async throws {
      let behind = try HTTP2Server(refusals: [.refusedStream])
      let server = try await server(behind)
      let early = "HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\n"
      var options = TransportOptions()
      options.tls.authorities = .only([.file(certificates.authority)])
      let proxy = try proxy([Self.tunnel, early + Self.tunnel])
      options.proxy = .http("http://127.0.0.1:\(proxy.port)")
      let log = EventLog()
      let task = try CurlTransport(options: options).task(
        for: TransportRequest(url: try server.url()), receiver: log)
      task.resume()
      await log.end()
      // libcurl opens no tunnel after such a head.
      expectEqual(log.summary, ["failed connect"])
      expectEqual(behind.requestCount, 1)
      withExtendedLifetime(proxy) {}
    }

    @Test func aRefusedSecondTunnelFailsWithTheResponseOfTheProxy() async throws {
      let behind = try HTTP2Server(refusals: [.refusedStream])
      let server = try await server(behind)
      let refused = "HTTP/1.1 403 No\r\nSet-Cookie: proxy=1\r\nContent-Length: 0\r\n\r\n"
      let jar = CookieJar()
      let response = try await send(.get, to: server, through: try proxy([Self.tunnel, refused]), jar: jar)
      expectEqual((response.error?.underlyingError as? ProxyRefusal)?.response.status, 403)
      expectTrue(jar.cookies.isEmpty)
      expectEqual(behind.requestCount, 1)
    }

    /// A tunnel has no body, whatever its head says.
    @Test(arguments: [
      "Content-Length: x", "Content-Length: 5", "Content-Length: 1\r\nContent-Length: 2",
      "Content-Length : 5",
      "Transfer-Encoding: chunked", "Transfer-Encoding : chunked", "Transfer-Encoding: gzip",
      "Transfer-Encoding:\r\n chunked", "X-A: 1",
    ])
    func theFirstResponseInATunnelIsDeliveredWhateverTheProxySaysAboutABody(field: String) async throws {
      let behind = try HTTP2Server()
      let server = try await server(behind)
      let proxy = try proxy(["HTTP/1.1 200 Yes\r\n\(field)\r\n\r\n"])
      let response = try await send(.post, to: server, through: proxy)
      expectEqual(response.value, "connection 1, stream 1, 4 bytes")
      expectEqual(behind.requestCount, 1)
    }
  }
#endif
