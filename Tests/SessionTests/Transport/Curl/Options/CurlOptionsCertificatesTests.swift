#if os(Linux)
  import CLibcurl
  import Foundation
  import Net
  import TestSupport
  import Testing

  @testable import Net

  /// How certificates and keys are passed to libcurl.
  ///
  /// They are not parsed before libcurl reads them.
  @Suite struct CurlOptionsCertificatesTests {
    private let folder: TemporaryFolder
    private let certificate = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    private let key = "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"

    init() throws { folder = try TemporaryFolder() }

    private func options(
      inMemory: Bool = true, version: CurlCapabilities.Version = .init(8, 0),
      system: SystemAuthorities = .libraryDefault, _ change: (inout TLSOptions) -> Void
    ) throws(TransportOptionError) -> CurlOptions {
      var options = TransportOptions()
      change(&options.tls)
      let features: Set<CurlCapabilities.Feature> =
        inMemory ? [.authoritiesInMemory, .identitiesInMemory] : []
      return try CurlOptions(
        options,
        capabilities: CurlCapabilities(
          version: version, tlsBackend: inMemory ? "OpenSSL/3" : "GnuTLS/3", features: features),
        system: system)
    }

    private func value(_ option: Int32, _ options: CurlOptions) -> CurlOptions.Setting.Argument? {
      options.settings.last { $0.option == option }?.value
    }

    private func path(_ option: Int32, _ options: CurlOptions) -> String? {
      if case .text(let path?)? = value(option, options) { path } else { nil }
    }

    @Test func authoritiesInAFileReplaceTheSystems() throws {
      let file = try folder.file("a.pem", certificate).path
      let made = try options { $0.authorities = .only([.file(file)]) }
      expectEqual(value(LIBCURL_OPT_CAINFO, made), .text(file))
      expectEqual(value(LIBCURL_OPT_PROXY_CAINFO, made), .text(file))
      expectEqual(value(LIBCURL_OPT_CAPATH, made), .text(nil))
      expectNil(value(LIBCURL_OPT_CAINFO_BLOB, made))
    }

    @Test func authoritiesInDataStayInMemory() throws {
      let made = try options(version: .init(7, 86)) {
        $0.authorities = .only([.data(Data(certificate.utf8))])
      }
      expectEqual(value(LIBCURL_OPT_CAINFO_BLOB, made), .bytes(Data(certificate.utf8)))
      expectEqual(value(LIBCURL_OPT_PROXY_CAINFO_BLOB, made), .bytes(Data(certificate.utf8)))
      expectNil(value(LIBCURL_OPT_CAINFO, made))
    }

    /// From 7.87, libcurl reads a file once for all connections, but data in memory for each.
    @Test func authoritiesInDataAreAMemoryFileIfLibcurlCachesFiles() throws {
      let path = try {
        let made = try options { $0.authorities = .only([.data(Data(certificate.utf8))]) }
        expectNil(value(LIBCURL_OPT_CAINFO_BLOB, made))
        expectEqual(value(LIBCURL_OPT_CAINFO, made), value(LIBCURL_OPT_PROXY_CAINFO, made))
        let path = try #require(self.path(LIBCURL_OPT_CAINFO, made))
        expectEqual(FileManager.default.contents(atPath: path), Data(certificate.utf8))
        #expect(!FileManager.default.createFile(atPath: path, contents: Data("another".utf8)))
        expectEqual(FileManager.default.contents(atPath: path), Data(certificate.utf8))
        return path
      }()
      expectNotEqual(FileManager.default.contents(atPath: path), Data(certificate.utf8))
    }

    @Test func theSystemsFolderIsOmittedIfTheBundleHasItsCertificates() throws {
      let made = try options(system: .bundle) { _ in }
      expectEqual(value(LIBCURL_OPT_CAPATH, made), .text(nil))
      expectEqual(value(LIBCURL_OPT_PROXY_CAPATH, made), .text(nil))
      expectNil(value(LIBCURL_OPT_CAINFO, made))
    }

    @Test func additionalCertificatesOfTheSystemsFolderAreInAMemoryFile() throws {
      let made = try options(system: .certificates(Data(certificate.utf8))) { _ in }
      expectEqual(value(LIBCURL_OPT_CAPATH, made), .text(nil))
      let path = try #require(self.path(LIBCURL_OPT_CAINFO, made))
      expectEqual(FileManager.default.contents(atPath: path), Data(certificate.utf8))
    }

    @Test func additionalAuthoritiesAndTheSystemsAreInOneFile() throws {
      let made = try options(system: .certificates(Data("theirs".utf8))) {
        $0.authorities = .systemAnd([.data(Data(certificate.utf8))])
      }
      expectEqual(value(LIBCURL_OPT_CAPATH, made), .text(nil))
      let path = try #require(self.path(LIBCURL_OPT_CAINFO, made))
      expectEqual(FileManager.default.contents(atPath: path), Data("theirs\n\(certificate)".utf8))
    }

    @Test func theDefaultsOfLibcurlAreKept() throws {
      let made = try options { _ in }
      expectNil(value(LIBCURL_OPT_CAPATH, made))
      expectNil(value(LIBCURL_OPT_CAINFO, made))
    }

    @Test func severalAuthoritiesAreJoined() throws {
      let file = try folder.file("a.pem", "1 " + certificate).path
      let made = try options(version: .init(7, 86)) {
        $0.authorities = .only([.file(file), .data(Data("2 \(certificate)".utf8))])
      }
      let text = "1 \(certificate)\n2 \(certificate)"
      expectEqual(value(LIBCURL_OPT_CAINFO_BLOB, made), .bytes(Data(text.utf8)))
    }

    @Test func additionalAuthoritiesFollowTheSystems() throws {
      let made = try options(version: .init(7, 86)) {
        $0.authorities = .systemAnd([.data(Data("mine \(certificate)".utf8))])
      }
      guard case .bytes(let bytes)? = value(LIBCURL_OPT_CAINFO_BLOB, made) else {
        Issue.record("nothing was set")
        return
      }
      let text = String(decoding: bytes, as: UTF8.self)
      #expect(text.hasSuffix("mine \(certificate)"))
      let system = SystemAuthorities.bundleText().map { String(decoding: $0, as: UTF8.self) } ?? ""
      #expect(text.hasPrefix(system))
      expectNil(value(LIBCURL_OPT_CAPATH, made))
    }

    @Test func aDERCertificateIsConvertedToPEM() throws {
      let der = Data([0x30] + [UInt8](repeating: 7, count: 99))
      let made = try options(version: .init(7, 86)) { $0.authorities = .only([.data(der)]) }
      guard case .bytes(let bytes)? = value(LIBCURL_OPT_CAINFO_BLOB, made) else {
        Issue.record("nothing was set")
        return
      }
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      expectEqual(lines.first, "-----BEGIN CERTIFICATE-----")
      expectEqual(lines.last, "-----END CERTIFICATE-----")
      #expect(lines.dropFirst().dropLast().allSatisfy { $0.count <= 64 })
      expectEqual(Data(base64Encoded: lines.dropFirst().dropLast().joined()), der)
    }

    @Test func authoritiesAreInAFileWithoutANameIfLibcurlTakesNoneFromMemory() throws {
      let path = try {
        let made = try options(inMemory: false) { $0.authorities = .only([.data(Data(certificate.utf8))]) }
        expectNil(value(LIBCURL_OPT_CAINFO_BLOB, made))
        let path = try #require(self.path(LIBCURL_OPT_CAINFO, made))
        expectEqual(FileManager.default.contents(atPath: path), Data(certificate.utf8))
        expectEqual(try links(path), 0)
        return path
      }()
      // Another file may have the number by now.
      expectNotEqual(FileManager.default.contents(atPath: path), Data(certificate.utf8))
    }

    /// The number of names of the file at the path.
    private func links(_ path: String) throws -> Int {
      var info = stat()
      // The structure is written only during the call.
      guard unsafe stat(path, &info) == 0 else { throw POSIXError(.ENOENT) }
      return Int(info.st_nlink)
    }

    @Test func anIdentityInFilesIsPassedByPath() throws {
      let identity = ClientIdentity(
        certificate: .file(try folder.file("a.pem", certificate).path),
        privateKey: .file(try folder.file("a.key", key).path), passphrase: "secret")
      let made = try options { $0.clientIdentity = identity }
      expectEqual(path(LIBCURL_OPT_SSLCERT, made)?.hasSuffix("a.pem"), true)
      expectEqual(path(LIBCURL_OPT_SSLKEY, made)?.hasSuffix("a.key"), true)
      expectEqual(value(LIBCURL_OPT_KEYPASSWD, made), .text("secret"))
    }

    @Test func anIdentityInOneSourceIsCertificateAndKey() throws {
      let both = Data((certificate + key).utf8)
      let made = try options { $0.clientIdentity = ClientIdentity(certificate: .data(both)) }
      expectEqual(value(LIBCURL_OPT_SSLCERT_BLOB, made), .bytes(both))
      expectEqual(value(LIBCURL_OPT_SSLKEY_BLOB, made), .bytes(both))
    }

    @Test func anIdentityIsInFilesIfLibcurlTakesNoneFromMemory() throws {
      let identity = ClientIdentity(
        certificate: .data(Data(certificate.utf8)), privateKey: .data(Data(key.utf8)))
      let made = try options(inMemory: false) { $0.clientIdentity = identity }
      let path = try #require(self.path(LIBCURL_OPT_SSLKEY, made))
      expectEqual(FileManager.default.contents(atPath: path), Data(key.utf8))
      expectEqual(try links(path), 0)
      expectNil(value(LIBCURL_OPT_SSLKEY_BLOB, made))
    }

    @Test func theErrorForAMissingFileNamesTheFile() {
      let missing = folder.file("missing.pem").path
      let error = #expect(throws: TransportOptionError.self) {
        try options { $0.authorities = .only([.file(missing)]) }
      }
      expectEqual(error?.option, .authorities)
      expectEqual(error?.description.contains(missing), true)
    }

    @Test func theErrorForAnInvalidCertificateHidesItsBytes() {
      let error = #expect(throws: TransportOptionError.self) {
        try options { $0.authorities = .only([.data(Data("secret".utf8))]) }
      }
      expectEqual(
        error,
        TransportOptionError(
          .authorities,
          .invalidValue(given: "6 bytes", expected: "certificates in PEM, or one certificate in DER")))
    }

    @Test func anIdentityWithoutAKeyIsAnError() {
      let error = #expect(throws: TransportOptionError.self) {
        try options { $0.clientIdentity = ClientIdentity(certificate: .data(Data(certificate.utf8))) }
      }
      expectEqual(error?.option, .clientIdentity)
    }

    @Test(arguments: [
      "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
      "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\nAAAA\n"
        + "-----END EC PRIVATE KEY-----\n",
    ])
    func anEncryptedKeyWithoutAPassphraseIsAnError(key: String) throws {
      let file = try folder.file("a.key", key).path
      for source in [CertificateSource.file(file), .data(Data(key.utf8))] {
        var identity = ClientIdentity(certificate: .data(Data(certificate.utf8)), privateKey: source)
        let error = #expect(throws: TransportOptionError.self) {
          try options { [identity] in $0.clientIdentity = identity }
        }
        expectEqual(error?.description.contains("expected a passphrase, because the key is encrypted"), true)
        identity.passphrase = "secret"
        _ = try options { [identity] in $0.clientIdentity = identity }
      }
    }

    @Test func openSSLNeverAsksForAPassphrase() throws {
      let identity = ClientIdentity(certificate: .data(Data((certificate + key).utf8)))
      expectEqual(value(LIBCURL_OPT_KEYPASSWD, try options { $0.clientIdentity = identity }), .text(""))
      let other = try options(inMemory: false) { $0.clientIdentity = identity }
      expectNil(value(LIBCURL_OPT_KEYPASSWD, other))
    }
  }
#endif
