import Foundation

/// The values after `name:`, as in JSON, YAML, header fields and Swift descriptions.
extension SecretSweep {
  /// Hides the value after a secret `name:`.
  ///
  /// The position is at the colon.
  mutating func member() {
    guard kind != .url else { return }
    let colon = position
    guard let label = label(before: labelEnd(before: colon)) else { return }
    let (nameStart, nameEnd) = (label.name.lowerBound, label.name.upperBound)
    let name = text(label.name)
    let verdict = redaction.verdict(onNamed: name)
    guard verdict > .shown else { return hideNext(to: name, at: colon + 1) }
    var first = end(from: colon + 1) { $0 == 0x20 || $0 == 0x09 }
    if isDumped(nameStart) { return hide(first..<endOfDumped(nameStart, from: first)) }
    if label.isQuoted { first = startBelow(first) }
    first = valueStart(from: first)
    if let value = quoted(at: first) { return hide(value) }
    let value: Range<Int>?
    if label.isQuoted {
      value = quotedMember(from: first, verdict)
    } else if isLineStart(nameStart) {
      value = lineValue(from: first, of: nameStart, verdict)
    } else {
      value = inlineValue(from: first, of: nameStart..<nameEnd, verdict)
    }
    if let value, hides(verdict, value) { hide(value) }
  }

  /// Returns where the name before a colon ends; after a quoted one, as in JSON, any white space may follow.
  private func labelEnd(before colon: Int) -> Int {
    let end = start(before: colon, atMost: 64, while: Self.isSpace)
    return end > copied && Self.isQuote(bytes[end - 1]) ? end : start(before: colon) { $0 == 0x20 }
  }

  /// Returns the start of a quoted value, which may be in the line below its quoted name, even if the line break is
  /// written as `\n`.
  private func startBelow(_ first: Int) -> Int {
    var start = first
    while start - first < 256 {
      start = end(from: start, atMost: 256, while: Self.isSpace)
      let escapes = end(from: start, atMost: 16) { $0 == UInt8(ascii: "\\") }
      guard escapes > start, "nrt".utf8.contains(byte(at: escapes)) else {
        return Self.isQuote(byte(at: escapes)) ? start : first
      }
      start = escapes + 1
    }
    return first
  }

  /// Returns the value after a quoted name, as in JSON: a word.
  private func quotedMember(from first: Int, _ verdict: SecretName.Verdict) -> Range<Int>? {
    // An object is searched, as in JSON.
    if "{[".utf8.contains(byte(at: first)) { return verdict == .all ? bracketed(from: first) : nil }
    if let compound = compound(from: first, verdict) { return compound }
    let value = first..<end(from: first) { !Self.isSpace($0) && !",}])".utf8.contains($0) }
    return bytes[value].elementsEqual("null".utf8) ? nil : value
  }

  // MARK: - At the start of a line

  /// Returns the rest of the line, up to the quote before the name if there is one.
  func restOfLine(from first: Int, after name: Int) -> Range<Int> {
    let quote = openingQuote(before: name)
    return
      first..<end(from: first) { byte in
        !Self.isLineBreak(byte) && byte != quote && (kind != .markup || byte != UInt8(ascii: "<"))
      }
  }

  private func openingQuote(before name: Int) -> UInt8? {
    name > 0 && Self.isQuote(bytes[name - 1]) ? bytes[name - 1] : nil
  }

  /// Returns the rest of the line, or the indented lines that follow it, as in YAML.
  private func lineValue(from first: Int, of name: Int, _ verdict: SecretName.Verdict) -> Range<Int> {
    let line = restOfLine(from: first, after: name)
    let isBlock = !line.isEmpty && line.count <= 3 && bytes[line].allSatisfy("|>+-0123456789".utf8.contains)
    guard kind == .text, isBlock && "|>".utf8.contains(bytes[first]) || line.isEmpty && verdict == .all else {
      return first..<endOfLines(of: line, verdict) { restOfLine(from: $0, after: name).upperBound }
    }
    return linesBelow(name, from: line.upperBound)
  }

  /// Returns the end of the rest of a line, or of the line in which a value with parts ends that begins there.
  func endOfLines(of line: Range<Int>, _ verdict: SecretName.Verdict, restOfLine: (Int) -> Int) -> Int {
    let value = verdict == .all ? closedCompound(from: line.lowerBound)?.upperBound : nil
    guard let value, value > line.upperBound else { return line.upperBound }
    return restOfLine(value)
  }

  /// Returns the lines after this one that are indented more than the name.
  private func linesBelow(_ name: Int, from lineEnd: Int) -> Range<Int> {
    let column = name - start(before: name) { !Self.isLineBreak($0) }
    var (start, end) = (lineEnd, lineEnd)
    while end < bytes.count {
      let lineStart = self.end(from: end, while: Self.isLineBreak)
      let text = self.end(from: lineStart) { $0 == 0x20 || $0 == 0x09 }
      guard text - lineStart > column, text < bytes.count else { break }
      if start == lineEnd { start = text }
      end = self.end(from: text) { !Self.isLineBreak($0) }
    }
    return start..<end
  }

  /// Returns whether `dump` wrote the name: `▿ password: Optional("…")`, with what the value consists of below it.
  private func isDumped(_ name: Int) -> Bool { ends(name, with: "▿ ") }

  private func endOfDumped(_ name: Int, from first: Int) -> Int {
    let lineEnd = end(from: first) { !Self.isLineBreak($0) }
    return linesBelow(name - "▿ ".utf8.count, from: lineEnd).upperBound
  }

  // MARK: - Beside the name

  /// Hides the value after a pair whose value is a secret name: `(key: "password", value: "…")`.
  ///
  /// Three other pairs may be between them.
  mutating func hideNext(to name: String, at start: Int) {
    guard kind == .text, JSONSecrets.Role(of: name) == .name, let named = shortValue(from: start),
      redaction.verdict(onNamed: text(named)) > .shown
    else { return }
    var index = named.upperBound
    for _ in 0...3 {
      let label = end(from: index, atMost: 64) {
        Self.isSpace($0) || Self.isQuote($0) || ",;-\\".utf8.contains($0)
      }
      let labelEnd = end(from: label, atMost: 64, while: Self.isOfName)
      let separator = end(from: labelEnd, atMost: 8) {
        $0 == 0x20 || Self.isQuote($0) || $0 == UInt8(ascii: "\\")
      }
      guard label < labelEnd, ":=".utf8.contains(byte(at: separator)) else { return }
      if JSONSecrets.Role(of: text(label..<labelEnd)) == .value {
        if let value = value(from: end(from: separator + 1, atMost: 64) { $0 == 0x20 }, .all) { hide(value) }
        return
      }
      guard let value = shortValue(from: separator + 1) else { return }
      index = value.upperBound
    }
  }

  /// Returns the quoted text or the word that begins here, unless it is long.
  private func shortValue(from index: Int) -> Range<Int>? {
    let start = valueStart(from: end(from: index, atMost: 64) { $0 == 0x20 })
    let escapes = end(from: start, atMost: 4) { $0 == UInt8(ascii: "\\") }
    let quote = byte(at: escapes)
    let isQuoted = Self.isQuote(quote)
    let first = isQuoted ? escapes + 1 : start
    let last = end(from: first, atMost: 256) {
      isQuoted ? $0 != quote && $0 != UInt8(ascii: "\\") : !Self.isSpace($0) && !",;&)]}\"'".utf8.contains($0)
    }
    return first < last && last - first < 256 ? first..<last : nil
  }

  // MARK: - In the middle of a line

  /// Returns the value after a name in the middle of a line: a word, or what is quoted or in brackets with the name.
  ///
  /// Words such as `auth` and `session` name no secret there, and nor do the parts of a URN.
  private func inlineValue(from first: Int, of name: Range<Int>, _ verdict: SecretName.Verdict) -> Range<Int>?
  {
    let boundary = bytes[name.lowerBound - 1]
    guard verdict >= .scalars, !":/@=".utf8.contains(boundary) else { return nil }
    if openingQuote(before: name.lowerBound) != nil { return restOfLine(from: first, after: name.lowerBound) }
    let compound = compound(from: first, verdict)
    if Self.hasManyWords(text(name)) {
      let closing: UInt8? =
        switch boundary {
        case UInt8(ascii: "("): UInt8(ascii: ")")
        case UInt8(ascii: "["): UInt8(ascii: "]")
        case UInt8(ascii: "{"): UInt8(ascii: "}")
        default: nil
        }
      let rest = compound?.upperBound ?? first
      let line = restOfLine(from: rest, after: name.lowerBound)
      return first..<end(from: rest, atMost: line.count) { !Self.isQuote($0) && $0 != closing }
    }
    if let compound { return compound }
    let word = first..<wordEnd(from: first)
    // A declaration: `let password: String = "…"`.
    let equals = end(from: word.upperBound, atMost: 8) { $0 == 0x20 }
    if byte(at: equals) == UInt8(ascii: "="), let value = quoted(at: end(from: equals + 1) { $0 == 0x20 }) {
      return value
    }
    if Self.isType(bytes[word]) { return nil }
    guard Self.isScheme(bytes[word]) else { return word }
    return first..<wordEnd(from: end(from: word.upperBound) { $0 == 0x20 })
  }

  /// Returns whether the value of the field has spaces: credentials and cookies.
  private static func hasManyWords(_ name: String) -> Bool {
    ["authorization", "cookie", "cookies"].contains(SecretName.words(of: name).last)
  }

  /// Returns whether the text is a type or a variable of a declaration, as in GraphQL: `password: String!`,
  /// `$password`.
  private static func isType(_ word: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: word, as: UTF8.self).trimmingCharacters(in: ["!", "?"])
    if text.hasPrefix("$") { return SecretName.verdict(on: text, in: .member) > .shown }
    return ["String", "Data", "ID", "Int", "Bool", "Boolean", "string"].contains(text)
  }

  /// Returns the end of a word.
  ///
  /// A comma, a semicolon and a bracket may be in a secret, unless the next name or nothing follows them.
  func wordEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if Self.isSpace(byte) || Self.isQuote(byte) || "<>\\".utf8.contains(byte) { break }
      if ",;&)]}".utf8.contains(byte) {
        let next = end + 1
        let name = self.end(from: next, atMost: 64, while: Self.isOfName)
        if name == next || ":=".utf8.contains(self.byte(at: name)) { break }
      }
      end += 1
    }
    return end
  }
}
