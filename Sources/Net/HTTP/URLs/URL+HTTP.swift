import Foundation

extension URL {
  /// Whether this is an absolute `http` or `https` URL with a host.
  var isAbsoluteHTTP: Bool { HTTPAddress.host(of: self) != .missing }

  /// The URL with the host unescaped and an IPv6 address in its shortest form, or nil if this is not an absolute `http`
  /// or `https` URL with a valid host.
  ///
  /// Most URLs are returned unchanged.
  var asAbsoluteHTTP: URL? {
    switch HTTPAddress.host(of: self) {
    case .missing: nil
    case .plain: self
    case .special: URL(escaping: absoluteString).flatMap { $0.isAbsoluteHTTP ? $0 : nil }
    }
  }

  /// The last path component, unescaped, which may contain any character; nil if there is none, or it is not UTF-8.
  ///
  /// The path is split before it is unescaped, because an encoded slash is part of the component.
  var nameInPath: String? {
    path(percentEncoded: true).split(separator: "/").last.flatMap(\.removingPercentEncoding)
  }

  /// The text that the URLs of equal requests share (RFC 9110 section 4.2.3).
  ///
  /// It has no fragment, user, default port or dot segments. Scheme and host are in lower case, each byte has
  /// one spelling, and an empty path is `/`.
  package var requestText: String {
    let path = URLBytes.withoutDotSegments(PercentEncoding.normalized(path(percentEncoded: true)))
    let query = query(percentEncoded: true).map { "?\(PercentEncoding.normalized($0))" } ?? ""
    return originText + path + query
  }

  /// The URL with its scheme in lower case.
  var withLowerCaseScheme: URL {
    guard hasUpperCaseScheme else { return self }
    let text = absoluteString
    let scheme = text.utf8.prefix { $0 != UInt8(ascii: ":") }
    let changed = HeaderSyntax.folded(Substring(scheme)) + text[scheme.endIndex...]
    return URL(string: changed, encodingInvalidCharacters: false) ?? self
  }

  /// Whether the scheme has a capital letter.
  var hasUpperCaseScheme: Bool {
    absoluteString.utf8.prefix { $0 != UInt8(ascii: ":") }.contains { 0x41...0x5a ~= $0 }
  }

  /// Whether this is an `https` URL.
  var isSecure: Bool {
    var text = absoluteString
    return text.withUTF8 { unsafe HTTPAddress.scheme(of: $0) } == .https
  }
}

/// The scheme and host at the start of an `http` or `https` URL (RFC 9110 section 4.2).
///
/// It is computed several times per request, so it reads bytes; Foundation would create a string for each component.
private enum HTTPAddress {
  enum Host {
    /// None, or an invalid port, or a URL with another scheme.
    case missing
    case plain
    /// One that contains `%`, or is an address in brackets, and so needs further checks.
    case special
  }

  /// Returns what kind of host the URL has.
  ///
  /// The text of a `URL` conforms to RFC 3986, so its components need no check.
  static func host(of url: URL) -> Host {
    var text = url.absoluteString
    return text.withUTF8 { bytes in
      guard let scheme = unsafe scheme(of: bytes) else { return .missing }
      return unsafe host(bytes, after: scheme.rawValue)
    }
  }

  /// A scheme, with its length and that of the colon after it.
  enum Scheme: Int {
    case http = 5
    case https = 6
  }

  static func scheme(of bytes: UnsafeBufferPointer<UInt8>) -> Scheme? {
    guard bytes.count > 5, unsafe isLetters("http", bytes) else { return nil }
    if unsafe bytes[4] == UInt8(ascii: ":") { return .http }
    guard unsafe bytes[4] | 0x20 == UInt8(ascii: "s"), unsafe bytes[5] == UInt8(ascii: ":") else {
      return nil
    }
    return .https
  }

  private static func isLetters(_ letters: StaticString, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<letters.utf8CodeUnitCount
    where unsafe bytes[index] | 0x20 != letters.utf8Start[index] { return false }
    return true
  }

  /// Checks that `//`, a nonempty host and a valid port follow (RFC 3986 section 3.2).
  private static func host(_ bytes: UnsafeBufferPointer<UInt8>, after colon: Int) -> Host {
    var start = colon + 2
    guard bytes.count > start, unsafe bytes[colon] == UInt8(ascii: "/"),
      unsafe bytes[colon + 1] == UInt8(ascii: "/")
    else { return .missing }
    var end = start
    var port: Int?
    var isEscaped = false
    scan: while end < bytes.count {
      switch unsafe bytes[end] {
      case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"): break scan
      // The host begins after the user name.
      case UInt8(ascii: "@"):
        start = end + 1
        port = nil
        isEscaped = false
      case UInt8(ascii: ":"), UInt8(ascii: "]"): port = unsafe bytes[end] == UInt8(ascii: ":") ? end + 1 : nil
      case UInt8(ascii: "%"): isEscaped = true
      default: break
      }
      end += 1
    }
    guard start < end, unsafe bytes[start] != UInt8(ascii: ":") else { return .missing }
    if let port, unsafe !isPort(bytes, in: port..<end) { return .missing }
    return unsafe isEscaped || bytes[start] == UInt8(ascii: "[") ? .special : .plain
  }

  // A range of integers: the indices of a slice are not specialized, and look up their types at each call.
  private static func isPort(_ bytes: UnsafeBufferPointer<UInt8>, in digits: Range<Int>) -> Bool {
    var number = 0
    for index in digits {
      let byte = unsafe bytes[index]
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return false }
      number = number * 10 + Int(byte - UInt8(ascii: "0"))
      guard number <= 65535 else { return false }
    }
    return true
  }
}
