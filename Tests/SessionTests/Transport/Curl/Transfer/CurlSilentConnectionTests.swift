#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  /// Connections of HTTP/2 on which nothing has arrived when a request on it is cancelled.
  @Suite(.enabled(if: Tool.areInstalled)) struct CurlSilentConnectionTests {
    /// A session, and the server to which it sends requests with HTTP/2 over TLS.
    private struct Setting {
      let session: NetworkSession
      let server: TLSServer
      let certificates: TestCertificates
    }

    /// Starts a server with TLS in front of this one.
    private func start(_ behind: HTTP2Server, silence: Duration) async throws -> Setting {
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(try await certificates.issue()) {
        $0.protocols = ["h2"]
        $0.backend = behind.port
      }
      var options = TransportOptions()
      options.tls.authorities = .only([.file(certificates.authority)])
      options.proxy = .none
      let settled = options
      let capabilities = try #require(CurlCapabilities.current)
      let transport = CurlTransport(openingLater: {
        try CurlLoops(
          options: CurlOptions(checking: settled, capabilities: capabilities), waitsForResolver: false,
          silence: silence)
      })
      return Setting(
        session: NetworkSession(transport: transport), server: server, certificates: certificates)
    }

    /// The connection that serves the request after the cancelled one, if its silence must have lasted so long.
    private func connectionAfterCancellation(silence: Duration) async throws -> String? {
      // Each connection responds to its first request, and then only to the next two together.
      let behind = try HTTP2Server(batches: [1, 2])
      let setting = try await start(behind, silence: silence)
      let (session, url) = (setting.session, try setting.server.url())
      expectEqual(await session.get(url).response(.data).response?.status, 200)
      let silent = session.get(url)
      silent.resume()
      await waitPatiently { behind.requestCount == 2 }
      silent.cancel()
      return try await session.get(url).string()
    }

    @Test func aCancelledRequestWithoutAResponseClosesItsConnection() async throws {
      expectEqual(try await connectionAfterCancellation(silence: .zero), "connection 2, stream 1, 0 bytes")
    }

    @Test func aRequestThatIsCancelledSoonKeepsItsConnection() async throws {
      expectEqual(
        try await connectionAfterCancellation(silence: .seconds(600)), "connection 1, stream 5, 0 bytes")
    }

    @Test func aCancelledUploadThatWaitsForTheServerClosesItsConnection() async throws {
      let behind = try HTTP2Server(restoresWindows: false)
      let setting = try await start(behind, silence: .zero)
      let (session, url) = (setting.session, try setting.server.url())
      let all = Data(count: 65_535)
      expectEqual(try await session.post(url, httpBody: all).string(), "connection 1, stream 1, 65535 bytes")
      let silent = session.post(url, httpBody: Data(count: 1_000))
      silent.resume()
      await waitPatiently { behind.headCount == 2 }
      silent.cancel()
      expectEqual(try await session.get(url).string(), "connection 2, stream 1, 0 bytes")
    }
  }
#endif
