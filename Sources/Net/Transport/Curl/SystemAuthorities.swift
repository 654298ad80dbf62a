#if os(Linux)
  import CLibcurl
  import Foundation

  /// The certificates that the system trusts, in one file.
  enum SystemAuthorities {
    /// Where distributions keep it: Debian, Ubuntu and Alpine; Fedora, Red Hat and Amazon; SUSE; Alpine and others.
    private static let places = [
      "/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem",
      "/etc/ssl/cert.pem",
    ]

    /// Its content; nil where there is none, and then a folder of them, if libcurl knows one, counts by itself.
    static func bundle() -> Data? {
      for path in ([libraryDefault()] + places).compactMap(\.self) {
        if let data = FileManager.default.contents(atPath: path), !data.isEmpty { return data }
      }
      return nil
    }

    /// Where this libcurl was built to look; nil where it does not say, which it does from 7.84 on.
    private static func libraryDefault() -> String? {
      guard libcurl_load(), let easy = unsafe libcurl_easy_init() else { return nil }
      defer { unsafe libcurl_easy_cleanup(easy) }
      // So that letting go of the handle leaves alone what the process does about signals.
      _ = unsafe libcurl_easy_set_long(easy, LIBCURL_OPT_NOSIGNAL, 1)
      var text: UnsafePointer<CChar>?
      // The text is the handle's and is copied while that lives.
      guard unsafe libcurl_easy_get_string(easy, LIBCURL_INFO_CAINFO, &text) == LIBCURL_E_OK else {
        return nil
      }
      return unsafe text.map { unsafe String(cString: $0) }
    }
  }
#endif
