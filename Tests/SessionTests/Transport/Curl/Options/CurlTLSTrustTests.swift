#if os(Linux)
  import Foundation
  import Net
  import TestSupport
  import Testing

  /// The authorities that a transport trusts, tested with a server of the test's own authority.
  @Suite(.enabled(if: Tool.areInstalled)) struct CurlTLSTrustTests {
    private let certificates: TestCertificates

    init() async throws { certificates = try await TestCertificates() }

    private func fetch(
      from issued: TestCertificates.Issued, host: String = "localhost",
      _ change: (inout TLSOptions) -> Void = { _ in }
    ) async throws -> DataResponse<TLSServer.Agreed> {
      let server = try await TLSServer.start(issued)
      let session = try CurlSession.make { change(&$0.tls) }
      return await session.get(try server.url(host: host)).response(.decodable(of: TLSServer.Agreed.self))
    }

    @Test func anAuthorityInAFileIsTrusted() async throws {
      let authority = certificates.authority
      let response = try await fetch(from: certificates.issue()) {
        $0.authorities = .only([.file(authority)])
      }
      expectEqual(response.value?.version, "TLSv1.3")
    }

    @Test func anAuthorityInDataIsTrusted() async throws {
      let authority = try certificates.contents(certificates.authority)
      let response = try await fetch(from: certificates.issue()) {
        $0.authorities = .only([.data(authority)])
      }
      expectNotNil(response.value)
    }

    @Test func anAuthorityInDERIsTrusted() async throws {
      let authority = try await certificates.der(certificates.authority)
      let response = try await fetch(from: certificates.issue()) {
        $0.authorities = .only([.data(authority)])
      }
      expectNotNil(response.value)
    }

    @Test func anAdditionalAuthorityIsTrusted() async throws {
      let authority = certificates.authority
      let response = try await fetch(from: certificates.issue()) {
        $0.authorities = .systemAnd([.file(authority)])
      }
      expectNotNil(response.value)
    }

    @Test func anUnknownAuthorityIsRejectedWithAMessage() async throws {
      let response = try await fetch(from: certificates.issue())
      expectEqual(response.failedPhase, .secureConnection)
      expectEqual(response.curlError?.code, 60)
      expectEqual(response.curlError?.message.lowercased().contains("certificate"), true)
    }

    @Test func anotherAuthorityIsRejected() async throws {
      let other = try await TestCertificates()
      let response = try await fetch(from: certificates.issue()) {
        $0.authorities = .only([.file(other.authority)])
      }
      expectEqual(response.failedPhase, .secureConnection)
    }

    @Test func aCertificateForAnotherHostIsRejected() async throws {
      let authority = certificates.authority
      let issued = try await certificates.issue(for: "DNS:other.example")
      let response = try await fetch(from: issued) { $0.authorities = .only([.file(authority)]) }
      expectEqual(response.failedPhase, .secureConnection)
      expectEqual(response.curlError?.message.contains("localhost"), true)
    }

    @Test func aCertificateCanBeForAnIPAddress() async throws {
      let authority = certificates.authority
      let issued = try await certificates.issue(for: "IP:127.0.0.1")
      let response = try await fetch(from: issued, host: "127.0.0.1") {
        $0.authorities = .only([.file(authority)])
      }
      expectNotNil(response.value)
    }

    /// Why a server is refused.
    enum Refusal: CaseIterable { case authority, hostName, key, version }

    @Test(arguments: Refusal.allCases) func aRefusedServerReceivesNothing(refusal: Refusal) async throws {
      let behind = try LoopbackServer { _ in [.respond("200 OK")] }
      let issued = try await certificates.issue(
        for: refusal == .hostName ? "DNS:other.example" : "DNS:localhost")
      let server = try await TLSServer.start(issued) {
        $0.backend = behind.port
        if refusal == .version { $0.maximum = "TLSv1_2" }
      }
      let pin = try await certificates.pin(of: certificates.authority)
      let authority = certificates.authority
      let session = try CurlSession.make {
        if refusal != .authority { $0.tls.authorities = .only([.file(authority)]) }
        if refusal == .key { $0.tls.pins = [PublicKeyPins([pin], for: ["localhost"])] }
        if refusal == .version { $0.tls.minimumVersion = .tlsv13 }
      }
      let headers: HTTPHeaders = ["Authorization": "Bearer secret"]
      let url = try server.url()
      let response = await session.post(url, httpBody: Data("secret".utf8), headers: headers).response(.data)
      expectEqual(response.failedPhase, .secureConnection)
      await #expect(throws: NetworkError.self) {
        try await session.webSocket(url, headers: headers).connect()
      }
      expectTrue(behind.requests.isEmpty)
    }

    @Test func anExpiredCertificateIsRejected() async throws {
      let authority = certificates.authority
      let issued = try await certificates.issue(days: -1)
      let response = try await fetch(from: issued) { $0.authorities = .only([.file(authority)]) }
      expectEqual(response.failedPhase, .secureConnection)
      // OpenSSL gives the reason, GnuTLS only that verification failed.
      let message = try #require(response.curlError?.message)
      #expect(message.contains("expired") || message.contains("verification failed"), "\(message)")
    }

    @Test func anyCertificateCanBeAccepted() async throws {
      let response = try await fetch(from: certificates.issue()) {
        $0.dangerouslyAcceptsAnyCertificate = true
      }
      expectNotNil(response.value)
    }

    @Test func acceptingAnyCertificateStillChecksTheHostName() async throws {
      let issued = try await certificates.issue(for: "DNS:other.example")
      let response = try await fetch(from: issued) { $0.dangerouslyAcceptsAnyCertificate = true }
      expectEqual(response.curlError?.message.contains("localhost"), true)
    }

    @Test func anyHostNameCanBeAccepted() async throws {
      let authority = certificates.authority
      let issued = try await certificates.issue(for: "DNS:other.example")
      let response = try await fetch(from: issued) {
        $0.authorities = .only([.file(authority)])
        $0.dangerouslyAcceptsAnyHostName = true
      }
      expectNotNil(response.value)
    }

    @Test func aServerWithoutTLSFailsInTheTLSPhase() async throws {
      let plain = try SocketServer { connection, _ in
        if connection.receive() != nil { connection.send("HTTP/1.1 400 Bad Request\r\n\r\n") }
      }
      let url = try #require(URL(string: "https://127.0.0.1:\(plain.port)/"))
      let response = await (try CurlSession.make()).get(url).response(.data)
      expectEqual(response.failedPhase, .secureConnection)
    }
  }
#endif
