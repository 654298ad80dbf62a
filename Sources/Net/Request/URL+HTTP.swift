import Foundation

extension URL {
  /// Whether this is an absolute `http` or `https` URL with a host.
  var isAbsoluteHTTP: Bool { HTTPAddress(self)?.hasHost == true }

  /// Whether this is an `https` URL.
  var isSecure: Bool { HTTPAddress(self)?.isSecure == true }
}

/// How the text of an `http` or `https` URL begins (RFC 9110 section 4.2).
///
/// It is asked of every request, several times, and looks at bytes: Foundation would make texts of the parts.
private struct HTTPAddress {
  let isSecure: Bool
  let hasHost: Bool

  /// Nil where the scheme is another. The text of a URL has the grammar of RFC 3986, so that its parts need no check.
  init?(_ url: URL) {
    var text = url.absoluteString
    let parts = text.withUTF8 { bytes -> (isSecure: Bool, hasHost: Bool)? in
      guard bytes.count > 4, unsafe Self.isLetters("http", bytes) else { return nil }
      let isSecure = unsafe bytes[4] | 0x20 == UInt8(ascii: "s")
      let scheme = isSecure ? 5 : 4
      guard bytes.count > scheme, unsafe bytes[scheme] == UInt8(ascii: ":") else { return nil }
      return unsafe (isSecure, Self.hasHost(bytes, after: scheme + 1))
    }
    guard let parts else { return nil }
    (isSecure, hasHost) = parts
  }

  private static func isLetters(_ letters: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<letters.utf8CodeUnitCount
    where unsafe bytes[index] | 0x20 != letters.utf8Start[index] { return false }
    return true
  }

  /// Whether two slashes follow, and an authority whose host is not empty (RFC 3986 section 3.2).
  private static func hasHost(_ bytes: UnsafeBufferPointer<UInt8>, after colon: Int) -> Bool {
    var start = colon + 2
    guard bytes.count > start, unsafe bytes[colon] == UInt8(ascii: "/"),
      unsafe bytes[colon + 1] == UInt8(ascii: "/")
    else { return false }
    var end = start
    scan: while end < bytes.count {
      switch unsafe bytes[end] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break scan
      // The host begins behind the user's name.
      case UInt8(ascii: "@"): start = end + 1
      default: break
      }
      end += 1
    }
    return unsafe start < end && bytes[start] != UInt8(ascii: ":")
  }
}
