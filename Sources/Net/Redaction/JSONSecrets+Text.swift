import Foundation

extension JSONSecrets {
  /// Returns the content of a quoted string, unescaped.
  ///
  /// The string may be cut off, and text that is not an escape is unchanged.
  static func text(_ quoted: ArraySlice<UInt8>) -> String {
    guard quoted.contains(backslash) else {
      return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
    }
    var content: [UInt8] = []
    var rest = quoted.dropFirst()
    while let byte = rest.popFirst(), byte != quote {
      guard byte == backslash, let escape = rest.first else {
        content.append(byte)
        continue
      }
      if let character = JSONParser.character(ofEscape: escape) {
        content.append(character)
        rest.removeFirst()
      } else if escape == UInt8(ascii: "u"), let scalar = takeScalar(from: &rest) {
        content += Array(String(scalar).utf8)
      } else {
        content.append(byte)
      }
    }
    return String(decoding: content, as: UTF8.self)
  }

  private static let backslash = UInt8(ascii: "\\")

  /// Takes `u00FC`, or two of them for a pair of surrogates; half a pair is U+FFFD, and nil means that there is
  /// neither.
  private static func takeScalar(from rest: inout ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard let unit = unit(rest) else { return nil }
    rest.removeFirst(5)
    if let scalar = Unicode.Scalar(unit) { return scalar }
    guard UTF16.isLeadSurrogate(unit), rest.first == backslash, let second = self.unit(rest.dropFirst()),
      UTF16.isTrailSurrogate(second)
    else { return "\u{fffd}" }
    rest.removeFirst(6)
    return Unicode.Scalar(0x10000 + UInt32(unit - 0xd800) << 10 + UInt32(second - 0xdc00))
  }

  /// Returns the number in `u00FC` at the start of a text; nil without it.
  static func unit(_ text: ArraySlice<UInt8>) -> UInt16? {
    guard text.count > 4, text.first == UInt8(ascii: "u") else { return nil }
    var unit: UInt16 = 0
    for byte in text.dropFirst().prefix(4) {
      guard let digit = URLBytes.hexadecimal(byte) else { return nil }
      unit = unit << 4 | UInt16(digit)
    }
    return unit
  }
}
