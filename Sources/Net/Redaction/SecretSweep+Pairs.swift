extension SecretSweep {
  /// Hides the value of a secret pair.
  ///
  /// The position is at its `=`.
  mutating func pair() {
    let equals = position
    guard let nameEnd = nameEnd(before: equals) else { return }
    guard let label = label(before: nameEnd) else { return }
    let start = label.name.lowerBound
    let boundary = start > 0 ? bytes[start - 1] : 0
    let name = text(label.name)
    let isParameter = "?&#".utf8.contains(boundary) || kind == .url
    let named = isParameter ? .shown : redaction.verdict(onNamed: name)
    let isQuery = isParameter || named == .shown && beginsForm(name)
    let verdict = isQuery ? queryVerdict(name, after: boundary) : named
    if verdict > .shown {
      let value = isQuery ? queryValue(after: boundary) : plainValue(of: start, verdict)
      if hides(verdict, value) { hide(value) }
    } else if !isQuery {
      if kind == .text, !isInTag(start, name) { return hideNext(to: name, at: equals + 1) }
      if namesSibling(name, at: equals + 1) {
        hideSibling(of: attributeName(at: equals + 1), mayHideContent: name.lowercased() != "id")
        if position != equals { return }
      }
    }
  }

  /// Returns the start of the name that ends here; a bracket that is not closed is not part of it.
  func nameStart(before end: Int) -> Int {
    let start = start(before: end, while: Self.isOfName)
    guard start < end, bytes[end - 1] != UInt8(ascii: "]") else { return start }
    return bytes[start..<end].lastIndex(of: UInt8(ascii: "[")).map { $0 + 1 } ?? start
  }

  /// Returns the end of the name before the `=`.
  ///
  /// There may be spaces between them in markup, and in text before a quoted value or at the start of a line.
  private func nameEnd(before equals: Int) -> Int? {
    let end = start(before: equals, while: Self.isSpace)
    if end == equals { return equals }
    switch kind {
    case .url: return nil
    case .markup: return end
    case .text:
      let isQuoted = Self.isQuote(byte(at: self.end(from: equals + 1, while: Self.isSpace)))
      let isSetting =
        byte(at: equals + 1) != UInt8(ascii: "=")
        && isLineStart(start(before: end) { Self.isOfName($0) || Self.isQuote($0) })
      return isQuoted || isSetting ? end : nil
    }
  }

  /// Returns whether a name that is secret in a form begins one: after its value there is `&` and another pair, or what was
  /// cut off of it.
  private mutating func beginsForm(_ name: String) -> Bool {
    guard redaction.verdict(onField: name) > .shown else { return false }
    let value = formValueEnd.find(in: bytes, from: position + 1, while: Self.isOfFormValue)
    guard byte(at: value) == UInt8(ascii: "&"), value <= position + 1 + Self.maximumInForm else {
      return false
    }
    let next = end(from: value + 1, atMost: 256, while: Self.isOfName)
    return next == bytes.count || next > value + 1 && byte(at: next) == UInt8(ascii: "=")
  }

  /// The number of bytes of a value that may begin a form.
  static let maximumInForm = 2_048

  static func isOfFormValue(_ byte: UInt8) -> Bool {
    !isSpace(byte) && !isQuote(byte) && !"&<>".utf8.contains(byte)
  }

  private mutating func queryVerdict(_ name: String, after boundary: UInt8) -> SecretName.Verdict {
    if name == "state", holdsGrant { return .scalars }
    // It may be a form.
    let isField = kind != .url && !"?#".utf8.contains(boundary) && !isInQuery
    return isField ? redaction.verdict(onField: name) : redaction.verdict(onQuery: name)
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
  private func plainValue(of name: Int, _ verdict: SecretName.Verdict) -> Range<Int> {
    if kind == .markup { return attributeValue(at: position + 1) }
    let start = position + 1
    if let quoted = quoted(at: start) { return quoted }
    if let quoted = quoted(at: end(from: start, while: Self.isSpace)) { return quoted }
    if kind == .text, isLineStart(name) {
      let first = end(from: start) { $0 == 0x20 || $0 == 0x09 }
      let rest = { (index: Int) in
        let line = restOfLine(from: index, after: name)
        return end(from: index, atMost: line.count) { $0 != UInt8(ascii: "&") }
      }
      return first..<endOfLines(of: first..<rest(first), verdict, restOfLine: rest)
    }
    if let compound = compound(from: start, verdict) { return compound }
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
}
