#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  @Suite struct CurlHTTP2Tests {
    private func session(_ version: HTTPVersionPreference) throws -> NetworkSession {
      try CurlSession.make { $0.httpVersion = version }
    }

    @Test func priorKnowledgeNeedsNoTLS() async throws {
      let server = try HTTP2Server()
      let response = await (try session(.http2PriorKnowledge)).get(try server.url()).response(.string)
      expectEqual(response.value, "connection 1, stream 1, 0 bytes")
      expectEqual(response.response?.httpVersion, "HTTP/2")
      expectEqual(response.response?.headers["content-type"], "text/plain")
    }

    /// Some versions of libcurl cannot reuse such a connection and open one for each request.
    @Test func priorKnowledgeServesSequentialRequests() async throws {
      let server = try HTTP2Server()
      let session = try session(.http2PriorKnowledge)
      var statuses: [Int?] = []
      for _ in 1...3 { statuses.append(await session.get(try server.url()).response(.data).response?.status) }
      expectEqual(statuses, [200, 200, 200])
    }

    @Test func priorKnowledgeServesConcurrentRequests() async throws {
      let server = try HTTP2Server()
      let session = try session(.http2PriorKnowledge)
      let url = try server.url()
      async let first = session.get(url).response(.data).response?.status
      async let second = session.get(url).response(.data).response?.status
      async let third = session.get(url).response(.data).response?.status
      expectEqual(await [first, second, third], [200, 200, 200])
    }

    @Test func aBodyIsSentInFrames() async throws {
      let server = try HTTP2Server()
      let body = RawBodyEncoding(Data(repeating: 1, count: 300_000))
      let request = try session(.http2PriorKnowledge).request(try server.url(), method: .post, encoding: body)
      let response = await request.response(.string)
      expectEqual(response.value, "connection 1, stream 1, 300000 bytes")
    }

    /// Some versions of libcurl miss the end of a response that overflows their buffer, which has 16 KiB by default.
    @Test(
      arguments: [[], [300], [1000], Array(repeating: 1000, count: 20), Array(repeating: 1000, count: 60)],
      [[], [15_000], [16_200], [16_384, 16_000]])
    func aResponseEndsWhateverTheSizesOfItsHeadAndBody(fieldSizes: [Int], padding: [Int]) async throws {
      let server = try HTTP2Server(padding: padding, fieldSizes: fieldSizes)
      let response = await (try session(.http2PriorKnowledge)).get(try server.url()).response(.data)
      let text = "connection 1, stream 1, 0 bytes"
      expectEqual(response.value?.count, padding.reduce(text.utf8.count, +))
      expectEqual(
        response.response?.headers.filter { $0.name.hasPrefix("x-") }.map(\.value.utf8.count), fieldSizes)
    }

    @Test func withPriorKnowledgeAServerWithoutHTTP2Fails() async throws {
      // The response of a server to a request that it cannot parse. Newer versions of libcurl wait for it.
      let server = try LoopbackServer { _ in [.respond("400 Bad Request"), .close] }
      let response = await (try session(.http2PriorKnowledge)).get(try server.url()).response(.data)
      expectNil(response.value)
      expectNotNil(response.curlError)
    }

    @Test func withoutTLSAnUpgradeIsRequestedIfHTTP2IsPreferred() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "old")] }
      let response = await (try session(.http2)).get(try server.url()).response(.string)
      expectEqual(response.value, "old")
      expectEqual(server.requests.first?.header("Upgrade"), "h2c")
    }

    @Test func withoutTLSAnUpgradeThatTheServerAcceptsIsUsed() async throws {
      let server = try HTTP2Server()
      let response = await (try session(.http2)).get(try server.url()).response(.string)
      expectEqual(response.value, "connection 1, stream 1, 0 bytes")
      expectEqual(response.response?.status, 200)
      expectEqual(response.response?.httpVersion, "HTTP/2")
    }

    @Test func anUpgradeToAnotherProtocolIsRefused() async throws {
      let server = try LoopbackServer { _ in
        [.respond("101 Switching Protocols", headers: ["Upgrade: other"]), .close]
      }
      let response = await (try session(.http2)).get(try server.url()).response(.string)
      expectEqual(response.failedPhase, .head)
    }

    @Test(arguments: [HTTPVersionPreference.automatic, .http1])
    func withoutTLSNoUpgradeIsRequestedByDefault(version: HTTPVersionPreference) async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "old")] }
      let response = await (try session(version)).get(try server.url()).response(.string)
      expectEqual(response.response?.httpVersion, "HTTP/1.1")
      expectNil(server.requests.first?.header("Upgrade"))
    }
  }
#endif
