/// Pairs whose separator is not `=` or `:`, as in hashes, tuples and calls.
extension SecretSweep {
  // MARK: - Arrows

  /// Hides the value after a secret name and an arrow: `"password" => "…"`, `password -> …`, `password <- "…"`.
  ///
  /// Returns whether there is an arrow here.
  mutating func arrow() -> Bool {
    guard kind != .url else { return false }
    let isHash: Bool
    switch (bytes[position], byte(at: position + 1)) {
    case (UInt8(ascii: "="), UInt8(ascii: ">")): isHash = true
    case (UInt8(ascii: "-"), UInt8(ascii: ">")), (UInt8(ascii: "<"), UInt8(ascii: "-")): isHash = false
    default: return false
    }
    let nameEnd = start(before: position) { $0 == 0x20 }
    guard let label = label(before: ends(nameEnd, with: ":") ? nameEnd - 1 : nameEnd) else {
      return isHash
    }
    let verdict = redaction.verdict(onNamed: text(label.name))
    let first = end(from: position + 2, atMost: 256, while: Self.isSpace)
    guard verdict > .shown, isPair(label, first, verdict) else { return isHash }
    if let value = value(from: first, verdict) { hide(value) }
    return true
  }

  /// Returns whether the arrow between these positions is that of a pair, and not that of a function.
  private func isPair(_ label: Label, _ first: Int, _ verdict: SecretName.Verdict) -> Bool {
    if label.isQuoted || Self.isQuote(byte(at: valueStart(from: first))) { return true }
    if bytes[position] == UInt8(ascii: "=") {
      return bytes[label.name.lowerBound] == UInt8(ascii: "[") || isLineStart(label.name.lowerBound)
    }
    // `Map(password -> …, user -> …)`, but not `settings -> password -> reset`.
    let before = bytes[copied..<start(before: label.name.lowerBound, while: Self.isSpace)].last ?? 0
    return bytes[position] == UInt8(ascii: "-") && verdict >= .scalars && "([{,".utf8.contains(before)
  }

  // MARK: - Items

  /// Hides the second of two items if the first one is a secret name: `("password", "…")`, `["password", "…"]`,
  /// `{password, "…"}`, `s:8:"password";s:6:"…"`, `"--password", "…"`.
  ///
  /// The position is at the separator. The strings of a longer list are names, and so are those of a list with a name:
  /// `fields: ["password", "email"]`.
  mutating func item() {
    guard kind != .url, let label = label(before: start(before: position) { Self.isSpace($0) }) else {
      return
    }
    let first = end(from: position + 1, atMost: 256, while: Self.isSpace)
    let isOption = bytes[label.name].starts(with: "--".utf8)
    let isSerialized = bytes[position] == UInt8(ascii: ";")
    guard isSerialized ? begins(label, "s:") : isOption && label.isQuoted || begins(label) else { return }
    let verdict = redaction.verdict(onNamed: text(label.name))
    guard verdict > .shown else { return }
    guard !isSerialized else {
      let count = end(from: first + 2, atMost: 20) { (0x30...0x39).contains($0) }
      if let value = quoted(at: count + 1) { hide(value) }
      return
    }
    let start = valueStart(from: first)
    let value = quoted(at: start)
    guard label.isQuoted || value != nil else { return }
    let isBracket = "([{".utf8.contains(byte(at: start))
    let word =
      value ?? (isBracket ? nil : closedCompound(from: start))
      ?? start..<end(from: start) { !Self.isSpace($0) && !",)]}([{".utf8.contains($0) }
    guard !word.isEmpty, value != nil || hides(verdict, word) else { return }
    if isOption || isCall(label) || isLast(word.upperBound) { hide(word) }
  }

  /// Returns whether the name is the first thing in a bracket.
  private func begins(_ label: Label) -> Bool {
    let prefix = start(before: label.start, atMost: 2) { "bu<".utf8.contains($0) }
    let open = start(before: prefix, while: Self.isSpace)
    guard open > copied else { return false }
    switch bytes[open - 1] {
    case UInt8(ascii: "("): return label.isQuoted
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "["):
      let before = start(before: open - 1, while: Self.isSpace)
      return label.isQuoted && (before == 0 || !":=>".utf8.contains(bytes[before - 1]))
    default: return false
    }
  }

  /// Returns whether the name is a string as PHP serializes it: `s:8:"password"`.
  private func begins(_ label: Label, _ mark: String) -> Bool {
    guard label.isQuoted, label.start > copied, bytes[label.start - 1] == UInt8(ascii: ":") else {
      return false
    }
    let digits = start(before: label.start - 1, atMost: 20) { (0x30...0x39).contains($0) }
    return ends(digits, with: mark)
  }

  /// Returns whether the name is the first argument of a call: `set("password", "…", 60)`.
  private func isCall(_ label: Label) -> Bool {
    label.start > 1 && bytes[label.start - 1] == UInt8(ascii: "(")
      && Self.isAlphanumeric(bytes[label.start - 2])
  }

  /// Returns whether a bracket closes after the value.
  private func isLast(_ valueEnd: Int) -> Bool {
    let end = end(from: valueEnd, atMost: 256) {
      Self.isQuote($0) || Self.isSpace($0) || "\\>,".utf8.contains($0)
    }
    return end == bytes.count || ")]}".utf8.contains(bytes[end])
  }

  // MARK: - Names and values with a space

  /// Hides the value after a name and a space: `machine h login u password …`, `ENV PASSWORD …`, `:password "…"`,
  /// `PASSWORD '…'`.
  ///
  /// The position is at the space. A quoted word after a name in a sentence is not a value.
  mutating func setting() {
    guard kind != .url, position > copied else { return }
    let value = position + 1
    // The last letters of the names below, because most words have others.
    let last = bytes[position - 1]
    guard
      Self.isQuote(byte(at: value)) || last == UInt8(ascii: "d") || last | 0x20 == UInt8(ascii: "v")
    else { return }
    if Self.isQuote(byte(at: value)) {
      let name = nameStart(before: position)..<position
      guard !name.isEmpty, isSetting(name) || isPasswordOfLogin(), let quoted = quoted(at: value) else {
        return
      }
      return hide(quoted)
    }
    if ends(position, with: "ENV") || ends(position, with: "setenv") {
      let name = value..<end(from: value, atMost: 64, while: Self.isOfName)
      guard byte(at: name.upperBound) == 0x20 else { return }
      let verdict = redaction.verdict(onNamed: text(name))
      if verdict > .shown, let value = self.value(from: name.upperBound + 1, verdict) { hide(value) }
    } else if isPasswordOfLogin() {
      hide(value..<end(from: value) { !Self.isSpace($0) })
    }
  }

  private func isSetting(_ name: Range<Int>) -> Bool {
    let isKeyword = name.lowerBound > 0 && ":@(".utf8.contains(bytes[name.lowerBound - 1])
    let isUpper = !bytes[name].contains { (0x61...0x7a).contains($0) || $0 >= 0x80 }
    guard isKeyword || isUpper else { return false }
    return ends(position, with: "IDENTIFIED BY")
      || redaction.verdict(onNamed: text(name)) >= .scalars
  }

  /// Returns whether the word before the position is the `password` of a `.netrc` file: only names and values are
  /// between it and the `machine`.
  private func isPasswordOfLogin() -> Bool {
    guard redaction.readsNames, ends(position, with: "password") else { return false }
    var end = position - 8
    for _ in 0..<4 {
      let value = word(before: end)
      // “default password” alone may be in a sentence.
      if bytes[value].elementsEqual("default".utf8) { return end < position - 8 }
      let name = word(before: value.lowerBound)
      if bytes[name].elementsEqual("machine".utf8) { return true }
      guard ["login", "account"].contains(text(name)) else { return false }
      end = name.lowerBound
    }
    return false
  }

  private func word(before end: Int) -> Range<Int> {
    let wordEnd = start(before: end, while: Self.isSpace)
    return start(before: wordEnd) { !Self.isSpace($0) }..<wordEnd
  }

  /// Hides the only argument of a call with a secret name, if it is a quoted text: `setPassword("…")`.
  ///
  /// The position is at the bracket.
  mutating func argument() {
    let start = valueStart(from: position + 1)
    guard kind == .text, Self.isQuote(byte(at: start)) || byte(at: start) == UInt8(ascii: "\\") else {
      return
    }
    let name = nameStart(before: position)..<position
    guard !name.isEmpty, redaction.verdict(onNamed: text(name)) == .all, let value = quoted(at: start),
      isLast(value.upperBound)
    else { return }
    hide(value)
  }
}
