import Net

extension HTTPField {
  /// Reads `Name: value` (RFC 9112 section 5).
  ///
  /// A folded line, or a space before the colon, is an error.
  init(line: ArraySlice<UInt8>) throws(ParseFailure) {
    guard let colon = line.firstIndex(of: 0x3a), colon > line.startIndex,
      line[..<colon].allSatisfy(\.isTokenCharacter)
    else {
      throw .malformed("\"\(String(decoding: line.prefix(200), as: UTF8.self))\" is not a header field")
    }
    let value = line[line.index(after: colon)...].drop(while: \.isBlank)
    let trimmed = value.lastIndex { !$0.isBlank }.map { value[...$0] } ?? []
    guard trimmed.allSatisfy(\.isText) else {
      throw .malformed("the value of a header field has a control character")
    }
    self.init(name: String(decoding: line[..<colon], as: UTF8.self), value: HeaderSyntax.text(trimmed))
  }
}

extension UInt8 {
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether a field value may contain this character: no control character except the tab.
  var isText: Bool { self == 0x09 || (self >= 0x20 && self != 0x7f) }

  var isHexDigit: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x46, 0x61...0x66: true
    default: false
    }
  }

  /// Whether a method or a field name may contain this character (RFC 9110 section 5.6.2).
  var isTokenCharacter: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5a, 0x5e...0x7a: true
    case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x7c, 0x7e: true
    default: false
    }
  }
}
