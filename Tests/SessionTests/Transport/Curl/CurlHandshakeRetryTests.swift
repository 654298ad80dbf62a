#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// What `RetryPolicy` makes of failures of TLS on real connections.
  @Suite struct CurlHandshakeRetryTests {
    private func attempts(
      _ url: URL?, _ change: (inout TransportOptions) -> Void = { _ in }
    ) async throws -> Int? {
      var options = TransportOptions()
      change(&options)
      var configuration = SessionConfiguration()
      configuration.interceptors = [RetryPolicy(maximumRetries: 2, base: .zero)]
      let session = NetworkSession(
        configuration: configuration, transport: try CurlTransport(options: options))
      return await session.get(try #require(url)).response(.data).error?.attempts
    }

    @Test(arguments: [false, true]) func aConnectionThatEndsInTheHandshakeIsRetried(isReset: Bool)
      async throws
    {
      let connections = Locked(0)
      let server = try SocketServer { socket, number in
        connections.update { $0 = max($0, number) }
        _ = socket.receive()
        if isReset { socket.resetsOnClose() }
      }
      expectEqual(try await attempts(URL(string: "https://127.0.0.1:\(server.port)/")), 3)
      expectEqual(connections.value, 3)
    }

    @Test(.enabled(if: Tool.areInstalled)) func anUntrustedServerIsNotRetried() async throws {
      let server = try await TLSServer.start(try await TestCertificates().issue())
      expectEqual(try await attempts(server.url()), 1)
    }

    @Test(.enabled(if: Tool.areInstalled)) func aServerWithAnotherKeyIsNotRetried() async throws {
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(try await certificates.issue())
      let pin = try await certificates.pin(of: certificates.authority)
      let attempts = try await attempts(server.url()) {
        $0.tls.authorities = .only([.file(certificates.authority)])
        $0.tls.pins = [PublicKeyPins([pin])]
      }
      expectEqual(attempts, 1)
    }

    @Test(.enabled(if: Tool.areInstalled)) func aServerThatRefusesTheVersionIsNotRetried() async throws {
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(try await certificates.issue()) { $0.maximum = "TLSv1_2" }
      let attempts = try await attempts(server.url()) {
        $0.tls.authorities = .only([.file(certificates.authority)])
        $0.tls.minimumVersion = .tlsv13
      }
      expectEqual(attempts, 1)
    }
  }
#endif
