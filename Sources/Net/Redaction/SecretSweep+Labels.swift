/// Names before a value and the values after them, as the notations of languages write them.
extension SecretSweep {
  /// A name, and whether it is in quotes.
  struct Label {
    var name: Range<Int>
    var isQuoted: Bool
    /// The start of what is written before the name: its quote, with the escapes and the prefix of the string.
    var start: Int
  }

  /// Returns the name that ends here: `password`, `"password"`, `\"password\"`, `["password"]`,
  /// `AnyHashable("password")`, `<<"password">>`, `**password**`.
  func label(before end: Int) -> Label? {
    if let start = unusualName(before: end, isQuoted: false) {
      return Label(name: start..<end, isQuoted: false, start: start)
    }
    guard kind != .url else { return bareLabel(before: end) }
    let close = start(before: end, atMost: 2) { "])>*".utf8.contains($0) }
    guard close > copied, Self.isQuote(bytes[close - 1]) || bytes[close - 1] == UInt8(ascii: "`") else {
      let isEmphasized = close < end && bytes[close] == UInt8(ascii: "*")
      return bareLabel(before: isEmphasized ? close : end)
    }
    let quote = bytes[close - 1]
    let nameEnd = start(before: close - 1) { $0 == UInt8(ascii: "\\") }
    // A name in quotes may have spaces: `"API key"`.
    let spaced = start(before: nameEnd, atMost: 64) { Self.isOfName($0) || $0 == 0x20 }
    let isWhole = spaced > copied && bytes[spaced - 1] == quote
    let unusual = unusualName(before: nameEnd, isQuoted: true)
    let nameStart = unusual ?? (isWhole ? spaced : nameStart(before: nameEnd))
    guard nameStart < nameEnd else { return nil }
    var start = nameStart > copied && bytes[nameStart - 1] == quote ? nameStart - 1 : nameStart
    start = self.start(before: start, atMost: 4) { $0 == UInt8(ascii: "\\") }
    if close < end, bytes[close] == UInt8(ascii: ")"), !ends(start, with: "AnyHashable(") {
      return nil
    }
    return Label(name: nameStart..<nameEnd, isQuoted: true, start: start)
  }

  private func bareLabel(before end: Int) -> Label? {
    let start = nameStart(before: end)
    return start < end ? Label(name: start..<end, isQuoted: false, start: start) : nil
  }

  /// Returns the start of a name with characters that delimit other names, if the caller has chosen to hide it.
  private func unusualName(before end: Int, isQuoted: Bool) -> Int? {
    let delimiters = redaction.unusualNames.delimiters
    guard !delimiters.isEmpty else { return nil }
    let start = start(before: end) {
      Self.isOfName($0) || delimiters.contains($0) || isQuoted && $0 == 0x20
    }
    return start < end && redaction.hides(chosenName: text(start..<end)) ? start : nil
  }

  /// Returns the start of a value after what languages write before its text: `Optional("…")`, `Some("…")`, `b'…'`,
  /// `N'…'`, `@"…"`, `<<"…">>`, `string(6) "…"`.
  func valueStart(from index: Int) -> Int {
    var start = index
    for _ in 0..<3 {
      guard let wrapper = Self.wrappers.first(where: { bytes[start...].starts(with: $0.utf8) }) else { break }
      start += wrapper.utf8.count
    }
    if bytes[start...].starts(with: "string(".utf8) {
      let digits = end(from: start + 7, atMost: 20) { (0x30...0x39).contains($0) }
      if bytes[digits...].starts(with: ") \"".utf8) { return digits + 2 }
    }
    let text = end(from: start, atMost: 2) { "bBuUrRfFN@<".utf8.contains($0) }
    return text > start && Self.isQuote(byte(at: text)) ? text : start
  }

  private static let wrappers = ["Optional(", "AnyHashable(", "Some(", "some(", ".some(", "Just(", "Just "]

  /// Returns whether the text before the index ends with this one.
  func ends(_ end: Int, with text: String) -> Bool {
    bytes[min(copied, end)..<end].suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// Returns the value that begins here: the quoted text, what is in brackets if everything is secret, or a word.
  func value(from first: Int, _ verdict: SecretName.Verdict) -> Range<Int>? {
    let start = valueStart(from: first)
    if let value = quoted(at: start) { return value }
    if "{[(".utf8.contains(byte(at: start)) { return verdict == .all ? bracketed(from: start) : nil }
    if let compound = compound(from: start, verdict) { return compound }
    let word = start..<wordEnd(from: start)
    return hides(verdict, word) ? word : nil
  }

  /// Returns what the bracket that begins here encloses, to the end of the text if it is not closed.
  func bracketed(from start: Int, atMost limit: Int = .max) -> Range<Int> {
    var depth = 0
    var index = start
    while index < bytes.count, index - start < limit {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"):
        if let quoted = quotedItem(at: index) {
          index = end(from: quoted.upperBound) { $0 == UInt8(ascii: "\\") }
        }
      default: break
      }
      index += 1
      if depth <= 0 { break }
    }
    return start..<min(index, bytes.count)
  }

  /// Returns the text in quotes, which may be escaped; an apostrophe within a word is no quote.
  private func quotedItem(at index: Int) -> Range<Int>? {
    let isApostrophe = bytes[index] == UInt8(ascii: "'") && index > 0 && Self.isAlphanumeric(bytes[index - 1])
    return isApostrophe ? nil : quoted(at: index)
  }

  /// Returns the value that has parts, as Swift prints collections, structures and enumeration cases:
  /// `["…", "…"]`, `App.Password(value: "…")`.
  ///
  /// With a weaker verdict, one that contains an object is searched instead.
  func compound(from start: Int, _ verdict: SecretName.Verdict) -> Range<Int>? {
    guard let open = openingBracket(from: start) else { return nil }
    let value = closedCompound(from: start, openedAt: open)
    if verdict < .all, value.map({ bytes[$0].contains { "{[".utf8.contains($0) } }) ?? true { return nil }
    return value ?? start..<end(from: open) { !Self.isLineBreak($0) }
  }

  /// Returns a value that has parts with its closing bracket, nil if there is none nearby.
  func closedCompound(from start: Int) -> Range<Int>? {
    openingBracket(from: start).flatMap { closedCompound(from: start, openedAt: $0) }
  }

  private func closedCompound(from start: Int, openedAt open: Int) -> Range<Int>? {
    let limit = 2 * Self.maximumAfterName
    let end = bracketed(from: open, atMost: limit).upperBound
    let isNear = end - open > 1 && end - open < limit
    return isNear && ")]}".utf8.contains(bytes[end - 1]) ? start..<end : nil
  }

  private func openingBracket(from start: Int) -> Int? {
    guard kind == .text else { return nil }
    if "([{".utf8.contains(byte(at: start)) { return start }
    let name = end(from: start, atMost: 256) { Self.isAlphanumeric($0) || "_.".utf8.contains($0) }
    let hasTypes = name > start && byte(at: name) == UInt8(ascii: "<")
    let open = end(from: name, atMost: hasTypes ? 256 : 0) {
      Self.isAlphanumeric($0) || "_.<>, ?".utf8.contains($0)
    }
    return name > start && byte(at: open) == UInt8(ascii: "(") ? open : nil
  }
}
