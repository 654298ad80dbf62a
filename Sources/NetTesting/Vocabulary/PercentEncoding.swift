/// Percent-encoding (RFC 3986 section 2.1), byte by byte: `%FF` and `%25FF` are different, `%e9` and `%E9` are not.
enum PercentEncoding {
  /// Returns the bytes of a text with its escapes decoded.
  ///
  /// What is no escape stands for itself.
  static func bytes(of text: some StringProtocol) -> [UInt8] {
    let source = Array(text.utf8)
    guard source.contains(UInt8(ascii: "%")) else { return source }
    var bytes: [UInt8] = []
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count, let high = digit(source[index + 1]),
        let low = digit(source[index + 2])
      {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        bytes.append(source[index])
        index += 1
      }
    }
    return bytes
  }

  /// Returns a text with its escapes decoded; bytes that are not UTF-8 become `U+FFFD`, as in a browser's
  /// `URLSearchParams`.
  static func text(of text: some StringProtocol) -> String {
    String(decoding: bytes(of: text), as: UTF8.self)
  }

  /// Returns a text in which all but the unreserved characters are escaped.
  static func encoded(_ bytes: [UInt8]) -> String {
    let encoded = bytes.flatMap { byte in
      isUnreserved(byte) ? [byte] : [UInt8(ascii: "%"), hexadecimal(byte >> 4), hexadecimal(byte & 15)]
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Whether the byte is a character that needs no escape anywhere (RFC 3986 section 2.3).
  static func isUnreserved(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private static func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "A") + digit - 10
  }
}
