#if os(Linux)
  import CLibcurl
  import Foundation

  /// The certificates that the system trusts, and how libcurl finds them.
  ///
  /// libcurl looks in a bundle, which is one file, and in a folder beside it, and where there is a folder it reads the
  /// whole bundle again for each connection: 25 ms and 850 KB with the 140 certificates of Debian. Most often the folder
  /// has no certificate that is not in the bundle. Where it has some, they are put behind those of the bundle.
  enum SystemAuthorities: Sendable, Hashable {
    /// As libcurl was built to find them, bundle and folder.
    case libraryDefault
    /// The bundle where libcurl was built to find it, which has all that is in the folder.
    case bundle
    /// The bundle, and what is only in the folder.
    case certificates(Data)

    /// Those of this machine.
    ///
    /// - Parameter capabilities: Where libcurl keeps no certificates from one connection to the next, nothing is changed.
    init(for capabilities: CurlCapabilities) {
      guard capabilities.keepsAuthorities else {
        self = .libraryDefault
        return
      }
      self.init(
        bundle: Self.libraryDefault(LIBCURL_INFO_CAINFO), folder: Self.libraryDefault(LIBCURL_INFO_CAPATH))
    }

    /// Those of a bundle and a folder, which trust exactly what OpenSSL trusts with both.
    ///
    /// - Parameters:
    ///   - bundle: The path of a file; nil where there is none.
    ///   - folder: The path of a folder whose files are named by hashes (`openssl rehash`); nil where there is none.
    init(bundle: String?, folder: String?) {
      self = .libraryDefault
      // Without a folder libcurl keeps the certificates by itself, and without the bundle that it was told of it fails.
      guard let folder, bundle.map(FileManager.default.isReadableFile) ?? true else { return }
      var bytes: UnsafeMutablePointer<CChar>?
      var count = 0
      guard unsafe libcurl_folder_authorities(bundle, folder, &bytes, &count) else { return }
      // The bytes are ours, and are copied before they are freed.
      defer { unsafe libcurl_free(bytes) }
      let missing = unsafe bytes.map { unsafe Data(bytes: $0, count: count) } ?? Data()
      guard !missing.isEmpty else {
        if bundle != nil { self = .bundle }
        return
      }
      guard let bundle else {
        self = .certificates(missing)
        return
      }
      if let text = FileManager.default.contents(atPath: bundle) { self = .certificates(text + missing) }
    }

    /// Where distributions keep the bundle: Debian, Ubuntu and Alpine; Fedora, Red Hat and Amazon; SUSE; Alpine and
    /// others.
    private static let places = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
      "/etc/ssl/cert.pem",
    ]

    /// The content of the bundle; nil where there is none, and then a folder of certificates, if libcurl knows one, counts
    /// by itself.
    static func bundleText() -> Data? {
      for path in ([libraryDefault(LIBCURL_INFO_CAINFO)] + places).compactMap(\.self) {
        if let data = FileManager.default.contents(atPath: path), !data.isEmpty { return data }
      }
      return nil
    }

    /// Where this libcurl was built to look; nil where it does not say, which it does from 7.84 on.
    private static func libraryDefault(_ info: Int32) -> String? {
      guard libcurl_load(), let easy = unsafe libcurl_easy_init() else { return nil }
      defer { unsafe libcurl_easy_cleanup(easy) }
      // So that releasing the handle leaves alone what the process does about signals.
      _ = unsafe libcurl_easy_set_long(easy, LIBCURL_OPT_NOSIGNAL, 1)
      var text: UnsafePointer<CChar>?
      // The text is the handle's and is copied while that lives.
      guard unsafe libcurl_easy_get_string(easy, info, &text) == LIBCURL_E_OK else { return nil }
      return unsafe text.map { unsafe String(cString: $0) }
    }
  }
#endif
