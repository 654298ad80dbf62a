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
        isUnreserved(byte)
        || (allowsReserved && (isReserved(byte) || isEscape(source, at: index)))
      if isKept {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 0x0f)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let digits = Array("0123456789ABCDEF".utf8)
  private static let reserved = Set(":/?#[]@!$&'()*+,;=".utf8)

  private static func isReserved(_ byte: UInt8) -> Bool { reserved.contains(byte) }

  private static func isEscape(_ bytes: [UInt8], at index: Int) -> Bool {
    bytes[index] == UInt8(ascii: "%") && index + 2 < bytes.count
      && bytes[(index + 1)...(index + 2)].allSatisfy {
        Unicode.Scalar($0).properties.isASCIIHexDigit
      }
  }

  private static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
