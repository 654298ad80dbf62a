/// Finds where a text can be cut so that no part of a secret stays, because a search cannot recognize half of one.
///
/// It looks at the end of the text only, for the beginnings of what `SecretSweep` hides: credentials in URLs,
/// `me:secret`, tokens in a well-known format, `Bearer …`, elements with a secret name, and fields of forms.
struct SafeCut {
  private let bytes: [UInt8]
  private let redaction: Redaction

  /// Returns the number of the first bytes to keep: at most `limit`, and fewer if a secret may be cut there.
  ///
  /// - `redaction`: The redaction that is used for the text, whose names are secret in addition to those of
  ///   ``Redaction/standard``.
  static func length(
    of bytes: some RandomAccessCollection<UInt8>, limit: Int, for redaction: Redaction = .standard
  ) -> Int {
    guard bytes.count > limit else { return bytes.count }
    let kept = bytes.prefix(max(0, limit))
    guard kept.contains(0) else { return end(of: Array(kept), redaction) }
    // In UTF-16 and UTF-32, every byte of an ASCII character has zeros next to it.
    let others = kept.enumerated().filter { $0.element != 0 }
    let end = end(of: others.map(\.element), redaction)
    return end < others.count ? others[end].offset : kept.count
  }

  /// Returns where the text ends if no secret may be cut, neither in it nor in what its escapes stand for.
  private static func end(of bytes: [UInt8], _ redaction: Redaction) -> Int {
    var end = SafeCut(bytes: bytes, redaction: redaction).end
    var text = UnescapedText(bytes.suffix(SecretSweep.maximumInText), for: redaction)
    while text.level < Redaction.maximumDepth, text.unescape() {
      let cut = SafeCut(bytes: text.asForm, redaction: redaction).end
      end = min(end, text.source(of: cut..<cut).lowerBound)
    }
    return end
  }

  private var end: Int {
    [address, mailbox, token, credentials, element, field].reduce(bytes.count) { min($0, $1 ?? $0) }
  }

  /// Returns the start of the last bytes for which the closure is true.
  private func start(before end: Int, while isPart: (UInt8) -> Bool) -> Int {
    (bytes[..<end].lastIndex { !isPart($0) } ?? -1) + 1
  }

  private func ends(_ end: Int, with text: String) -> Bool {
    bytes[..<end].suffix(text.utf8.count).elementsEqual(text.utf8)
  }

  /// The start of an authority that is not complete, as in `https://me:sec`.
  private var address: Int? {
    let start = start(before: bytes.count) { !"/?#\\\"'<>".utf8.contains($0) && !SecretSweep.isSpace($0) }
    return ends(start, with: "://") || ends(start, with: #":\/\/"#) ? start : nil
  }

  /// The start of the password of `me:secret` or `me:secret@`.
  private var mailbox: Int? {
    let end = bytes.last == UInt8(ascii: "@") ? bytes.count - 1 : bytes.count
    let start = start(before: end) { !"@:/\"'<>,;{}[]()".utf8.contains($0) && !SecretSweep.isSpace($0) }
    guard start > 1, bytes[start - 1] == UInt8(ascii: ":"), SecretSweep.isOfName(bytes[start - 2]) else {
      return nil
    }
    return start
  }

  /// The start of a token in a well-known format.
  private var token: Int? {
    let start = start(before: bytes.count) { SecretSweep.isAlphanumeric($0) || "_-.".utf8.contains($0) }
    return SecretSweep.beginsToken(bytes[start...]) ? start : nil
  }

  /// The start of the credentials after the name of an authentication scheme.
  private var credentials: Int? {
    let start = start(before: bytes.count) { SecretSweep.isAlphanumeric($0) || "-._~+/=".utf8.contains($0) }
    guard start > 1, bytes[start - 1] == UInt8(ascii: " ") else { return nil }
    let name = self.start(before: start - 1, while: SecretSweep.isAlphanumeric)
    return SecretSweep.isScheme(bytes[name..<(start - 1)]) ? start : nil
  }

  /// The start of the content of an element with a secret name that is not complete: `<password>sec`,
  /// `<password>secret</pass`.
  ///
  /// In markup, the search hides it; in other text, what has no end tag is no element.
  private var element: Int? {
    let bytes = bytes.suffix(SecretSweep.maximumInText)
    var closed: Set<ArraySlice<UInt8>> = []
    var (tagEnd, found): (Int?, Int?) = (nil, nil)
    for start in bytes.indices.reversed() {
      if bytes[start] == UInt8(ascii: ">") { tagEnd = start }
      guard bytes[start] == UInt8(ascii: "<"), let tagEnd, tagEnd > start + 1 else { continue }
      let isEnd = bytes[start + 1] == UInt8(ascii: "/")
      let name = bytes[(start + (isEnd ? 2 : 1))...].prefix(256).prefix(while: SecretSweep.isOfTagName)
      if isEnd {
        closed.insert(name)
      } else if !name.isEmpty, bytes[tagEnd - 1] != UInt8(ascii: "/"), !closed.contains(name),
        start == bytes.startIndex || !SecretSweep.isOfName(bytes[start - 1])
          || bytes.endIndex - tagEnd <= SecretSweep.maximumAfterName,
        let local = String(decoding: name, as: UTF8.self).split(separator: ":").last,
        isSecretMember(String(local))
      {
        found = tagEnd + 1
      }
    }
    return found
  }

  /// The start of the value of a field that is secret only in a form, as in `code=sec`: the `&` that shows that there is a
  /// form is cut off, or a part of its escape.
  private var field: Int? {
    let reference = bytes.suffix(10).lastIndex(of: UInt8(ascii: "&"))
    let end = reference.flatMap { bytes[$0...].contains(UInt8(ascii: ";")) ? nil : $0 } ?? bytes.count
    let word = max(start(before: end, while: SecretSweep.isOfFormValue), end - SecretSweep.maximumInForm)
    return bytes[word..<end].indices.first { index in
      guard bytes[index] == UInt8(ascii: "=") else { return false }
      let start = start(before: index, while: SecretSweep.isOfName)
      let name = String(decoding: bytes[start..<index], as: UTF8.self)
      let isField = SecretName.verdict(on: name, in: .pair) > .shown || redaction.hides(formName: name)
      return isField && !isSecretMember(name)
    }.map { $0 + 1 }
  }

  private func isSecretMember(_ name: String) -> Bool {
    SecretName.verdict(on: name, in: .member) > .shown || redaction.hides(bodyName: name)
  }
}
