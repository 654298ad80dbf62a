#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  @Suite struct CurlSOCKSTests {
    private let origin: LoopbackServer

    init() throws { origin = try LoopbackServer { _ in [.respond("200 OK", body: "from the origin")] } }

    private func fetch(
      _ host: String, _ scheme: String, _ proxy: SOCKSServer, _ credentials: ProxyCredentials? = nil,
      except exceptions: [String] = []
    ) async throws -> DataResponse<String> {
      let url = "\(scheme)://127.0.0.1:\(proxy.port)"
      let session = try CurlSession.make {
        $0.proxy = .socks(url, credentials: credentials, except: exceptions)
      }
      return await session.get("http://\(host):\(origin.port)/").response(.string)
    }

    @Test(arguments: ["socks5h", "socks4a", "SOCKS5h"]) func theProxyResolvesTheName(scheme: String)
      async throws
    {
      let proxy = try SOCKSServer(forwardingTo: origin.port)
      let response = try await fetch("origin.invalid", scheme, proxy)
      expectEqual(response.value, "from the origin")
      expectEqual(proxy.targets, ["name origin.invalid"])
    }

    @Test(arguments: ["socks5", "socks4"]) func thisMachineResolvesTheName(scheme: String) async throws {
      let proxy = try SOCKSServer(forwardingTo: origin.port)
      let unknown = try await fetch("origin.invalid", scheme, proxy)
      // libcurl reports it as an error of the proxy.
      expectEqual(unknown.failedPhase, .connect, "\(unknown)")
      let response = try await fetch("127.0.0.1", scheme, proxy)
      expectEqual(response.value, "from the origin", "\(response)")
      expectEqual(proxy.targets, ["address 127.0.0.1"])
    }

    @Test func credentialsAreSent() async throws {
      let proxy = try SOCKSServer(forwardingTo: origin.port, credentials: "me:sec:ret")
      let credentials = ProxyCredentials(username: "me", password: "sec:ret")
      expectEqual(try await fetch("origin.invalid", "socks5h", proxy, credentials).value, "from the origin")
      let wrong = try await fetch(
        "origin.invalid", "socks5h", proxy, ProxyCredentials(username: "me", password: "wrong"))
      expectEqual(wrong.failedPhase, .connect)
      expectEqual(wrong.error.map { "\($0)" }?.contains("wrong"), false)
    }

    @Test func theUserNameOfVersion4IsSent() async throws {
      let proxy = try SOCKSServer(forwardingTo: origin.port)
      _ = try await fetch("origin.invalid", "socks4a", proxy, ProxyCredentials(username: "me", password: ""))
      expectEqual(proxy.targets, ["name origin.invalid for me"])
    }

    @Test func anExceptionBypassesTheProxy() async throws {
      let proxy = try SOCKSServer(forwardingTo: origin.port)
      let response = try await fetch("127.0.0.1", "socks5h", proxy, except: ["127.0.0.1"])
      expectEqual(response.value, "from the origin")
      expectTrue(proxy.targets.isEmpty)
    }
  }
#endif
