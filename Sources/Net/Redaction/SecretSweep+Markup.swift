/// Elements and attributes of XML and HTML, which may be truncated or malformed.
extension SecretSweep {
  /// Hides the content of an element with a secret name, with the elements in it, up to its end tag or the end of a
  /// truncated text.
  ///
  /// If only texts are secret under the name, an element that begins with another one is searched, as a JSON object is.
  mutating func element() {
    let nameStart = position + 1
    let nameEnd = end(from: nameStart, while: Self.isOfTagName)
    guard nameStart < nameEnd else { return }
    let local = localName(nameStart..<nameEnd)
    let verdict = position == namedElement ? .all : redaction.verdict(onMember: local)
    guard verdict > .shown else { return findNamedElement(after: local, nameEnd) }
    guard let tag = tag(from: nameEnd), !tag.isEmpty else { return }
    let first = end(from: tag.end, while: Self.isSpace)
    if verdict < .all, beginsWithElement(first) { return }
    let close = endTag(of: nameStart..<nameEnd, from: tag.end, atMost: contentLimit(from: tag.end))
    if first < close, kind == .markup || byte(at: close) == UInt8(ascii: "<") { hide(tag.end..<close) }
  }

  /// Hides the text after the start tag whose attribute says that it is secret.
  ///
  /// The position is at the `>` of a tag.
  mutating func content() {
    guard position == namedTagEnd else { return }
    let content = (position + 1)..<end(from: position + 1) { $0 != UInt8(ascii: "<") }
    if !bytes[content].allSatisfy(Self.isSpace) { return hide(content) }
    if isValueElement(content.upperBound) { namedElement = content.upperBound }
  }

  /// Returns whether the text begins like XML or HTML.
  static func isLikelyMarkup(_ bytes: [UInt8]) -> Bool {
    guard let start = bytes.firstIndex(where: { !isSpace($0) && ![0xef, 0xbb, 0xbf].contains($0) }),
      bytes[start] == UInt8(ascii: "<"), start + 1 < bytes.count
    else { return false }
    return isOfTagName(bytes[start + 1]) || "?!".utf8.contains(bytes[start + 1])
  }

  /// Returns the value of an attribute after its `=`: the quoted text or a word, which spaces may precede.
  func attributeValue(at index: Int) -> Range<Int> {
    let start = end(from: index, while: Self.isSpace)
    if let quoted = quoted(at: start) { return quoted }
    return
      start..<end(from: start) { !Self.isSpace($0) && !Self.isQuote($0) && !"&,;<>)]}\\".utf8.contains($0) }
  }

  // MARK: - Tags

  static func isOfTagName(_ byte: UInt8) -> Bool { isOfName(byte) || byte == UInt8(ascii: ":") }

  /// Returns the end of the start tag whose name ends here, and whether it is the tag of an empty element;
  /// nil if the tag is not closed.
  ///
  /// A quoted value may contain `>`. If it contains `<`, which is not allowed, a quote may be missing: the
  /// tag then ends before the value, so that no content is mistaken for one. Inside an element that is
  /// hidden, it does not.
  func tag(from nameEnd: Int, isHidden: Bool = false) -> (end: Int, isEmpty: Bool)? {
    var index = nameEnd
    while index < bytes.count {
      switch bytes[index] {
      case UInt8(ascii: ">"): return (index + 1, bytes[index - 1] == UInt8(ascii: "/"))
      case UInt8(ascii: "<"): return nil
      case let quote where Self.isQuote(quote):
        let value = index
        index = end(from: value + 1) { $0 != quote && (isHidden || $0 != UInt8(ascii: "<")) }
        if byte(at: index) != quote { return (isHidden ? index : value, false) }
        index += 1
      default: index += 1
      }
    }
    return nil
  }

  /// Returns whether an element begins here, after comments and processing instructions.
  ///
  /// It remembers the answer for each of them. Those that begin at different positions soon end at the same ones, so
  /// that each is read once, however many elements are in them.
  private mutating func beginsWithElement(_ start: Int) -> Bool {
    var passed: [Int] = []
    var index = start
    while beginnings[index] == nil, let (open, close) = section(at: index, isText: false) {
      passed.append(index)
      let content = index + open.utf8.count
      let section = index == start ? nextEnd(of: close, from: content) : self.end(of: close, from: content)
      index = end(from: section, while: Self.isSpace)
    }
    let begins =
      beginnings[index] ?? (byte(at: index) == UInt8(ascii: "<") && byte(at: index + 1) != UInt8(ascii: "!"))
    for index in passed { beginnings[index] = begins }
    return begins
  }

  /// Returns what ``end(of:from:atMost:)`` does, and reads the text once for all calls with ascending positions.
  private mutating func nextEnd(of close: String, from start: Int) -> Int {
    if let known = untilClose[close], known.lowerBound <= start, start <= known.upperBound - close.utf8.count
    {
      return known.upperBound
    }
    let end = end(of: close, from: start)
    untilClose[close] = start..<max(end, start)
    return end
  }

  /// The number of bytes after which the content of an element in a text is not searched for its end: more than a SAML
  /// assertion has, and the same after a name, where a parameter of a type is more likely.
  static let maximumInText = 16_384
  static let maximumAfterName = 256

  /// Returns where the content of an element that begins here is searched for its end at most.
  ///
  /// In a text that is not markup, `List<Token>` is no element. If much has been read in vain, less is read.
  private func contentLimit(from start: Int) -> Int {
    if kind == .markup { return .max }
    let isAfterName = position > 0 && Self.isOfName(bytes[position - 1])
    return start + (isAfterName || elementReads <= 0 ? Self.maximumAfterName : Self.maximumInText)
  }

  /// Returns the start of the end tag that matches a start tag, or the end of the text without one.
  private mutating func endTag(of name: Range<Int>, from start: Int, atMost limit: Int) -> Int {
    var depth = 1
    var index = start
    defer { if kind != .markup, depth > 0 { elementReads -= index - start } }
    while index < bytes.count {
      guard index < limit else { return bytes.count }
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      if let (open, close) = section(at: index, isText: true) {
        index = end(of: close, from: index + open.utf8.count, atMost: limit)
        continue
      }
      let isEnd = byte(at: index + 1) == UInt8(ascii: "/")
      let nameStart = index + (isEnd ? 2 : 1)
      let nameEnd = end(from: nameStart, while: Self.isOfTagName)
      let isSame = bytes[name].elementsEqual(bytes[min(nameStart, nameEnd)..<nameEnd])
      if isEnd {
        depth -= isSame ? 1 : 0
        if depth == 0 { return index }
        index = nameEnd
      } else {
        let tag = nameStart < nameEnd ? tag(from: nameEnd, isHidden: true) : nil
        depth += isSame && tag?.isEmpty == false ? 1 : 0
        index = tag?.end ?? nameEnd
      }
    }
    return bytes.count
  }

  private static let sections = [("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>")]

  /// Returns the marks of the comment, processing instruction or CDATA section that begins here, or nil if none does.
  private func section(at start: Int, isText: Bool) -> (open: String, close: String)? {
    guard byte(at: start) == UInt8(ascii: "<") else { return nil }
    return Self.sections.prefix(isText ? 3 : 2).first { bytes[start...].starts(with: $0.0.utf8) }
  }

  /// Returns the end of a section with this mark at its end, or of the text if it is not closed.
  private func end(of close: String, from start: Int, atMost limit: Int = .max) -> Int {
    var index = start
    while index < min(bytes.count, limit), !bytes[index...].starts(with: close.utf8) { index += 1 }
    return min(index + close.utf8.count, bytes.count)
  }
}
