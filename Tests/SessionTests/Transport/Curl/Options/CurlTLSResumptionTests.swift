#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// A new connection resumes the TLS session of an earlier one, even if each request has a new handle.
  @Suite(.enabled(if: Tool.areInstalled)) struct CurlTLSResumptionTests {
    @Test(arguments: ["TLSv1_2", "TLSv1_3"])
    func aNewConnectionResumesTheSession(version: String) async throws {
      let certificates = try await TestCertificates()
      let server = try await TLSServer.start(try await certificates.issue()) { options in
        (options.minimum, options.maximum, options.closes) = (version, version, true)
      }
      let session = try CurlSession.make { $0.tls.authorities = .only([.file(certificates.authority)]) }
      var resumed: [Bool?] = []
      for _ in 0..<4 {
        let response = await session.get(try server.url()).response(.decodable(of: TLSServer.Agreed.self))
        resumed.append(response.value?.resumed)
      }
      expectEqual(resumed, [false, true, true, true])
    }
  }
#endif
