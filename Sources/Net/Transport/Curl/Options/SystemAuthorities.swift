#if os(Linux)
  import CLibcurl
  import Foundation

  /// The certificates that the system trusts, and how libcurl finds them.
  ///
  /// libcurl reads a bundle, which is one file, and a folder of certificates. If there is a folder, it reads the whole
  /// bundle again for each connection: 25 ms and 850 KB with the 140 certificates of Debian. Usually every certificate
  /// of the folder is also in the bundle. Those that are not are appended to the bundle.
  enum SystemAuthorities: Sendable, Hashable {
    /// Bundle and folder as built into libcurl.
    case libraryDefault
    /// Only the bundle built into libcurl, which contains everything in the folder.
    case bundle
    /// The content of the bundle, and the certificates that are only in the folder.
    case certificates(Data)

    /// Creates the authorities of this machine.
    ///
    /// - Parameter capabilities: If libcurl does not keep certificates between connections, its defaults are used.
    init(for capabilities: CurlCapabilities) {
      guard capabilities.keepsAuthorities else {
        self = .libraryDefault
        return
      }
      self.init(
        bundle: Self.libraryDefault(LIBCURL_INFO_CAINFO), folder: Self.libraryDefault(LIBCURL_INFO_CAPATH))
    }

    /// Creates the authorities of a bundle and a folder, which are exactly those that OpenSSL trusts with both.
    ///
    /// - Parameters:
    ///   - bundle: The path of a file, or nil without one.
    ///   - folder: The path of a folder whose files are named by hashes (`openssl rehash`), or nil without one.
    init(bundle: String?, folder: String?) {
      self = .libraryDefault
      // Without a folder libcurl keeps the certificates anyway. With an unreadable bundle it fails.
      guard let folder, bundle.map(FileManager.default.isReadableFile) ?? true else { return }
      var bytes: UnsafeMutablePointer<CChar>?
      var count = 0
      guard unsafe libcurl_folder_authorities(bundle, folder, &bytes, &count) else { return }
      // The bytes are owned here, and copied before they are freed.
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

    /// The paths of the bundle in common distributions: Debian, Ubuntu and Alpine; Fedora, Red Hat and Amazon; SUSE;
    /// Alpine and others.
    private static let places = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
      "/etc/ssl/cert.pem",
    ]

    /// Returns the content of the bundle.
    ///
    /// Without a bundle it is nil, and libcurl uses its folder of certificates, if any.
    static func bundleText() -> Data? {
      for path in ([libraryDefault(LIBCURL_INFO_CAINFO)] + places).compactMap(\.self) {
        if let data = FileManager.default.contents(atPath: path), !data.isEmpty { return data }
      }
      return nil
    }

    /// Returns the path built into this libcurl, or nil if it does not report it, as before 7.84.
    private static func libraryDefault(_ info: Int32) -> String? {
      guard libcurl_load(), let easy = unsafe libcurl_easy_init() else { return nil }
      defer { unsafe libcurl_easy_cleanup(easy) }
      // Otherwise releasing the handle would change the process's signal handling.
      _ = unsafe libcurl_easy_set_long(easy, LIBCURL_OPT_NOSIGNAL, 1)
      var text: UnsafePointer<CChar>?
      // The string belongs to the handle, and is copied while the handle exists.
      guard unsafe libcurl_easy_get_string(easy, info, &text) == LIBCURL_E_OK else { return nil }
      return unsafe text.map { unsafe String(cString: $0) }
    }
  }
#endif
