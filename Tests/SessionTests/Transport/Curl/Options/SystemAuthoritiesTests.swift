#if os(Linux)
  import CLibcurl
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  /// The system's certificates are read once, and the trusted authorities are those of the bundle and the
  /// folder.
  @Suite(.enabled(if: Tool.areInstalled)) struct SystemAuthoritiesTests {
    private let certificates: TestCertificates
    private let folder: TemporaryFolder
    private let bundle: String

    /// The bundle has another authority than the one that signs the server's certificate.
    init() async throws {
      certificates = try await TestCertificates()
      folder = try TemporaryFolder()
      let other = try await TestCertificates()
      bundle = try folder.file(
        "bundle", String(decoding: other.contents(other.authority), as: UTF8.self)
      ).path
    }

    private var authority: String {
      get throws { String(decoding: try certificates.contents(certificates.authority), as: UTF8.self) }
    }

    /// Creates a folder with these files and the links by which OpenSSL finds them.
    private func hashed(_ files: [String: String]) async throws -> TemporaryFolder {
      let folder = try TemporaryFolder()
      for (name, text) in files { _ = try folder.file(name, text) }
      let openssl = try #require(Tool.openssl)
      try await openssl.run(["rehash", folder.url.path], in: folder)
      return folder
    }

    /// The link by which OpenSSL finds the authority.
    private func link(in folder: TemporaryFolder) throws -> URL {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
      return folder.file(try #require(names.first { $0.hasSuffix(".0") }))
    }

    /// The reason why the server is not trusted, or nil if it is.
    private func refusal(_ system: SystemAuthorities) async throws -> String? {
      var options = TransportOptions()
      options.proxy = .none
      var capabilities = try #require(CurlCapabilities.current)
      capabilities.version = .init(7, 88)
      let made = try CurlOptions(options, capabilities: capabilities, system: system)
      let server = try await TLSServer.start(certificates.issue())
      let network = NetworkSession(transport: LoopsTransport(loops: try CurlLoops(options: made)))
      let response = await network.get(try server.url()).response(.data)
      return response.error.map { "\($0) \(system)" }
    }

    @Test("A certificate that is only in the folder is trusted, and the folder itself is not used")
    func aCertificateThatIsOnlyInTheFolderIsTrusted() async throws {
      let folder = try await hashed(["a.pem": authority])
      let system = SystemAuthorities(bundle: bundle, folder: folder.url.path)
      guard case .certificates(let text) = system else { throw Tool.Failure(description: "\(system)") }
      #expect(try String(decoding: text, as: UTF8.self).contains(authority))
      expectNil(try await refusal(system))
    }

    @Test("Without a bundle, the certificates of the folder are trusted")
    func theFolderAloneIsSufficient() async throws {
      let folder = try await hashed(["a.pem": authority])
      expectNil(try await refusal(SystemAuthorities(bundle: nil, folder: folder.url.path)))
    }

    @Test("A folder whose certificates are in the bundle adds nothing")
    func aFolderOfTheBundlesCertificatesAddsNothing() async throws {
      let text = String(decoding: try Data(contentsOf: URL(filePath: bundle)), as: UTF8.self)
      let folder = try await hashed(["a.pem": "# A comment\n\(text)"])
      expectEqual(SystemAuthorities(bundle: bundle, folder: folder.url.path), .bundle)
    }

    @Test("A certificate without the link by which OpenSSL finds it is not trusted")
    func aCertificateWithoutALinkIsNotTrusted() async throws {
      let folder = try TemporaryFolder()
      _ = try folder.file("a.pem", authority)
      expectEqual(SystemAuthorities(bundle: bundle, folder: folder.url.path), .bundle)
    }

    @Test("A certificate under the hash of another is not trusted")
    func aCertificateUnderAnotherHashIsNotTrusted() async throws {
      let folder = try TemporaryFolder()
      _ = try folder.file("00000000.0", authority)
      expectEqual(SystemAuthorities(bundle: bundle, folder: folder.url.path), .bundle)
    }

    @Test("A certificate whose number follows a gap is not trusted, as OpenSSL stops at the gap")
    func aCertificateAfterAGapIsNotTrusted() async throws {
      let folder = try await hashed(["a.pem": authority])
      let link = try self.link(in: folder)
      let second = link.deletingPathExtension().appendingPathExtension("1")
      try FileManager.default.moveItem(at: link, to: second)
      expectEqual(SystemAuthorities(bundle: bundle, folder: folder.url.path), .bundle)
    }

    @Test("Files in the folder that are not certificates are ignored")
    func invalidFilesInTheFolderAreIgnored() async throws {
      let folder = try await hashed(["a.pem": authority])
      let garbage = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
      _ = try folder.file("11111111.0", garbage)
      _ = try folder.file("22222222.0", "-----BEGIN CERTIFICATE-----\n*")
      _ = try folder.file("33333333.0", "")
      expectNil(try await refusal(SystemAuthorities(bundle: bundle, folder: folder.url.path)))
    }

    @Test("A certificate added to the folder is used by the next transport")
    func aCertificateAddedLaterIsUsed() async throws {
      let folder = try await hashed([
        "b.pem": String(decoding: Data(contentsOf: URL(filePath: bundle)), as: UTF8.self)
      ])
      expectEqual(SystemAuthorities(bundle: bundle, folder: folder.url.path), .bundle)
      _ = try folder.file("a.pem", authority)
      try await #require(Tool.openssl).run(["rehash", folder.url.path], in: folder)
      expectNotEqual(SystemAuthorities(bundle: bundle, folder: folder.url.path), .bundle)
    }

    @Test("Without a bundle or a folder, libcurl uses its defaults")
    func withoutABundleLibcurlUsesItsDefaults() async throws {
      let folder = try await hashed(["a.pem": authority])
      let missing = folder.file("missing").path
      expectEqual(SystemAuthorities(bundle: missing, folder: folder.url.path), .libraryDefault)
      expectEqual(SystemAuthorities(bundle: bundle, folder: nil), .libraryDefault)
      expectEqual(SystemAuthorities(bundle: bundle, folder: missing), .bundle)
    }

    @Test("A hundred TLS connections read the certificates of the system at most twice", .heavy)
    func theCertificatesAreReadOnce() async throws {
      await #expect(processExitsWith: .success) {
        let capabilities = try #require(CurlCapabilities.current)
        let text = SystemAuthorities.bundleText()
        guard capabilities.keepsAuthorities, let size = text?.count, size > 50_000 else { return }
        let certificates = try await TestCertificates()
        let server = try await TLSServer.start(certificates.issue())
        let other = try await TestCertificates()
        let url = try server.url()
        // If the server is not trusted, each request opens a new connection.
        for trust in [TrustedAuthorities.system, .systemAnd([.file(other.authority)])] {
          let network = try CurlSession.make { $0.tls.authorities = trust }
          let before = Self.bytesRead
          for _ in 0..<100 {
            try #require(await network.get(url).response(.data).curlError?.code == 60)
          }
          try #require(Self.bytesRead - before < 3 * size, "\(Self.bytesRead - before) of \(size)")
        }
      }
    }

    /// The bytes that this process has read from files (proc(5)), without those received from sockets.
    private static var bytesRead: Int {
      (try? String(contentsOfFile: "/proc/self/io", encoding: .utf8))?.split(separator: "\n").first?
        .split(separator: " ").last.flatMap { Int($0) } ?? 0
    }
  }
#endif
