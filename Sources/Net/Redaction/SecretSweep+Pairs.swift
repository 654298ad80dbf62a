import Foundation

extension SecretSweep {
  /// Hides the value of a secret pair.
  ///
  /// The position is at its `=`.
  mutating func pair() {
    let equals = position
    guard let nameEnd = nameEnd(before: equals) else { return }
    let start = start(before: nameEnd, while: Self.isOfName)
    guard start < nameEnd else { return }
    let boundary = start > 0 ? bytes[start - 1] : 0
    let isQuery = "?&#".utf8.contains(boundary) || kind == .url
    let name = text(start..<nameEnd)
    let verdict =
      isQuery ? queryVerdict(name) : max(redaction.verdict(onMember: name), headerVerdict(name))
    if verdict > .shown {
      let value = isQuery ? queryValue(after: boundary) : plainValue(of: start)
      if hides(verdict, value) { hide(value) }
    } else if !nested(), !isQuery, kind == .markup {
      if name.lowercased() == "name" { return hideSibling(of: attributeValue(at: equals + 1)) }
      // The `=` in a value begins no value, so nothing is read twice.
      guard equals >= attributeEnd else { return }
      let value = attributeValue(at: equals + 1)
      attributeEnd = value.upperBound
      hideEscaped(value)
    }
  }

  /// Returns the end of the name before the `=`.
  ///
  /// There may be spaces between them in markup, and in text before a quoted value.
  private func nameEnd(before equals: Int) -> Int? {
    let end = start(before: equals, while: Self.isSpace)
    if end == equals { return equals }
    switch kind {
    case .url: return nil
    case .markup: return end
    case .text: return Self.isQuote(byte(at: self.end(from: equals + 1, while: Self.isSpace))) ? end : nil
    }
  }

  private mutating func queryVerdict(_ name: String) -> SecretName.Verdict {
    // The state of an authorization request needs the same protection as the code (RFC 6749 section 10.12).
    if name == "state", redaction.readsNames, holdsGrant { return .scalars }
    return redaction.verdict(onQuery: name)
  }

  /// Returns the value of a pair in a query or fragment.
  private func queryValue(after boundary: UInt8) -> Range<Int> {
    let start = position + 1
    let isParameter = boundary == UInt8(ascii: ";") && !isInQuery
    let end = end(from: start) { byte in
      if byte == UInt8(ascii: "&") || byte == UInt8(ascii: "#") { return false }
      if isParameter, "/?;".utf8.contains(byte) { return false }
      if kind == .url { return true }
      return !Self.isSpace(byte) && !Self.isQuote(byte) && !"<>`\\".utf8.contains(byte)
    }
    return start..<end
  }

  /// Returns the value of a pair in text: the quoted text, the rest of the line if the pair begins it, or a word.
  private func plainValue(of name: Int) -> Range<Int> {
    if kind == .markup { return attributeValue(at: position + 1) }
    let start = position + 1
    if let quoted = quoted(at: start) { return quoted }
    if let quoted = quoted(at: end(from: start, while: Self.isSpace)) { return quoted }
    if kind == .text, isLineStart(name) {
      return start..<end(from: start) { !Self.isLineBreak($0) && $0 != UInt8(ascii: "&") }
    }
    return
      start..<end(from: start) { !Self.isSpace($0) && !Self.isQuote($0) && !"&,;<>)]}\\".utf8.contains($0) }
  }

  /// Returns the range inside the quotes that begin here.
  ///
  /// The quotes may be escaped, as in text within JSON.
  func quoted(at index: Int) -> Range<Int>? {
    let start = end(from: index) { $0 == UInt8(ascii: "\\") }
    let quote = byte(at: start)
    guard Self.isQuote(quote) else { return nil }
    let escapes = start - index
    var end = start + 1
    while end < bytes.count {
      let backslashes = self.end(from: end) { $0 == UInt8(ascii: "\\") } - end
      if byte(at: end + backslashes) == quote, escapes > 0 ? backslashes <= escapes : backslashes % 2 == 0 {
        return (start + 1)..<(escapes > 0 ? end : end + backslashes)
      }
      end += backslashes + 1
    }
    return (start + 1)..<bytes.count
  }

  // MARK: - Members

  /// Hides the value after a secret `name:`, as in JSON, YAML, header fields and Swift descriptions.
  mutating func member() {
    guard kind != .url else { return }
    let colon = position
    var nameEnd = start(before: colon) { $0 == 0x20 }
    let isQuoted = nameEnd > copied && Self.isQuote(bytes[nameEnd - 1])
    if isQuoted { nameEnd = start(before: nameEnd - 1) { $0 == UInt8(ascii: "\\") } }
    let nameStart = start(before: nameEnd, while: Self.isOfName)
    guard nameStart < nameEnd else { return }
    let name = text(nameStart..<nameEnd)
    let verdict = max(redaction.verdict(onMember: name), headerVerdict(name))
    guard verdict > .shown else { return }
    var first = end(from: colon + 1) { $0 == 0x20 || $0 == 0x09 }
    if bytes[first...].starts(with: "Optional(".utf8) { first += 9 }
    if let value = quoted(at: first) { return hide(value) }
    let value: Range<Int>
    if isQuoted {
      value = first..<end(from: first) { !Self.isSpace($0) && !",}])".utf8.contains($0) }
    } else if isLineStart(nameStart) {
      value = first..<end(from: first) { !Self.isLineBreak($0) }
    } else {
      return
    }
    if hides(verdict, value) { hide(value) }
  }

  private func headerVerdict(_ name: String) -> SecretName.Verdict {
    // Text rarely contains header fields, unless the name is written like one.
    let isHeader = name.utf8.contains(UInt8(ascii: "-")) || !redaction.readsNames
    return isHeader ? redaction.verdict(onHeader: name) : .shown
  }

  // MARK: - Values in values

  /// Hides the secrets of a percent-encoded value; returns whether it had some.
  ///
  /// The value ends where the next pair of the text begins, so nothing is read twice.
  private mutating func nested() -> Bool {
    hideEncoded(
      (position + 1)..<end(from: position + 1) { !Self.isSpace($0) && !"&#?=;\"'<>".utf8.contains($0) })
  }

  /// Hides the secrets of a percent-encoded text, as in the content of an element or in a string of JSON.
  ///
  /// The position is at its first `%`.
  mutating func encoded() {
    guard position >= encodedEnd else { return }
    let text = start(before: position, while: Self.isOfEncoded)..<end(from: position, while: Self.isOfEncoded)
    _ = hideEncoded(text)
    encodedEnd = text.upperBound
  }

  /// Hides the secrets of a percent-encoded text, which may be a URL, a form, JSON or XML; returns whether it had some.
  private mutating func hideEncoded(_ range: Range<Int>) -> Bool {
    guard depth < Redaction.maximumDepth, bytes[range].contains(UInt8(ascii: "%")),
      let decoded = text(range).removingPercentEncoding
    else { return false }
    encodedEnd = range.upperBound
    guard let redacted = redaction.embedded(Array(decoded.utf8), depth: depth + 1) else { return false }
    let encoded = String(decoding: redacted, as: UTF8.self)
      .addingPercentEncoding(withAllowedCharacters: Self.unreserved)
    guard let encoded else { return false }
    replace(range, with: Array(encoded.utf8))
    return true
  }

  /// Returns whether the byte may be in a percent-encoded text: those that `encodeURIComponent` leaves, except quotes.
  private static func isOfEncoded(_ byte: UInt8) -> Bool {
    isAlphanumeric(byte) || "%-._~+*!()".utf8.contains(byte)
  }

  /// Characters that are never percent-encoded (RFC 3986 section 2.3).
  static let unreserved = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
