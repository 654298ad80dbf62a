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
