/// Percent-encoding (RFC 3986 section 2.1), byte by byte: `%FF` and `%25FF` are different, `%e9` and `%E9` are not.
package enum PercentEncoding {
  // MARK: - Encoding

  /// Escapes every UTF-8 byte of a key or value of a query or form as upper-case `%XX`, except letters, digits and
  /// `-._~/?`.
  ///
  /// A query may contain `/` and `?` unescaped (RFC 3986 section 3.4).
  static func escaped(_ text: String, spacesAsPlus: Bool) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      if isUnreserved(byte) || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") {
        bytes.append(byte)
      } else if spacesAsPlus, byte == UInt8(ascii: " ") {
        bytes.append(UInt8(ascii: "+"))
      } else {
        append(byte, to: &bytes)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Escapes all bytes but those of unreserved characters.
  package static func escaped(_ bytes: [UInt8]) -> String {
    var escaped: [UInt8] = []
    for byte in bytes { appendEscaped(byte, to: &escaped) }
    return String(decoding: escaped, as: UTF8.self)
  }

  /// Adds the byte, or its escape unless it is an unreserved character.
  private static func appendEscaped(_ byte: UInt8, to bytes: inout [UInt8]) {
    if isUnreserved(byte) { bytes.append(byte) } else { append(byte, to: &bytes) }
  }

  /// Appends the byte as upper-case `%XX`.
  static func append(_ byte: UInt8, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "%"))
    bytes.append(digits[Int(byte >> 4)])
    bytes.append(digits[Int(byte & 0x0f)])
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Whether the byte is a character that needs no escape anywhere (RFC 3986 section 2.3).
  package static func isUnreserved(_ byte: UInt8) -> Bool {
    URLBytes.isNameByte(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "~")
  }

  // MARK: - Decoding

  /// Returns the bytes of a text with its escapes decoded.
  ///
  /// Text that is not an escape is unchanged.
  package static func bytes(of text: some StringProtocol) -> [UInt8] { unescaped(Array(text.utf8)) }

  /// Returns the bytes with the escapes in them decoded.
  ///
  /// Text that is not an escape is unchanged.
  package static func unescaped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "%")) else { return bytes }
    return decoded(bytes) { byte, bytes in bytes.append(byte) }
  }

  /// Returns a text with one spelling for each byte: the escapes of unreserved characters are decoded, and all others
  /// in upper case (RFC 3986 sections 6.2.2.1 and 6.2.2.2).
  ///
  /// What is no escape is not changed.
  package static func normalized(_ text: String) -> String {
    let source = Array(text.utf8)
    guard source.contains(UInt8(ascii: "%")) else { return text }
    return String(decoding: decoded(source, adding: appendEscaped), as: UTF8.self)
  }

  /// Returns the bytes, with what the closure adds for the byte of each escape.
  private static func decoded(
    _ source: [UInt8], adding add: (_ byte: UInt8, _ bytes: inout [UInt8]) -> Void
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var index = 0
    while index < source.count {
      if source[index] == UInt8(ascii: "%"), index + 2 < source.count,
        let high = URLBytes.hexadecimal(source[index + 1]), let low = URLBytes.hexadecimal(source[index + 2])
      {
        add(high << 4 | low, &bytes)
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
  package static func text(of text: some StringProtocol) -> String {
    String(decoding: bytes(of: text), as: UTF8.self)
  }

  /// Returns the bytes as text, in which an escape stands for each byte that is not UTF-8.
  package static func readable(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var (text, rest) = ("", bytes[...])
    while !rest.isEmpty {
      var (parser, iterator) = (Unicode.UTF8.ForwardParser(), rest.makeIterator())
      switch parser.parseScalar(from: &iterator) {
      case .valid(let scalar):
        text.unicodeScalars.append(Unicode.UTF8.decode(scalar))
        rest = rest.dropFirst(scalar.count)
      case .error(let length):
        var escaped: [UInt8] = []
        for byte in rest.prefix(length) { append(byte, to: &escaped) }
        text += String(decoding: escaped, as: UTF8.self)
        rest = rest.dropFirst(length)
      case .emptyInput: return text
      }
    }
    return text
  }
}
