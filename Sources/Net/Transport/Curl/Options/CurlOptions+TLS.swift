#if os(Linux)
  import CLibcurl
  import Foundation

  extension CurlOptions {
    mutating func addTLS(
      _ tls: TLSOptions, _ capabilities: CurlCapabilities, _ system: SystemAuthorities
    ) throws(TransportOptionError) {
      addVersions(tls)
      if tls.dangerouslyAcceptsAnyCertificate {
        set(LIBCURL_OPT_SSL_VERIFYPEER, .number(0), for: .anyCertificate)
        set(LIBCURL_OPT_PROXY_SSL_VERIFYPEER, .number(0), for: .anyCertificate)
      }
      if tls.dangerouslyAcceptsAnyHostName {
        set(LIBCURL_OPT_SSL_VERIFYHOST, .number(0), for: .anyHostName)
        set(LIBCURL_OPT_PROXY_SSL_VERIFYHOST, .number(0), for: .anyHostName)
      }
      try addAuthorities(tls.authorities, capabilities, system)
      if let identity = tls.clientIdentity {
        try addIdentity(identity, inMemory: capabilities.features.contains(.identitiesInMemory))
      }
    }

    private mutating func addVersions(_ tls: TLSOptions) {
      guard tls.minimumVersion != nil || tls.maximumVersion != nil else { return }
      // One number contains both: the minimum in the lower 16 bits, the maximum in the upper ones.
      let number = (tls.minimumVersion?.number ?? 0) | (tls.maximumVersion?.number ?? 0) << 16
      let cause: TransportOption = tls.minimumVersion == nil ? .maximumTLSVersion : .minimumTLSVersion
      set(LIBCURL_OPT_SSLVERSION, .number(number), for: cause)
      set(LIBCURL_OPT_PROXY_SSLVERSION, .number(number), for: cause)
    }

    private mutating func addAuthorities(
      _ authorities: TrustedAuthorities, _ capabilities: CurlCapabilities, _ system: SystemAuthorities
    ) throws(TransportOptionError) {
      let sources = authorities.sources
      guard !sources.isEmpty else { return addSystem(system) }
      var texts: [Data] = []
      for source in sources { texts.append(try source.certificates(for: .authorities)) }
      switch authorities {
      case .system: return
      case .systemAnd:
        if case .certificates(let text) = system {
          texts.insert(text, at: 0)
        } else if let text = SystemAuthorities.bundleText() {
          texts.insert(text, at: 0)
        }
        // Otherwise libcurl would also use the folder.
        if system != .libraryDefault { leaveOutFolder() }
      case .only:
        set(LIBCURL_OPT_CAPATH, .text(nil), for: .authorities)
        set(LIBCURL_OPT_PROXY_CAPATH, .text(nil), for: .authorities)
        guard sources.count == 1, case .file(let path) = sources[0], try sources[0].isPEM() else { break }
        setFile(of: path)
        return
      }
      let bundle = Data(texts.joined(separator: Data("\n".utf8)))
      if capabilities.keepsAuthorities, let path = files.memoryPath(of: bundle) {
        setFile(of: path)
      } else if capabilities.features.contains(.authoritiesInMemory) {
        set(LIBCURL_OPT_CAINFO_BLOB, .bytes(bundle), for: .authorities)
        set(LIBCURL_OPT_PROXY_CAINFO_BLOB, .bytes(bundle), for: .authorities)
      } else {
        setFile(of: try files.path(of: bundle, for: .authorities))
      }
    }

    private mutating func setFile(of path: String) {
      set(LIBCURL_OPT_CAINFO, .text(path), for: .authorities)
      set(LIBCURL_OPT_PROXY_CAINFO, .text(path), for: .authorities)
    }

    /// Sets the system's authorities so that libcurl reads them only once.
    private mutating func addSystem(_ system: SystemAuthorities) {
      switch system {
      case .libraryDefault: return
      case .bundle: leaveOutFolder()
      case .certificates(let text):
        guard let path = files.memoryPath(of: text) else { return }
        set(LIBCURL_OPT_CAINFO, .text(path), for: .authorities)
        set(LIBCURL_OPT_PROXY_CAINFO, .text(path), for: .authorities, isOptional: true)
        leaveOutFolder()
      }
    }

    /// Disables the folder of certificates.
    ///
    /// libcurl may have none.
    private mutating func leaveOutFolder() {
      set(LIBCURL_OPT_CAPATH, .text(nil), for: .authorities, isOptional: true)
      set(LIBCURL_OPT_PROXY_CAPATH, .text(nil), for: .authorities, isOptional: true)
    }

    private mutating func addIdentity(
      _ identity: ClientIdentity, inMemory: Bool
    ) throws(TransportOptionError) {
      let certificates = try identity.certificate.certificates(for: .clientIdentity)
      let keySource = identity.privateKey ?? identity.certificate
      let key = try keySource.contents(for: .clientIdentity)
      guard key.contains("PRIVATE KEY-----") else {
        throw TransportOptionError(
          .clientIdentity, .invalidValue(given: "\(keySource)", expected: "a private key in PEM"))
      }
      if identity.passphrase == nil, key.isEncrypted {
        throw TransportOptionError(
          .clientIdentity,
          .invalidValue(given: "\(keySource)", expected: "a passphrase, because the key is encrypted"))
      }
      for (source, data, blob, path) in [
        (identity.certificate, certificates, LIBCURL_OPT_SSLCERT_BLOB, LIBCURL_OPT_SSLCERT),
        (keySource, key, LIBCURL_OPT_SSLKEY_BLOB, LIBCURL_OPT_SSLKEY),
      ] {
        if case .file(let name) = source, try source.contents(for: .clientIdentity) == data {
          set(path, .text(name), for: .clientIdentity)
        } else if inMemory {
          set(blob, .bytes(data), for: .clientIdentity)
        } else {
          set(path, .text(try files.path(of: data, for: .clientIdentity)), for: .clientIdentity)
        }
      }
      // Without a passphrase, OpenSSL would ask for one on the terminal if the file is replaced by an encrypted key,
      // and some versions of libcurl crash if the data contains one.
      if let passphrase = identity.passphrase ?? (inMemory ? "" : nil) {
        set(LIBCURL_OPT_KEYPASSWD, .text(passphrase), for: .clientIdentity)
      }
    }
  }

  extension TLSVersion {
    /// libcurl's number for the version.
    fileprivate var number: Int {
      switch self {
      case .tlsv1: 4
      case .tlsv11: 5
      case .tlsv12: 6
      case .tlsv13: 7
      }
    }
  }

  extension CertificateSource {
    /// Returns the content of the source.
    fileprivate func contents(for option: TransportOption) throws(TransportOptionError) -> Data {
      switch self {
      case .data(let data): return data
      case .file(let path):
        guard let data = FileManager.default.contents(atPath: path) else {
          throw TransportOptionError(
            option, .invalidValue(given: "\(self)", expected: "a file that can be read"))
        }
        return data
      }
    }

    /// Returns whether the source contains certificates in PEM format.
    fileprivate func isPEM() throws(TransportOptionError) -> Bool { try contents(for: .authorities).isPEM }

    /// Returns the certificates of the source in PEM format.
    fileprivate func certificates(for option: TransportOption) throws(TransportOptionError) -> Data {
      let data = try contents(for: option)
      if data.isPEM { return data }
      // A DER sequence counts as one certificate.
      guard data.count > 64, data.first == 0x30 else {
        throw TransportOptionError(
          option,
          .invalidValue(given: "\(self)", expected: "certificates in PEM, or one certificate in DER"))
      }
      let base64 = data.base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
      return Data("-----BEGIN CERTIFICATE-----\n\(base64)\n-----END CERTIFICATE-----\n".utf8)
    }
  }

  extension Data {
    /// Whether the data contains certificates in PEM format.
    fileprivate var isPEM: Bool { contains("CERTIFICATE-----") }

    /// Whether the data contains an encrypted private key (RFC 7468 section 11, RFC 1421 section 4.6.1.1).
    fileprivate var isEncrypted: Bool {
      contains("ENCRYPTED PRIVATE KEY-----") || contains("Proc-Type: 4,ENCRYPTED")
    }

    fileprivate func contains(_ text: String) -> Bool { range(of: Data(text.utf8)) != nil }
  }
#endif
