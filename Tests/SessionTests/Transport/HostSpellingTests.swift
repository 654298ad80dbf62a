#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  /// Pins apply however the host is spelled.
  @Suite(.enabled(if: Tool.areInstalled)) struct HostSpellingTests {
    @Test func aWrongPinFailsUnderEverySpellingOfItsHost() async throws {
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(try await certificates.issue())
      let pin = try await certificates.pin(of: certificates.authority)
      var options = TransportOptions()
      options.proxy = .none
      options.tls.authorities = .only([.file(certificates.authority)])
      options.tls.pins = [PublicKeyPins([pin], for: ["LocalHost.", "127.0.0.1"])]
      let session = NetworkSession(transport: try CurlTransport(options: options))
      var taken: [String] = []
      for host in [
        "localhost", "LOCALHOST", "%6cocalhost", "127.0.0.1", "127.1", "0x7f.1", "2130706433",
      ] {
        let response = await session.get(try server.url(host: host)).response(.data)
        if response.curlError?.code != 90 {
          taken.append(
            "\(host): \(response.value == nil ? "\(String(describing: response.error))" : "taken")")
        }
      }
      expectEqual(taken, [])
    }
  }
#endif
