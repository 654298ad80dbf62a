#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// Tunnels through a proxy: for whom they are used, and what a proxy can say before one is open.
  @Suite struct CurlTunnelTests {
    /// A proxy that gives this response to each `CONNECT`, and keeps the connection.
    private func proxy(_ response: String) throws -> SocketServer {
      try SocketServer { connection, _ in
        guard WireRequest(headFrom: connection) != nil else { return }
        connection.send(response)
        while connection.receive() != nil {}
      }
    }

    private func session(
      through proxy: SocketServer, _ change: (inout SessionConfiguration) -> Void = { _ in }
    ) throws -> NetworkSession {
      var (configuration, options) = (SessionConfiguration(), TransportOptions())
      options.proxy = .http("http://127.0.0.1:\(proxy.port)")
      // Ends a test that would wait for the rest of a response.
      configuration.timeouts.idle = .patience
      change(&configuration)
      return NetworkSession(configuration: configuration, transport: try CurlTransport(options: options))
    }

    // MARK: - Credentials

    /// A tunnel belongs to the user whose credentials have opened it (curl/curl CVE-2026-3784).
    @Test(.enabled(if: Tool.areInstalled)) func aTunnelIsUsedOnlyWithTheCredentialsThatHaveOpenedIt()
      async throws
    {
      let (proxy, certificates) = (try ProxyServer(), try await TestCertificates())
      let server = try await TLSServer.start(try await certificates.issue())
      let session = try CurlSession.make {
        $0.proxy = .http(proxy.url)
        $0.tls.authorities = .only([.file(certificates.authority)])
      }
      for name in ["a", "a", "b", nil, "a", "b", nil] {
        let headers: HTTPHeaders = name.map { ["Proxy-Authorization": "Bearer \($0)"] } ?? [:]
        expectEqual(
          await session.get(try server.url(), headers: headers).response(.data).response?.status, 200)
      }
      expectEqual(proxy.requests.map { $0.header("Proxy-Authorization") }, ["Bearer a", "Bearer b", nil])
    }

    /// A program may renew its token forever.
    @Test(.enabled(if: Tool.areInstalled)) func tunnelsOfFormerCredentialsAreClosed() async throws {
      let (open, most) = (Locked(0), Locked(0))
      let proxy = try SocketServer { connection, _ in
        guard let request = WireRequest(headFrom: connection),
          let port = request.path.split(separator: ":").last.flatMap({ Int($0) }),
          let origin = StreamSocket.connected(to: port)
        else { return }
        let now = open.update { (count: inout Int) -> Int in
          count += 1
          return count
        }
        most.update { $0 = max($0, now) }
        connection.send("HTTP/1.1 200 OK\r\n\r\n")
        connection.join(origin)
        open.update { $0 -= 1 }
      }
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(try await certificates.issue())
      let session = try CurlSession.make {
        $0.proxy = .http("http://127.0.0.1:\(proxy.port)")
        $0.tls.authorities = .only([.file(certificates.authority)])
      }
      for number in 0..<40 {
        let headers: HTTPHeaders = ["Proxy-Authorization": "Bearer \(number)"]
        expectEqual(
          await session.get(try server.url(), headers: headers).response(.data).response?.status, 200)
      }
      #expect(most.value < 20)
    }

    // MARK: - Responses of the proxy

    /// The error of a request that needs a tunnel.
    private func error(of session: NetworkSession, isWebSocket: Bool) async -> NetworkError? {
      guard isWebSocket else { return await session.get("https://origin.example/").response(.data).error }
      return await #expect(throws: NetworkError.self) {
        _ = try await session.webSocket("ws://origin.example/").connect()
      }
    }

    /// libcurl reads no status here, but passes the head on.
    @Test(arguments: ["HTTP/2 302", "HTTP/2 200", "HTTP/3 200", "HTTP/2 103", "HTTP/0.9 200", "HTTP/1 200"])
    func aHeadOfTheProxyIsNotThatOfTheServer(status: String) async throws {
      let elsewhere = try LoopbackServer { _ in [.respond("200 OK")] }
      let proxy = try proxy(
        "\(status) Found\r\nSet-Cookie: a=b\r\nLocation: http://127.0.0.1:\(elsewhere.port)/\r\n\r\n")
      let (jar, heads) = (CookieJar(), Locked<[Int]>([]))
      let session = try session(through: proxy) { $0.cookies = jar }
      let response = await session.get("https://origin.example/").onHTTPResponse { head in
        heads.update { $0.append(head.status) }
      }.response(.string)
      expectEqual(response.failedPhase, .connect, "\(response)")
      expectNil(response.error?.response)
      expectTrue(jar.cookies.isEmpty)
      #expect(heads.value.isEmpty && elsewhere.requests.isEmpty)
      _ = proxy.port
    }

    @Test func aResponseThatIsNoHTTPFailsWhileConnecting() async throws {
      let proxy = try proxy("SSH-2.0-OpenSSH\r\n\r\n")
      let response = await (try session(through: proxy)).get("https://origin.example/").response(.data)
      expectEqual(response.failedPhase, .connect)
      expectEqual(response.curlError?.code, 56)
      _ = proxy.port
    }

    @Test(
      arguments: ["200 OK\r\nno colon", "407 Who\r\nno colon", "200 OK\r\n folded", "502 \r\nA\u{0}: b"],
      [false, true])
    func aLineThatIsNoFieldIsNamed(head: String, isWebSocket: Bool) async throws {
      let proxy = try proxy("HTTP/1.1 \(head)\r\n\r\n")
      let error = await error(of: try session(through: proxy), isWebSocket: isWebSocket)
      expectEqual(error?.reason, .transport(.connect))
      expectEqual(
        error?.underlyingError as? CurlError,
        CurlError(code: 56, message: "A line in the head of the proxy's response to CONNECT is not a field"))
      _ = proxy.port
    }

    /// Its body is not kept, so nobody waits for it.
    @Test(arguments: ["Content-Length: 10", "Transfer-Encoding: chunked"], [false, true])
    func aRefusalNeedsNoEnd(field: String, isWebSocket: Bool) async throws {
      let proxy = try proxy(
        "HTTP/1.1 407 Who\r\nProxy-Authenticate: Basic realm=\"p\"\r\n\(field)\r\n\r\n5\r\nab")
      let error = await error(of: try session(through: proxy), isWebSocket: isWebSocket)
      expectEqual((error?.underlyingError as? ProxyRefusal)?.response.status, 407, "\(error as Any)")
      _ = proxy.port
    }
  }
#endif
