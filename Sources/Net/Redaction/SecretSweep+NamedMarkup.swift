/// Values in markup whose name is not that of their element or attribute, as in property lists, HTML forms and XML-RPC.
extension SecretSweep {
  /// Hides the `value` or `content` attribute of a tag with a secret `name`, as in HTML forms, or the content of its
  /// element.
  mutating func hideSibling(of name: Range<Int>, mayHideContent: Bool) {
    guard redaction.verdict(onNamed: text(name)) > .shown else { return }
    let tagStart = start(before: position) { $0 != UInt8(ascii: "<") }
    let tagEnd = end(from: name.upperBound, atMost: 4_096) {
      $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "<")
    }
    for index in tagStart..<tagEnd where bytes[index] == UInt8(ascii: "=") && index != position {
      let nameEnd = start(before: index, while: Self.isSpace)
      let label = text(start(before: nameEnd, while: Self.isOfName)..<nameEnd).lowercased()
      if label == "content" || JSONSecrets.Role(of: label) == .value {
        return hide(attributeValue(at: index + 1))
      }
    }
    let local = localName(tagStart..<end(from: tagStart, while: Self.isOfTagName)).lowercased()
    guard mayHideContent, byte(at: tagEnd) == UInt8(ascii: ">"), bytes[tagEnd - 1] != UInt8(ascii: "/") else {
      return
    }
    if !["a", "input", "meta", "img", "link", "br"].contains(local) { namedTagEnd = tagEnd }
  }

  /// Remembers the element with the value after one with a secret name as its content: `<key>password</key><string>…`.
  ///
  /// Up to three elements that contain only text may be between them.
  mutating func findNamedElement(after local: String, _ nameEnd: Int) {
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

  /// Returns the start of the element after the end tag that begins here, or nil.
  private func elementAfterEndTag(_ index: Int) -> Int? {
    guard byte(at: index) == UInt8(ascii: "<"), byte(at: index + 1) == UInt8(ascii: "/") else { return nil }
    let end = end(from: index, atMost: 256) { $0 != UInt8(ascii: ">") }
    let next = self.end(from: end + 1, atMost: 256, while: Self.isSpace)
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
