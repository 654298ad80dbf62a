/// Percent-encoding of template values (RFC 6570 section 3.2.1).
///
/// Unlike the encoding of a query, it escapes `/` and `?`.
enum URITemplateEscaping {
  /// Escapes everything except unreserved characters and, if `allowsReserved`, reserved characters and escapes.
  static func escaped(_ text: String, allowsReserved: Bool) -> String {
    let source = Array(text.utf8)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    for (index, byte) in source.enumerated() {
      let isKept =
        PercentEncoding.isUnreserved(byte)
        || (allowsReserved && (reserved.contains(byte) || isEscape(source, at: index)))
      if isKept { bytes.append(byte) } else { PercentEncoding.append(byte, to: &bytes) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the first characters of a value, up to this number.
  ///
  /// If escapes are kept, those that represent one character count as that character, so none is split.
  static func prefix(_ length: Int, of text: String, allowsReserved: Bool) -> String {
    guard allowsReserved, text.utf8.contains(UInt8(ascii: "%")) else {
      return String(String.UnicodeScalarView(text.unicodeScalars.prefix(length)))
    }
    let bytes = Array(text.utf8)
    var end = 0
    for _ in 0..<length where end < bytes.count { end += characterSize(bytes, at: end) }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Returns the number of bytes of the character at the index, which may be escaped.
  private static func characterSize(_ bytes: [UInt8], at index: Int) -> Int {
    guard isEscape(bytes, at: index) else { return min(sequenceSize(bytes[index]), bytes.count - index) }
    // Invalid sequences are not characters, so each of their escapes counts.
    let count = sequenceSize(escapedByte(bytes, at: index))
    var decoded: [UInt8] = []
    var next = index
    while decoded.count < count, next < bytes.count, isEscape(bytes, at: next) {
      decoded.append(escapedByte(bytes, at: next))
      next += 3
    }
    return decoded.count == count && String(validating: decoded, as: UTF8.self) != nil ? next - index : 3
  }

  /// Returns the byte that the escape at the index represents.
  private static func escapedByte(_ bytes: [UInt8], at index: Int) -> UInt8 {
    (URLBytes.hexadecimal(bytes[index + 1]) ?? 0) << 4 | (URLBytes.hexadecimal(bytes[index + 2]) ?? 0)
  }

  /// Returns the length of the UTF-8 sequence that begins with this byte.
  private static func sequenceSize(_ first: UInt8) -> Int {
    switch first {
    case 0xf0...: 4
    case 0xe0...: 3
    case 0xc0...: 2
    default: 1
    }
  }

  private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)

  private static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "%") && URLBytes.beginsEscape(bytes, at: index)
  }
}
