import Foundation

extension CacheKey {
  /// Creates the key of a request.
  ///
  /// - `partition`: The partition that the session names; nil for that of the credentials.
  init(of request: TransportRequest, partition: String?) {
    var text = request.url.absoluteString
    let isNormal = text.withUTF8 { bytes in unsafe Self.isNormal(bytes) }
    self.init(
      url: isNormal ? text : request.url.requestText,
      partition: partition ?? Self.credentials(of: request, mayHaveUser: !isNormal))
  }

  /// Returns the partition for the credentials of a request: empty without any, else a digest of `Authorization`, of
  /// the user in the URL, and of the fields that authentication has set.
  ///
  /// A different token selects a different partition. Cookies of a jar do not.
  ///
  /// - `mayHaveUser`: False if it is known that the URL has no user.
  static func credentials(of request: TransportRequest, mayHaveUser: Bool = true) -> String {
    let others = request.credentialFields
    guard mayHaveUser || !others.isEmpty || request.headers.contains("Authorization") else { return "" }
    var credentials = request.headers.values(for: "Authorization")
    if mayHaveUser, let user = request.url.user(percentEncoded: true) {
      credentials.append("\(user):\(request.url.password(percentEncoded: true) ?? "")")
    }
    credentials += others.map { "\(HeaderSyntax.folded($0.name)): \($0.value)" }
    guard !credentials.isEmpty else { return "" }
    return SHA256.hexadecimal(SHA256.digest(credentials.joined(separator: "\n").utf8).prefix(16))
  }

  /// Returns the text under which responses for a URL are stored: `requestText`.
  ///
  /// Most URLs have this form already.
  static func url(of url: URL) -> String {
    var text = url.absoluteString
    return text.withUTF8 { bytes in unsafe isNormal(bytes) } ? text : url.requestText
  }

  /// Returns the text for a reference in a field, or nil if it is not an HTTP URL.
  static func url(_ reference: String, relativeTo base: URL) -> String? {
    guard let url = URL(reference: HeaderSyntax.trimmed(reference), of: base), url.isAbsoluteHTTP else {
      return nil
    }
    return self.url(of: url)
  }

  /// A bit for each of `#`, `%`, `/` and `?`, which are all below 0x40.
  private static let special: UInt64 = 1 << 0x23 | 1 << 0x25 | 1 << 0x2f | 1 << 0x3f

  /// Returns whether a URL has the form of a key.
  ///
  /// The buffer is that of a string, valid during the call.
  private static func isNormal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Byte by byte, because this is done for every request.
    var index = 0
    for byte in "http".utf8 {
      guard unsafe index < bytes.count && bytes[index] == byte else { return false }
      index += 1
    }
    let isSecure = unsafe index < bytes.count && bytes[index] == UInt8(ascii: "s")
    if isSecure { index += 1 }
    for byte in "://".utf8 {
      guard unsafe index < bytes.count && bytes[index] == byte else { return false }
      index += 1
    }
    let host = index
    while unsafe index < bytes.count && isOfHost(bytes[index]) { index += 1 }
    guard unsafe isCanonicalHost(bytes, host..<index) else { return false }
    if unsafe index < bytes.count && bytes[index] == UInt8(ascii: ":") {
      let start = index + 1
      var port = 0
      index = start
      while unsafe index < bytes.count && index < start + 5 && 0x30...0x39 ~= bytes[index] {
        port = unsafe port * 10 + Int(bytes[index] - 0x30)
        index += 1
      }
      guard unsafe index > start && bytes[start] != UInt8(ascii: "0") && port != (isSecure ? 443 : 80) else {
        return false
      }
    }
    guard unsafe index < bytes.count && bytes[index] == UInt8(ascii: "/") else { return false }
    var isPath = true
    while index < bytes.count {
      // Most bytes are letters and digits.
      guard case let byte = unsafe bytes[index], byte < 0x40, special &>> UInt64(byte) & 1 == 1 else {
        index += 1
        continue
      }
      switch byte {
      case UInt8(ascii: "#"): return false
      case UInt8(ascii: "%"): guard unsafe isNormalEscape(bytes, at: index) else { return false }
      case UInt8(ascii: "?"): isPath = false
      case UInt8(ascii: "/"): if isPath, unsafe isDotSegment(bytes, after: index) { return false }
      default: break
      }
      index += 1
    }
    return true
  }

  /// Returns whether a `%` begins an escape in upper case that is needed.
  private static func isNormalEscape(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    guard index + 2 < bytes.count, let high = unsafe URLBytes.hexadecimal(bytes[index + 1]),
      let low = unsafe URLBytes.hexadecimal(bytes[index + 2])
    else { return false }
    let isLowerCase = unsafe bytes[index + 1] > UInt8(ascii: "F") || bytes[index + 2] > UInt8(ascii: "F")
    return !isLowerCase && !PercentEncoding.isUnreserved(high << 4 | low)
  }

  /// Returns whether the segment of the path after a slash is `.` or `..`.
  private static func isDotSegment(_ bytes: UnsafeBufferPointer<UInt8>, after slash: Int) -> Bool {
    var end = slash + 1
    while unsafe end < bytes.count && end < slash + 3 && bytes[end] == UInt8(ascii: ".") { end += 1 }
    guard end > slash + 1 else { return false }
    guard end < bytes.count else { return true }
    return unsafe bytes[end] == UInt8(ascii: "/") || bytes[end] == UInt8(ascii: "?")
      || bytes[end] == UInt8(ascii: "#")
  }

  /// Returns whether a host of lower-case letters, digits, hyphens and dots is in its canonical form.
  ///
  /// A final dot and other notations of an address are not, as `HostName.canonical` says.
  private static func isCanonicalHost(_ bytes: UnsafeBufferPointer<UInt8>, _ host: Range<Int>) -> Bool {
    guard !host.isEmpty, unsafe bytes[host.upperBound - 1] != UInt8(ascii: ".") else { return false }
    // Only a host that begins with a digit may be an address.
    guard unsafe 0x30...0x39 ~= bytes[host.lowerBound] else { return true }
    var (labels, number, digits) = (1, 0, 0)
    for index in host {
      let byte = unsafe bytes[index]
      if byte == UInt8(ascii: ".") {
        guard digits > 0 else { return false }
        (labels, number, digits) = (labels + 1, 0, 0)
      } else {
        guard 0x30...0x39 ~= byte, digits == 0 || number > 0 else { return false }
        (number, digits) = (number * 10 + Int(byte - 0x30), digits + 1)
        guard number < 256 else { return false }
      }
    }
    return labels == 4
  }

  private static func isOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
      UInt8(ascii: "."):
      true
    default: false
    }
  }
}
