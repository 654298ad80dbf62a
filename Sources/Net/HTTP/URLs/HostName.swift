public import Foundation

/// The two spellings of a host: the one that is sent and the canonical one for comparison.
package enum HostName {
  /// Returns the host as it is written in a URL: unescaped, an international name in its ASCII form, an IPv6 address in
  /// brackets.
  ///
  /// - Throws: ``URLFlaw`` if it is neither a name nor an address.
  static func spelled(_ host: String) throws(URLFlaw) -> String {
    if host.utf8.first == UInt8(ascii: "[") {
      guard let address = address(ofBracketed: host) else { throw .host(host) }
      return "[\(address.text)\(address.zone.map { "%25\($0)" } ?? "")]"
    }
    if host.utf8.allSatisfy({ $0 < 0x80 && isAllowed($0) }) { return host }
    guard let bytes = URLBytes.unescaped(host) else { throw .character("%", of: .host) }
    guard let name = String(validating: bytes, as: UTF8.self) else { throw .host(host) }
    for scalar in name.unicodeScalars where scalar.value < 0x80 && !isAllowed(UInt8(scalar.value)) {
      throw .character(scalar, of: .host)
    }
    guard bytes.contains(where: { $0 >= 0x80 }) else { return name }
    guard let ascii = ascii(name) else { throw .host(host) }
    return ascii
  }

  /// Returns the canonical form of a host: ASCII, lower case, without a trailing dot, an IPv4 address in dotted
  /// decimal, an IPv6 address in its shortest form without brackets (RFC 5952).
  ///
  /// All spellings of one host have the same canonical form: `BÜCHER.test.` and `xn--bcher-kva.test`, `127.1` and
  /// `127.0.0.1`, `[0:0::1]` and `::1`. Text that is not a host becomes lower case.
  package static func canonical(_ host: String) -> String {
    if isPlain(host) { return HeaderSyntax.folded(host) }
    if host.utf8.contains(UInt8(ascii: ":")) {
      guard let address = address(ofBracketed: host.utf8.first == UInt8(ascii: "[") ? host : "[\(host)]")
      else {
        return HeaderSyntax.folded(host)
      }
      return address.text + (address.zone.map { "%\($0)" } ?? "")
    }
    var name = HeaderSyntax.folded((try? spelled(host)) ?? host)
    // Two dots are no end of a name, and `h..` is not `h.`.
    if name.hasSuffix("."), !name.hasSuffix(".."), name.utf8.count > 1 { name.removeLast() }
    return fourNumbers(name) ?? name
  }

  /// Returns whether the host needs only lower-casing, as nearly all do.
  private static func isPlain(_ host: String) -> Bool {
    guard let first = host.utf8.first, URLBytes.isLetter(first), host.utf8.last != UInt8(ascii: ".") else {
      return false
    }
    return host.utf8.allSatisfy(URLBytes.isNameByte)
  }

  /// Returns whether the text is a name or an address in any spelling, and nothing more: no URL, port or wildcard.
  static func isHost(_ text: String) -> Bool {
    let host = canonical(text)
    if host.utf8.contains(UInt8(ascii: ":")) { return bytes(ofAddress: host) != nil }
    return host.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
      !label.isEmpty && label.utf8.allSatisfy { URLBytes.isNameByte($0) || $0 == UInt8(ascii: "_") }
    }
  }

  /// Returns whether the host is an IP address: it contains a colon, or its last label is a number.
  package static func isAddress(_ host: String) -> Bool {
    if host.utf8.contains(UInt8(ascii: ":")) { return true }
    return host.split(separator: ".").last?.utf8.allSatisfy(URLBytes.isDigit) ?? false
  }

  /// Returns the 4 or 16 bytes of a canonical address, without its zone, or nil for a name.
  static func bytes(ofAddress canonical: String) -> [UInt8]? {
    if canonical.utf8.contains(UInt8(ascii: ":")) { return bytes(ofIPv6: withoutZone(canonical)) }
    let numbers = canonical.split(separator: ".", omittingEmptySubsequences: false)
    let bytes = numbers.compactMap { $0.utf8.allSatisfy(URLBytes.isDigit) ? UInt8($0) : nil }
    return numbers.count == 4 && bytes.count == 4 ? bytes : nil
  }

  private static func bytes(ofIPv6 text: String) -> [UInt8]? {
    var address = in6_addr()
    // The pointers are valid during the call.
    guard unsafe inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    return unsafe withUnsafeBytes(of: &address) { unsafe Array($0) }
  }

  /// Returns a canonical host without the zone of an IPv6 address.
  static func withoutZone(_ canonical: String) -> String {
    canonical.utf8.contains(UInt8(ascii: ":")) ? String(canonical.prefix { $0 != "%" }) : canonical
  }

  /// Returns whether the byte is allowed in a name.
  ///
  /// `%` is not (RFC 3986 section 3.2.2).
  private static func isAllowed(_ byte: UInt8) -> Bool {
    byte != UInt8(ascii: ":") && URLBytes.isAllowed(byte, in: .user)
  }

  /// Returns the ASCII form of an international name (RFC 5891) as Foundation computes it, or nil if it has none.
  private static func ascii(_ name: String) -> String? {
    guard let text = URL(string: "http://\(name)/")?.absoluteString, text.utf8.count > 8 else { return nil }
    let host = String(text.dropFirst(7).dropLast())
    return host.utf8.allSatisfy { $0 < 0x80 && isAllowed($0) } ? HeaderSyntax.folded(host) : nil
  }

  /// Returns a bracketed address in its shortest form, and its zone (RFC 6874).
  private static func address(ofBracketed host: String) -> (text: String, zone: String?)? {
    guard host.utf8.first == UInt8(ascii: "["), host.utf8.last == UInt8(ascii: "]") else { return nil }
    let inside = host.dropFirst().dropLast()
    let text = inside.prefix { $0 != "%" }
    var zone = inside.dropFirst(text.count + 1)
    if zone.hasPrefix("25"), zone.count > 2 { zone = zone.dropFirst(2) }
    guard inside.count == text.count || !zone.isEmpty, zone.utf8.allSatisfy(PercentEncoding.isUnreserved)
    else { return nil }
    guard let bytes = bytes(ofIPv6: String(text)) else { return nil }
    return (shortest(bytes), zone.isEmpty ? nil : String(zone))
  }

  /// Returns the shortest form of an IPv6 address (RFC 5952 section 4), with the end of an IPv4-mapped one in decimal
  /// (section 5).
  ///
  /// `inet_ntop` also writes `::db8:0` as `::13.184.0.0`: like an IPv4-compatible address, a form that RFC 4291 section
  /// 2.5.5.1 deprecates and that no prefix tells apart.
  private static func shortest(_ bytes: [UInt8]) -> String {
    if bytes.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]) {
      return "::ffff:" + bytes[12...].map { "\($0)" }.joined(separator: ".")
    }
    let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
    var (zeros, start) = (0..<0, 0)
    while start < 8 {
      let end = groups[start...].firstIndex { $0 != 0 } ?? 8
      // A single zero is not shortened; of runs of equal length the first is.
      if end - start > max(zeros.count, 1) { zeros = start..<end }
      start = end + 1
    }
    let texts = groups.map { String($0, radix: 16) }
    guard !zeros.isEmpty else { return texts.joined(separator: ":") }
    return texts[..<zeros.lowerBound].joined(separator: ":") + "::"
      + texts[zeros.upperBound...].joined(separator: ":")
  }

  /// Returns whether the text is an IPv4 address in its usual form: four decimal numbers.
  static func isFourNumbers(_ text: String) -> Bool {
    let parts = text.parts(between: ".")
    return parts.count == 4 && parts.allSatisfy { $0.utf8.allSatisfy(URLBytes.isDigit) && UInt8($0) != nil }
  }

  /// Returns the dotted decimal form of any IPv4 notation that the system accepts: fewer than four numbers, octal,
  /// hexadecimal.
  private static func fourNumbers(_ name: String) -> String? {
    guard let last = name.utf8.last, name.utf8.first.map(URLBytes.isDigit) == true,
      URLBytes.hexadecimal(last) != nil || last == UInt8(ascii: "x")
    else { return nil }
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count <= 4 else { return nil }
    let numbers = parts.compactMap(number)
    guard numbers.count == parts.count, let rest = numbers.last, numbers.dropLast().allSatisfy({ $0 < 256 }),
      rest < 1 << (8 * UInt64(5 - parts.count))
    else { return nil }
    var address = rest
    for (index, number) in numbers.dropLast().enumerated() { address |= number << (24 - 8 * UInt64(index)) }
    return [24, 16, 8, 0].map { "\(address >> $0 & 255)" }.joined(separator: ".")
  }

  private static func number(_ text: Substring) -> UInt64? {
    if text.hasPrefix("0x") {
      let digits = text.utf8.dropFirst(2)
      // `UInt64` also accepts a sign.
      guard digits.allSatisfy({ URLBytes.hexadecimal($0) != nil }) else { return nil }
      return digits.isEmpty ? 0 : UInt64(Substring(digits), radix: 16)
    }
    guard text.utf8.allSatisfy(URLBytes.isDigit) else { return nil }
    return UInt64(text, radix: text.count > 1 && text.hasPrefix("0") ? 8 : 10)
  }
}

extension URL {
  /// Returns whether scheme, host and port are the same (RFC 9110 section 4.3.1), regardless of spelling.
  ///
  /// Check this before you send credentials to a URL from a response.
  public func hasSameOrigin(as other: URL) -> Bool {
    scheme?.lowercased() == other.scheme?.lowercased()
      && canonicalHost == other.canonicalHost
      && effectivePort == other.effectivePort
  }

  /// The origin as text, such as `https://e.com:8443`, without user, path and query.
  package var originText: String {
    let host = canonicalHost ?? ""
    let isDefault = effectivePort == (isSecure ? 443 : 80)
    let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
    return "\(HeaderSyntax.folded(scheme ?? ""))://\(name)\(isDefault ? "" : ":\(effectivePort)")"
  }

  /// The host and port that connections are opened to, as a key.
  var authority: String { "\(canonicalHost ?? ""):\(effectivePort)" }

  /// The host in its canonical form.
  ///
  /// See ``HostName/canonical(_:)``.
  package var canonicalHost: String? {
    guard let host = host(percentEncoded: true) else { return nil }
    guard host.utf8.contains(UInt8(ascii: "%")), !host.utf8.contains(UInt8(ascii: ":")) else {
      return HostName.canonical(host)
    }
    // If a URL was created from an international name, only its full text has the ASCII form.
    return HostName.canonical(URL(string: absoluteString)?.host(percentEncoded: true) ?? host)
  }

  private var effectivePort: Int { port ?? (isSecure ? 443 : 80) }
}
