#if os(Linux)
  import Foundation
  import Net
  import Testing

  /// Whom a transport trusts, shown by a server of one's own authority.
  @Suite(.enabled(if: Tool.areInstalled)) struct CurlTLSTrustTests {
    private let certificates: TestCertificates

    init() async throws { certificates = try await TestCertificates() }

    private func answer(
      from issued: TestCertificates.Issued, host: String = "localhost",
      _ change: (inout TLSOptions) -> Void = { _ in }
    ) async throws -> DataResponse<TLSServer.Agreed> {
      let server = try await TLSServer.start(issued)
      let session = try CurlSession.make { change(&$0.tls) }
      return await session.get(try server.url(host: host)).response(.decodable(of: TLSServer.Agreed.self))
    }

    @Test func anAuthorityInAFileIsTrusted() async throws {
      let authority = certificates.authority
      let response = try await answer(from: certificates.issue()) {
        $0.authorities = .only([.file(authority)])
      }
      #expect(response.value?.version == "TLSv1.3")
    }

    @Test func anAuthorityInDataIsTrusted() async throws {
      let authority = try certificates.contents(certificates.authority)
      let response = try await answer(from: certificates.issue()) {
        $0.authorities = .only([.data(authority)])
      }
      #expect(response.value != nil)
    }

    @Test func anAuthorityInDERIsTrusted() async throws {
      let authority = try await certificates.der(certificates.authority)
      let response = try await answer(from: certificates.issue()) {
        $0.authorities = .only([.data(authority)])
      }
      #expect(response.value != nil)
    }

    @Test func anAuthorityBesideThoseOfTheSystemIsTrusted() async throws {
      let authority = certificates.authority
      let response = try await answer(from: certificates.issue()) {
        $0.authorities = .systemAnd([.file(authority)])
      }
      #expect(response.value != nil)
    }

    @Test func anUnknownAuthorityIsRefusedInWords() async throws {
      let response = try await answer(from: certificates.issue())
      #expect(response.failedPhase == .secureConnection)
      #expect(response.curlError?.code == 60)
      #expect(response.curlError?.message.lowercased().contains("certificate") == true)
    }

    @Test func anotherAuthorityIsRefused() async throws {
      let other = try await TestCertificates()
      let response = try await answer(from: certificates.issue()) {
        $0.authorities = .only([.file(other.authority)])
      }
      #expect(response.failedPhase == .secureConnection)
    }

    @Test func aCertificateForAnotherHostIsRefused() async throws {
      let authority = certificates.authority
      let issued = try await certificates.issue(for: "DNS:other.example")
      let response = try await answer(from: issued) { $0.authorities = .only([.file(authority)]) }
      #expect(response.failedPhase == .secureConnection)
      #expect(response.curlError?.message.contains("localhost") == true)
    }

    @Test func aCertificateForAnAddressIsForIt() async throws {
      let authority = certificates.authority
      let issued = try await certificates.issue(for: "IP:127.0.0.1")
      let response = try await answer(from: issued, host: "127.0.0.1") {
        $0.authorities = .only([.file(authority)])
      }
      #expect(response.value != nil)
    }

    @Test func anExpiredCertificateIsRefused() async throws {
      let authority = certificates.authority
      let issued = try await certificates.issue(days: -1)
      let response = try await answer(from: issued) { $0.authorities = .only([.file(authority)]) }
      #expect(response.failedPhase == .secureConnection)
      // OpenSSL says why, GnuTLS only that it does not.
      let message = try #require(response.curlError?.message)
      #expect(message.contains("expired") || message.contains("verification failed"), "\(message)")
    }

    @Test func anyCertificateIsTakenWhereThatIsAskedFor() async throws {
      let response = try await answer(from: certificates.issue()) {
        $0.dangerouslyAcceptsAnyCertificate = true
      }
      #expect(response.value != nil)
    }

    @Test func anyCertificateStillHasToBeForTheHost() async throws {
      let issued = try await certificates.issue(for: "DNS:other.example")
      let response = try await answer(from: issued) { $0.dangerouslyAcceptsAnyCertificate = true }
      #expect(response.curlError?.message.contains("localhost") == true)
    }

    @Test func anyHostNameIsTakenWhereThatIsAskedFor() async throws {
      let authority = certificates.authority
      let issued = try await certificates.issue(for: "DNS:other.example")
      let response = try await answer(from: issued) {
        $0.authorities = .only([.file(authority)])
        $0.dangerouslyAcceptsAnyHostName = true
      }
      #expect(response.value != nil)
    }

    @Test func aServerThatSpeaksNoTLSFailsThere() async throws {
      let plain = try SocketServer { connection, _ in
        if connection.receive() != nil { connection.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
      }
      let url = try #require(URL(string: "https://127.0.0.1:\(plain.port)/"))
      let response = await (try CurlSession.make()).get(url).response(.data)
      #expect(response.failedPhase == .secureConnection)
    }
  }
#endif
