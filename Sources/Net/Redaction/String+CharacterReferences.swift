extension String {
  /// The text with references to the characters that delimit markup and values of attributes.
  var withCharacterReferences: String {
    var result: [UInt8] = []
    for byte in utf8 {
      switch byte {
      case UInt8(ascii: "&"): result += Array("&amp;".utf8)
      case UInt8(ascii: "<"): result += Array("&lt;".utf8)
      case UInt8(ascii: ">"): result += Array("&gt;".utf8)
      case UInt8(ascii: "\""): result += Array("&quot;".utf8)
      case UInt8(ascii: "'"): result += Array("&apos;".utf8)
      default: result.append(byte)
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the character of the reference with this name, without its `&` and `;` (XML 1.0 sections 4.1 and 4.6), or nil
  /// if it is another one.
  static func character(_ name: ArraySlice<UInt8>) -> Unicode.Scalar? {
    switch String(decoding: name, as: UTF8.self) {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case let text where text.hasPrefix("#x"): return character(text.dropFirst(2), radix: 16)
    case let text where text.hasPrefix("#"): return character(text.dropFirst(), radix: 10)
    default: return nil
    }
  }

  private static func character(_ digits: Substring, radix: Int) -> Unicode.Scalar? {
    // `UInt32` also accepts a sign.
    guard digits.utf8.first.flatMap(URLBytes.hexadecimal) != nil else { return nil }
    return UInt32(digits, radix: radix).flatMap(Unicode.Scalar.init)
  }
}
