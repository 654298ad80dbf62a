#if os(Linux)
  import Foundation
  import Glibc
  import Net
  import TestSupport
  import Testing

  @Suite struct CurlProxyTests {
    private func fetch(
      _ url: String = "http://origin.invalid/a?b=1", through proxy: ProxySetting
    ) async throws -> DataResponse<String> {
      await (try CurlSession.make { $0.proxy = proxy }).get(url).response(.string)
    }

    @Test func aPlainRequestUsesTheAbsoluteForm() async throws {
      let proxy = try ProxyServer()
      let response = try await fetch(through: .http(proxy.url))
      expectEqual(response.value, "from a proxy")
      expectEqual(proxy.requests.map(\.line), ["GET http://origin.invalid/a?b=1 HTTP/1.1"])
      expectEqual(proxy.requests.first?.header("Host"), "origin.invalid")
    }

    @Test func credentialsAreSentWithTheFirstRequest() async throws {
      let proxy = try ProxyServer(credentials: "Basic bWU6c2VjOnJldA==")
      let credentials = ProxyCredentials(username: "me", password: "sec:ret")
      let response = try await fetch(through: .http(proxy.url, credentials: credentials))
      expectEqual(response.response?.status, 200)
      expectEqual(proxy.requests.count, 1)
    }

    @Test func credentialsInAFieldOfTheRequestAreSentOnlyToTheProxy() async throws {
      let proxy = try ProxyServer(credentials: "Basic bWU6b3du")
      let origin = try LoopbackServer { _ in [.respond("200 OK")] }
      let session = try CurlSession.make {
        $0.proxy = .http(
          proxy.url, credentials: ProxyCredentials(username: "me", password: "secret"), except: ["127.0.0.1"])
      }
      let own: HTTPHeaders = ["X-A": "1", "proxy-authorization": "Basic bWU6b3du"]
      let url = "http://origin.invalid/"
      expectEqual(await session.get(url, headers: own).response(.string).value, "from a proxy")
      expectEqual(await session.get(try origin.url(), headers: own).response(.data).response?.status, 200)
      // Not those of the last request.
      expectEqual(await session.get(url).response(.string).response?.status, 407)
      expectEqual(proxy.requests.map { $0.head.components(separatedBy: "roxy-Auth").count - 1 }, [1, 1])
      expectEqual(origin.requests.map { $0.header("Proxy-Authorization") }, [nil])
      expectEqual(origin.requests.map { $0.header("X-A") }, ["1"])
    }

    /// The list of fields of the first request serves for those that have the same header.
    @Test func credentialsInAFieldOfTheSessionAreSentWithEachRequest() async throws {
      let proxy = try ProxyServer(credentials: "Basic bWU6b3du")
      var options = TransportOptions()
      options.proxy = .http(proxy.url)
      var configuration = SessionConfiguration()
      configuration.headers = ["Proxy-Authorization": "Basic bWU6b3du"]
      let session = NetworkSession(
        configuration: configuration, transport: try CurlTransport(options: options))
      for _ in 1...3 {
        expectEqual(await session.get("http://origin.invalid/").response(.data).response?.status, 200)
      }
    }

    @Test func withoutCredentialsThe407IsTheResponse() async throws {
      let proxy = try ProxyServer(credentials: "Basic bWU6c2VjcmV0")
      let response = try await fetch(through: .http(proxy.url))
      expectEqual(response.error?.reason, .validation(.statusCode(407)))
    }

    @Test func anExceptionBypassesTheProxy() async throws {
      let proxy = try ProxyServer()
      let origin = try LoopbackServer { _ in [.respond("200 OK", body: "from the origin")] }
      let response = try await fetch(
        "http://127.0.0.1:\(origin.port)/", through: .http(proxy.url, except: ["other.example", "127.0.0.1"]))
      expectEqual(response.value, "from the origin")
      expectTrue(proxy.requests.isEmpty)
    }

    @Test func anExceptionForANetworkBypassesTheProxyOnTheSameHandle() async throws {
      let proxy = try ProxyServer(credentials: "Basic bWU6c2VjcmV0")
      let origin = try LoopbackServer { _ in [.respond("200 OK", body: "from the origin")] }
      let session = try CurlSession.make {
        $0.proxy = .http(
          proxy.url, credentials: ProxyCredentials(username: "me", password: "secret"),
          except: ["127.0.0.0/8", "fd00::/8"])
      }
      for _ in 1...2 {
        expectEqual(await session.get("http://origin.invalid/").response(.string).value, "from a proxy")
        expectEqual(await session.get(try origin.url()).response(.string).value, "from the origin")
      }
      expectEqual(proxy.requests.count, 2)
      #expect(origin.requests.allSatisfy { $0.header("Proxy-Authorization") == nil })
    }

    @Test(arguments: [true, false])
    func credentialsOfATunnelThatFailsAreNotSentToAnException(isRefused: Bool) async throws {
      let proxy = try SocketServer { connection, _ in
        guard WireRequest(headFrom: connection) != nil, isRefused else { return }
        connection.send("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n")
      }
      let origin = try LoopbackServer { _ in [.respond("200 OK")] }
      let session = try CurlSession.make {
        $0.proxy = .http(
          "http://127.0.0.1:\(proxy.port)", credentials: ProxyCredentials(username: "me", password: "secret"),
          except: ["127.0.0.1"])
      }
      expectEqual(await session.get("https://origin.invalid/").response(.data).failedPhase, .connect)
      expectEqual(await session.get(try origin.url()).response(.data).response?.status, 200)
      expectEqual(origin.requests.map { $0.header("Proxy-Authorization") }, [nil])
    }

    @Test func withoutAnExceptionEvenLoopbackUsesTheProxy() async throws {
      let proxy = try ProxyServer()
      let origin = try LoopbackServer { _ in [.respond("200 OK", body: "from the origin")] }
      _ = try await fetch("http://127.0.0.1:\(origin.port)/", through: .http(proxy.url))
      expectEqual(proxy.requests.count, 1)
      expectTrue(origin.requests.isEmpty)
    }

    @Test func anUnreachableProxyFailsInTheConnectPhase() async throws {
      let response = try await fetch(through: .http("http://127.0.0.1:\(LoopbackServer.unusedPort())"))
      expectEqual(response.failedPhase, .connect)
    }

    // The environment belongs to the process, so each of these tests runs in a separate one.

    @Test func theProxyOfTheEnvironmentIsUsed() async {
      await #expect(processExitsWith: .success) {
        let proxy = try ProxyServer()
        // The texts are valid during the call.
        unsafe setenv("http_proxy", proxy.url, 1)
        let session = NetworkSession(transport: try CurlTransport())
        let response = await session.get("http://origin.invalid/").response(.string)
        try #require(response.value == "from a proxy")
      }
    }

    @Test func loopbackHostsBypassTheProxyOfTheEnvironment() async {
      await #expect(processExitsWith: .success) {
        let proxy = try ProxyServer()
        let origin = try LoopbackServer { _ in [.respond("200 OK", body: "direct")] }
        // The texts are valid during the call.
        unsafe setenv("http_proxy", proxy.url, 1)
        unsafe setenv("no_proxy", "other.invalid", 1)
        let session = NetworkSession(transport: try CurlTransport())
        for host in ["127.0.0.1", "localhost", "a.localhost", "127.9.9.9"] {
          _ = await session.get("http://\(host):\(origin.port)/").response(.string)
        }
        try #require(proxy.requests.isEmpty)
        let response = await session.get("http://127.0.0.1:\(origin.port)/").response(.string)
        try #require(response.value == "direct")
        // Then for another host, over the same handle, the proxy and the exceptions of the environment apply again.
        let other = await session.get("http://origin.invalid/").response(.string)
        try #require(other.value == "from a proxy")
        let excepted = await session.get("http://other.invalid/").response(.string)
        try #require(excepted.failedPhase == .nameLookup && proxy.requests.count == 1)
      }
    }

    @Test func noProxyIgnoresTheProxyOfTheEnvironment() async {
      await #expect(processExitsWith: .success) {
        let (proxy, origin) = (try ProxyServer(), try LoopbackServer { _ in [.respond("200 OK")] })
        // The texts are valid during the call.
        unsafe setenv("http_proxy", proxy.url, 1)
        let response = await (try CurlSession.make()).get(try origin.url()).response(.string)
        try #require(response.value == "" && proxy.requests.isEmpty)
      }
    }

    @Test func aMessageAboutTheProxyOfTheEnvironmentHidesItsPassword() async {
      await #expect(processExitsWith: .success) {
        // The texts are valid during the call.
        unsafe setenv("http_proxy", "http://me:s3/cr't@127.0.0.1:3128", 1)
        let session = NetworkSession(transport: try CurlTransport())
        let response = await session.get("http://origin.invalid/").response(.string)
        let error = try #require(response.error?.underlyingError as? CurlError)
        try #require(error.message == "Unsupported proxy syntax in '<redacted>'")
        try #require(response.failedPhase == .nameLookup)
      }
    }

    @Test func anExplicitProxyIgnoresTheExceptionsOfTheEnvironment() async {
      await #expect(processExitsWith: .success) {
        let proxy = try ProxyServer()
        // The texts are valid during the call.
        unsafe setenv("no_proxy", "*", 1)
        let session = try CurlSession.make { $0.proxy = .http(proxy.url) }
        let response = await session.get("http://origin.invalid/").response(.string)
        try #require(response.value == "from a proxy")
      }
    }

    @Test func theRemoteAddressIsThatOfTheProxy() async throws {
      let proxy = try ProxyServer()
      let response = try await fetch(through: .http(proxy.url))
      let peer = response.timings.transport?.connection
      expectEqual(peer.map { "http://\($0.remoteAddress):\($0.remotePort)" }, proxy.url)
    }
  }
#endif
