import Foundation

extension CacheKey {
  /// Creates the key of a request.
  ///
  /// - `partition`: The partition that the session names; nil for that of the credentials.
  init(of request: CacheRequest, partition: String?) {
    let url = request.request.url
    var text = url.absoluteString
    let isNormal = text.withUTF8 { bytes in unsafe Self.isNormal(bytes) }
    // A URL of the normal form has no user.
    let hasCredentials = request.hasCredentialFields || !isNormal
    self.init(
      url: isNormal ? text : url.requestText,
      partition: partition ?? (hasCredentials ? Self.credentials(of: request.request) : ""))
  }

  /// Returns the partition for the credentials of a request: empty without any, else a digest of `Authorization`, of
  /// the user in the URL, and of the fields that authentication has set.
  ///
  /// A different token selects a different partition. Cookies of a jar do not.
  static func credentials(of request: TransportRequest) -> String {
    var credentials = request.headers.values(for: "Authorization")
    if let user = request.url.user(percentEncoded: true) {
      credentials.append("\(user):\(request.url.password(percentEncoded: true) ?? "")")
    }
    credentials += request.credentialFields.map { "\(HeaderSyntax.folded($0.name)): \($0.value)" }
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

  private static func isSpecial(_ byte: UInt8) -> Bool {
    byte < 0x40 && special &>> UInt64(byte) & 1 == 1
  }

  /// Returns whether a URL has the form of a key.
  ///
  /// The buffer is that of a string, valid during the call.
  private static func isNormal(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Byte by byte, because this is done for every request. The first eight are one comparison.
    guard bytes.count > 8, let base = bytes.baseAddress else { return false }
    let start = unsafe UInt64(bigEndian: UnsafeRawPointer(base).loadUnaligned(as: UInt64.self))
    let isSecure = start == 0x6874_7470_733a_2f2f  // https://
    guard isSecure || start >> 8 == 0x68_7474_703a_2f2f else { return false }  // http://
    guard var index = unsafe endOfHost(bytes, from: isSecure ? 8 : 7) else { return false }
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
    while true {
      // Most bytes are letters and digits.
      while unsafe index < bytes.count && !isSpecial(bytes[index]) { index += 1 }
      guard index < bytes.count else { return true }
      switch unsafe bytes[index] {
      case UInt8(ascii: "#"): return false
      case UInt8(ascii: "%"): guard unsafe isNormalEscape(bytes, at: index) else { return false }
      case UInt8(ascii: "?"): isPath = false
      case UInt8(ascii: "/"): if isPath, unsafe isDotSegment(bytes, after: index) { return false }
      default: break
      }
      index += 1
    }
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

  /// Returns the end of a host in its canonical form: a name of lower-case letters, digits, hyphens and dots, or an
  /// IPv4 address; nil if it has another form.
  ///
  /// A final dot and other notations of an address are not canonical, as `HostName.canonical` says.
  private static func endOfHost(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    // Only a host that begins with a digit may be an address.
    if unsafe 0x30...0x39 ~= bytes[start] { return unsafe endOfAddress(bytes, from: start) }
    var end = start
    while unsafe end < bytes.count && isOfHost(bytes[end]) { end += 1 }
    return unsafe end > start && bytes[end - 1] != UInt8(ascii: ".") ? end : nil
  }

  private static func endOfAddress(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var (end, labels, number, digits) = (start, 1, 0, 0)
    while end < bytes.count {
      let byte = unsafe bytes[end]
      if 0x30...0x39 ~= byte {
        guard digits == 0 || number > 0 else { return nil }
        (number, digits) = (number * 10 + Int(byte - 0x30), digits + 1)
        guard number < 256 else { return nil }
      } else if byte == UInt8(ascii: ".") {
        guard digits > 0 else { return nil }
        (labels, number, digits) = (labels + 1, 0, 0)
      } else {
        break
      }
      end += 1
    }
    return labels == 4 && digits > 0 ? end : nil
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
