import Foundation

extension CacheKey {
  /// Creates the key of a request.
  init(of request: TransportRequest, partition: String) {
    self.init(url: Self.url(of: request.url), partition: partition)
  }

  /// Returns the partition for the credentials of a request: empty without any, else a digest of `Authorization` and of
  /// the user in the URL.
  ///
  /// Another token makes another partition. Cookies do not.
  static func credentials(of request: TransportRequest) -> String {
    var credentials: [String] = []
    if request.headers.contains("Authorization") {
      credentials = request.headers.values(for: "Authorization")
    }
    if request.url.absoluteString.utf8.contains(UInt8(ascii: "@")),
      let user = request.url.user(percentEncoded: true)
    {
      credentials.append("\(user):\(request.url.password(percentEncoded: true) ?? "")")
    }
    guard !credentials.isEmpty else { return "" }
    let digest = SHA256.digest(Array(credentials.joined(separator: "\n").utf8)).prefix(16)
    return digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the text under which responses for a URL are stored: without fragment and user, with scheme and host in
  /// lower case, without a default port, and with the path `/` instead of none (RFC 9110 section 4.2.3).
  ///
  /// Most URLs have this form already.
  static func url(of url: URL) -> String {
    var text = url.absoluteString
    if text.withUTF8({ bytes in unsafe isNormal(bytes) }) { return text }
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    return url.originText + (path.isEmpty ? "/" : path) + query
  }

  /// Returns the text for a reference in a field, or nil if it is not an HTTP URL.
  static func url(_ reference: String, relativeTo base: URL) -> String? {
    guard let url = URL(reference: HeaderSyntax.trimmed(reference), of: base), url.isAbsoluteHTTP else {
      return nil
    }
    return self.url(of: url)
  }

  // The buffer is that of a string, valid during the call.
  private static func isNormal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    for byte in "http".utf8 {
      guard index < bytes.count, unsafe bytes[index] == byte else { return false }
      index += 1
    }
    if unsafe index < bytes.count && bytes[index] == UInt8(ascii: "s") { index += 1 }
    for byte in "://".utf8 {
      guard index < bytes.count, unsafe bytes[index] == byte else { return false }
      index += 1
    }
    while index < bytes.count, unsafe bytes[index] != UInt8(ascii: "/") {
      switch unsafe bytes[index] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        index += 1
      default: return false
      }
    }
    guard index < bytes.count else { return false }
    while index < bytes.count {
      if unsafe bytes[index] == UInt8(ascii: "#") { return false }
      index += 1
    }
    return true
  }
}
