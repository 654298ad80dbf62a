/// A text without the escapes of its delimiters, and where each byte of it is in the text with them.
///
/// Escapes are the references of XML and HTML, and those of strings of JSON: `&lt;`, `&#34;`, `\"`, `\u003c`. One level of
/// both is removed at once, because either may be in the other.
struct UnescapedText {
  private(set) var bytes: [UInt8]
  /// Where each byte begins in the first text, and the end of that text.
  private var starts: [Int]
  /// The kinds of escapes of each level, the outermost one first.
  private var levels: [(references: Bool, escapes: Bool)] = []

  /// Whether the last level had an escape of what may delimit a secret, and not only `&amp;` or `\\`.
  private(set) var hasDelimiters = true
  /// The number of levels that were removed.
  var level: Int { levels.count }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    starts = Array(0...bytes.count)
  }

  /// Removes the next level of escapes; returns whether there was one.
  ///
  /// - `isPercentEncoded`: Whether percent-encoding is removed, too, which ``escaped(_:isMarkup:)`` does not restore.
  mutating func unescape(isPercentEncoded: Bool = false) -> Bool {
    var level = (references: false, escapes: false)
    var hasPercent = false
    var hasDelimiters = false
    var text: [UInt8] = []
    var positions: [Int] = []
    var index = 0
    while index < bytes.count {
      positions.append(starts[index])
      let first = bytes[index]
      if first == UInt8(ascii: "&"), let (byte, end) = reference(at: index) {
        level.references = true
        hasDelimiters = hasDelimiters || !"&>/\\".utf8.contains(byte)
        text.append(byte)
        index = end
      } else if first == UInt8(ascii: "\\"), let (byte, end) = escape(at: index) {
        level.escapes = true
        // `<\/` begins an end tag, and other slashes are in URLs.
        let isOfTag = byte == UInt8(ascii: "/") && text.last == UInt8(ascii: "<")
        hasDelimiters = hasDelimiters || isOfTag || !" &>/\\".utf8.contains(byte)
        text.append(byte)
        index = end
      } else if isPercentEncoded, first == UInt8(ascii: "%"), let byte = hexadecimal(at: index + 1) {
        hasPercent = true
        text.append(byte)
        index += 3
      } else {
        text.append(first)
        index += 1
      }
    }
    guard level.references || level.escapes || hasPercent else { return false }
    starts = positions + [starts[bytes.count]]
    bytes = text
    self.hasDelimiters = hasDelimiters
    levels.append(level)
    return true
  }

  /// Returns where the range is in the first text.
  func source(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<starts[range.upperBound] }

  /// Returns what stands for the bytes in the first text.
  ///
  /// - `isMarkup`: Whether the first text is in XML or HTML.
  func escaped(_ bytes: [UInt8], isMarkup: Bool) -> [UInt8] {
    var text = String(decoding: bytes, as: UTF8.self)
    for level in levels.reversed() {
      if level.references { text = text.withCharacterReferences }
      if level.escapes { text = String(JSONValue.string(text).description.dropFirst().dropLast()) }
    }
    let isReferenced = levels.contains { $0.references }
    return Array((isMarkup && !isReferenced ? text.withCharacterReferences : text).utf8)
  }

  /// Returns the character of the reference that begins here, if it delimits something, and the end of the reference.
  private func reference(at start: Int) -> (UInt8, end: Int)? {
    guard let end = bytes[start...].prefix(10).firstIndex(of: UInt8(ascii: ";")),
      let scalar = String.character(bytes[(start + 1)..<end]), (0x20..<0x7f).contains(scalar.value)
    else { return nil }
    return (UInt8(scalar.value), end + 1)
  }

  /// Returns the character of the escape that begins here, if it delimits something, and the end of the escape.
  ///
  /// A line break or tab is a space: beside the colon of a member it is white space, and a line that it would begin may
  /// be a path.
  private func escape(at start: Int) -> (UInt8, end: Int)? {
    guard start + 1 < bytes.count else { return nil }
    let next = bytes[start + 1]
    if "\"\\/".utf8.contains(next) { return (next, start + 2) }
    if "nrt".utf8.contains(next) { return (0x20, start + 2) }
    guard bytes[(start + 1)...].starts(with: "u00".utf8), let byte = hexadecimal(at: start + 4) else {
      return nil
    }
    return (byte, start + 6)
  }

  /// Returns the printable ASCII character whose code has the two digits here.
  private func hexadecimal(at start: Int) -> UInt8? {
    guard start + 1 < bytes.count, let high = URLBytes.hexadecimal(bytes[start]),
      let low = URLBytes.hexadecimal(bytes[start + 1]), (0x20..<0x7f).contains(high << 4 | low)
    else { return nil }
    return high << 4 | low
  }
}

extension Redaction {
  /// Returns the text without the secrets that its escapes keep from being found, or nil if there are none.
  ///
  /// Only the secrets are replaced, so that all other escapes stay as they are. In markup, each tag and the text after it
  /// is searched alone.
  func unescaped(_ bytes: [UInt8], kind: SecretSweep.Kind, depth: Int) -> [UInt8]? {
    guard hidesCredentials, bytes.contains(where: Self.isEscape) else { return nil }
    guard kind == .markup else { return unescaped(bytes[...], kind: kind, depth: depth) }
    var result: [UInt8] = []
    var copied = 0
    for piece in bytes.split(whereSeparator: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: ">") }) {
      guard let hidden = unescaped(piece, kind: kind, depth: depth) else { continue }
      result += bytes[copied..<piece.startIndex]
      result += hidden
      copied = piece.endIndex
    }
    return copied > 0 ? result + bytes[copied...] : nil
  }

  private static func isEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\")
  }

  private func unescaped(_ text: ArraySlice<UInt8>, kind: SecretSweep.Kind, depth: Int) -> [UInt8]? {
    guard text.contains(where: Self.isEscape) else { return nil }
    let bytes = Array(text)
    var result: [UInt8]?
    for level in 1...Self.maximumDepth where depth + level <= Self.maximumDepth {
      var text = UnescapedText(result ?? bytes)
      guard (0..<level).allSatisfy({ _ in text.unescape() }) else { break }
      guard text.hasDelimiters else { continue }
      var sweep = SecretSweep(text.bytes, self, depth: depth + level)
      _ = sweep.run()
      let edits = sweep.edits
      result = replaced(edits, in: result ?? bytes, unescaped: text, isMarkup: kind == .markup) ?? result
    }
    return result
  }

  private func replaced(
    _ edits: [(range: Range<Int>, new: [UInt8])], in bytes: [UInt8], unescaped text: UnescapedText,
    isMarkup: Bool
  ) -> [UInt8]? {
    var result: [UInt8] = []
    var copied = 0
    for edit in edits {
      let hidden = text.bytes[edit.range]
      // What was found before is not escaped again.
      if hidden.elementsEqual(edit.new) { continue }
      let range = text.source(of: edit.range)
      result += bytes[copied..<range.lowerBound]
      result += text.escaped(edit.new, isMarkup: isMarkup)
      copied = range.upperBound
    }
    return copied > 0 ? result + bytes[copied...] : nil
  }
}
