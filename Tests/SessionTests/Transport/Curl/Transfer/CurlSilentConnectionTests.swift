#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  /// Connections of HTTP/2 on which nothing has arrived when a request on it is cancelled.
  @Suite(.enabled(if: Tool.areInstalled)) struct CurlSilentConnectionTests {
    /// The connection that serves the request after the cancelled one, if its silence must have lasted so long.
    private func connectionAfterCancellation(silence: Duration) async throws -> String? {
      // Each connection responds to its first request, and then only to the next two together.
      let behind = try HTTP2Server(batches: [1, 2])
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
      let session = NetworkSession(transport: transport)
      let url = try server.url()
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
  }
#endif
