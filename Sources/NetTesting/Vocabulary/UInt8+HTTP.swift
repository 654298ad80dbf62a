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
