/// Percent-encoding (RFC 3986 section 2.1) for the keys and values of a query or form.
enum PercentEncoding {
  /// Escapes every UTF-8 byte as upper-case `%XX`, except letters, digits and `-._~/?`.
  ///
  /// A query may contain `/` and `?` unescaped (RFC 3986 section 3.4).
  static func escaped(_ text: String, spacesAsPlus: Bool) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnescaped(byte) {
        bytes.append(byte)
      } else if spacesAsPlus, byte == UInt8(ascii: " ") {
        bytes.append(UInt8(ascii: "+"))
      } else {
        append(byte, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the byte as upper-case `%XX`.
  static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    bytes.append(digits[Int(byte >> 4)])
    bytes.append(digits[Int(byte & 0x0f)])
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isUnescaped(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "?"):
      true
    default: false
    }
  }
}
