/// Values in markup whose name is not that of their element or attribute, as in property lists, HTML forms and XML-RPC.
extension SecretSweep {
  /// Hides the `value` or `content` attribute of a tag with a secret `name`, as in HTML forms, or the content of its
  /// element.
  mutating func hideSibling(of name: Range<Int>, mayHideContent: Bool) {
    guard redaction.verdict(onNamed: text(name)) > .shown else { return }
    let tagStart = start(before: position) { $0 != UInt8(ascii: "<") }
    let tagEnd = min(
      nextTag.find(in: bytes, from: name.upperBound) { $0 != UInt8(ascii: "<") && $0 != UInt8(ascii: ">") },
      name.upperBound + 4_096)
    if let value = valueAttribute(in: tagStart..<tagEnd) { return hide(attributeValue(at: value + 1)) }
    let local = localName(tagStart..<end(from: tagStart, while: Self.isOfTagName)).lowercased()
    guard mayHideContent, byte(at: tagEnd) == UInt8(ascii: ">"), bytes[tagEnd - 1] != UInt8(ascii: "/") else {
      return
    }
    if !["a", "input", "meta", "img", "link", "br"].contains(local) { namedTagEnd = tagEnd }
  }

  /// Returns the `=` of the first attribute in the tag that has the value of another one, or nil.
  private mutating func valueAttribute(in tag: Range<Int>) -> Int? {
    var next = nextValue
    let index = next.find(in: tag) { !isOfValue($0) }
    nextValue = next
    return index < tag.upperBound ? index : nil
  }

  /// Returns whether the `=` of an attribute that has the value of another one is here.
  private func isOfValue(_ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "=") else { return false }
    let nameEnd = start(before: index, while: Self.isSpace)
    let label = text(start(before: nameEnd, while: Self.isOfName)..<nameEnd).lowercased()
    return label == "content" || JSONSecrets.Role(of: label) == .value
  }

  /// Returns whether a tag contains the attribute, whose value may name another value.
  func isInTag(_ start: Int, _ name: String) -> Bool {
    guard name.utf8.count <= 20, JSONSecrets.Role(of: name) == .name || name.lowercased() == "type" else {
      return false
    }
    let tag = self.start(before: start) { !"<>".utf8.contains($0) }
    return tag > copied && bytes[tag - 1] == UInt8(ascii: "<") && Self.isOfTagName(bytes[tag])
  }

  /// Returns whether the value of the attribute may be the name of another value, as is the `type` of a field for a
  /// password.
  func namesSibling(_ name: String, at value: Int) -> Bool {
    if name.utf8.count == 4, name.lowercased() == "type" {
      return text(attributeName(at: value)).lowercased() == "password"
    }
    return JSONSecrets.Role(of: name) == .name
  }

  /// Returns the value of an attribute that is a name, and so is not long.
  func attributeName(at index: Int) -> Range<Int> {
    let start = end(from: index, atMost: 64, while: Self.isSpace)
    let quote = byte(at: start)
    guard Self.isQuote(quote) else {
      return start..<end(from: start, atMost: 256) { !Self.isSpace($0) && !"&,;<>\"')]}\\".utf8.contains($0) }
    }
    return (start + 1)..<end(from: start + 1, atMost: 256) { $0 != quote }
  }

  /// Remembers the element with the value after one with a secret name as its content: `<key>password</key><string>…`.
  ///
  /// Up to three elements that contain only text may be between them.
  mutating func findNamedElement(after local: String, _ nameEnd: Int) {
    if Self.namesOfTables.contains(local.lowercased()) { return findCell(from: nameEnd) }
    guard JSONSecrets.Role(of: local) == .name, let tag = tag(from: nameEnd), !tag.isEmpty else { return }
    let content = tag.end..<end(from: tag.end, atMost: 256) { $0 != UInt8(ascii: "<") }
    guard redaction.verdict(onNamed: text(content)) > .shown else { return }
    var index = content.upperBound
    for _ in 0...3 {
      guard let next = elementAfterEndTag(index) else { return }
      if isValueElement(next) { return namedElement = next }
      guard let tag = self.tag(from: end(from: next + 1, while: Self.isOfTagName)) else { return }
      index = end(from: tag.end, atMost: 1_024) { $0 != UInt8(ascii: "<") }
    }
  }

  private static let namesOfTables: Set<String> = ["td", "th", "dt"]

  /// Remembers the cell after one that contains a secret name: `<td><b>password</b>:</td><td>…`.
  private mutating func findCell(from nameEnd: Int) {
    var index = nameEnd
    var isNamed = false
    for _ in 0..<8 {
      let tagEnd = end(from: index, atMost: 256) { $0 != UInt8(ascii: ">") } + 1
      let textEnd = end(from: tagEnd, atMost: 256) { $0 != UInt8(ascii: "<") }
      let content = tagEnd..<max(tagEnd, textEnd)
      guard content.upperBound < bytes.count else { return }
      if !isNamed, !bytes[content].allSatisfy(Self.isSpace) {
        guard redaction.verdict(onNamed: text(content)) > .shown else { return }
        isNamed = true
      }
      index = content.upperBound
      let isEnd = byte(at: index + 1) == UInt8(ascii: "/")
      let tag = text(
        (index + (isEnd ? 2 : 1))..<end(from: index + (isEnd ? 2 : 1), atMost: 16, while: Self.isOfTagName))
      if isEnd ? tag.lowercased() == "tr" : ["td", "dd"].contains(tag.lowercased()) {
        if isNamed, !isEnd { namedElement = index }
        return
      }
    }
  }

  /// Returns the start of the element after the end tag that begins here, or nil; a comment may be before it.
  private func elementAfterEndTag(_ index: Int) -> Int? {
    guard byte(at: index) == UInt8(ascii: "<"), byte(at: index + 1) == UInt8(ascii: "/") else { return nil }
    let end = end(from: index, atMost: 256) { $0 != UInt8(ascii: ">") }
    var next = self.end(from: end + 1, atMost: 256, while: Self.isSpace)
    if bytes[min(next, bytes.count)...].starts(with: "<!--".utf8) {
      var close = next
      while close < bytes.count, close - next < 1_024, !bytes[close...].starts(with: "-->".utf8) {
        close += 1
      }
      next = self.end(from: close + 3, atMost: 256, while: Self.isSpace)
    }
    return byte(at: next) == UInt8(ascii: "<") && Self.isOfTagName(byte(at: next + 1)) ? next : nil
  }

  /// Returns whether an element begins here that is the value of the name before it.
  func isValueElement(_ start: Int) -> Bool {
    guard byte(at: start) == UInt8(ascii: "<") else { return false }
    let local = localName((start + 1)..<end(from: start + 1, atMost: 128, while: Self.isOfTagName))
      .lowercased()
    return JSONSecrets.Role(of: local) == .value || Self.valuesOfPropertyLists.contains(local)
  }

  private static let valuesOfPropertyLists: Set<String> = [
    "array", "data", "date", "dict", "integer", "real", "string",
  ]

  func localName(_ name: Range<Int>) -> String {
    text(name).split(separator: ":").last.map(String.init) ?? ""
  }
}
