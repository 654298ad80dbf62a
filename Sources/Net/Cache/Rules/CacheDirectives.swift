/// The directives of `Cache-Control` (RFC 9111 section 5.2), one after the other.
///
/// The lines are joined, and split at commas outside quoted strings. Names are compared in lower case.
enum CacheDirectives {
  /// A directive's argument.
  enum Argument {
    /// There is no `=`.
    case none
    /// A token, or the content of a quoted string.
    case text(String)
    /// Any other form, such as one with a space beside the `=`.
    case malformed

    /// The argument in seconds; nil unless it consists of digits.
    var seconds: Int? {
      if case .text(let text) = self { DeltaSeconds.parse(text.utf8) } else { nil }
    }
  }

  /// Calls `body` with each directive in order.
  static func forEach(in headers: HTTPHeaders, _ body: (_ name: String, Argument) -> Void) {
    guard let text = headers["Cache-Control"] else { return }
    let bytes = Array(text.utf8)
    var start = 0
    while start < bytes.count {
      let end = endOfMember(bytes, from: start)
      member(bytes, start..<end, body)
      start = end + 1
    }
  }

  /// Returns the index of the next comma outside a quoted string, or the end.
  ///
  /// A quote that is never closed does not hide what follows.
  private static func endOfMember(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start
    var firstCommaInQuotes: Int?
    var isQuoted = false
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ","):
        if !isQuoted { return index }
        if firstCommaInQuotes == nil { firstCommaInQuotes = index }
      case UInt8(ascii: "\""):
        isQuoted.toggle()
        firstCommaInQuotes = nil
      case UInt8(ascii: "\\") where isQuoted: index += 1
      default: break
      }
      index += 1
    }
    return isQuoted ? firstCommaInQuotes ?? bytes.count : bytes.count
  }

  private static func member(_ bytes: [UInt8], _ range: Range<Int>, _ body: (String, Argument) -> Void) {
    let range = trimmed(bytes, range)
    guard !range.isEmpty else { return }
    guard let equals = bytes[range].firstIndex(of: UInt8(ascii: "=")) else {
      return body(folded(bytes, range), .none)
    }
    // Blanks beside the `=` are not allowed.
    let name = trimmed(bytes, range.lowerBound..<equals)
    let argument = trimmed(bytes, equals + 1..<range.upperBound)
    let isSpaced = name.upperBound != equals || argument.lowerBound != equals + 1
    body(folded(bytes, name), isSpaced ? .malformed : self.argument(bytes[argument]))
  }

  private static func argument(_ bytes: ArraySlice<UInt8>) -> Argument {
    let text = String(decoding: bytes, as: UTF8.self)
    if HeaderSyntax.isToken(text) { return .text(text) }
    guard bytes.count >= 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") else {
      return .malformed
    }
    return .text(HeaderSyntax.unquoted(text))
  }

  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(bytes[start]) { start += 1 }
    while start < end, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }

  private static func folded(_ bytes: [UInt8], _ range: Range<Int>) -> String {
    let name = bytes[range]
    guard name.contains(where: { 0x41...0x5a ~= $0 }) else { return String(decoding: name, as: UTF8.self) }
    return String(decoding: name.map { 0x41...0x5a ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
