/// A text without the escapes of its delimiters, and where each byte of it is in the text with them.
///
/// Escapes are the references of XML and HTML, those of strings of JSON, and percent-encoding: `&lt;`, `&#34;`, `\"`,
/// `\u003c`, `%3C`. One level of all is removed at once, because each may be in the others.
struct UnescapedText {
  private(set) var bytes: [UInt8]
  /// Where each byte begins in the first text, and the end of that text.
  private var starts: [Int]
  /// Where there is a `+` in a word with percent-encoding, which is a space if the word is of a form.
  private var pluses: [Int] = []
  /// The kinds of escapes of each level, the outermost one first.
  private var levels: [Escapes] = []

  /// The kinds of escapes of one level.
  private struct Escapes {
    var references = false
    var backslashes = false
    var percents = false
    var isEmpty: Bool { !references && !backslashes && !percents }
  }

  /// Whether the last level had an escape of what may delimit a secret, and not only `&gt;` or `\\`.
  private(set) var hasDelimiters = true
  /// The number of levels that were removed.
  var level: Int { levels.count }

  /// The unusual characters of the hidden names, for which a text is searched only if there are any.
  private let unusual: UnusualNames

  init(_ text: ArraySlice<UInt8>, for redaction: Redaction) {
    unusual = redaction.unusualNames
    bytes = Array(text)
    starts = Array(text.startIndex...text.endIndex)
  }

  /// The possible readings of the text: a `+` may be part of a secret, or a space of a form.
  var readings: [[UInt8]] { pluses.isEmpty ? [bytes] : [bytes, asForm] }

  /// The text with a space for each `+` that may be one.
  var asForm: [UInt8] {
    var text = bytes
    for plus in pluses { text[plus] = UInt8(ascii: " ") }
    return text
  }

  /// Removes the next level of escapes; returns whether there was one.
  mutating func unescape() -> Bool {
    var level = Escapes()
    var hasDelimiters = false
    var text: [UInt8] = []
    var positions: [Int] = []
    var spaces: [Int] = []
    var oldSpaces = pluses[...]
    var index = 0
    var word = (end: 0, isEncoded: false)
    while index < bytes.count {
      if index >= word.end { word = self.word(at: index) }
      positions.append(starts[index])
      let first = bytes[index]
      var (byte, end) = (first, index + 1)
      if first == UInt8(ascii: "&"), let reference = reference(at: index) {
        level.references = true
        (byte, end) = reference
        hasDelimiters = hasDelimiters || !">/\\".utf8.contains(byte) || unusual.delimiters.contains(byte)
      } else if first == UInt8(ascii: "\\"), let escape = escape(at: index) {
        level.backslashes = true
        (byte, end) = escape
        // `<\/` begins an end tag, and other slashes are in URLs.
        let isOfTag = byte == UInt8(ascii: "/") && text.last == UInt8(ascii: "<")
        hasDelimiters =
          hasDelimiters || isOfTag || !" >/\\".utf8.contains(byte)
          || unusual.delimiters.contains(byte)
      } else if first == UInt8(ascii: "%"), let character = hexadecimal(at: index + 1) {
        level.percents = true
        (byte, end) = (character, index + 3)
        hasDelimiters = true
      } else if unusual.hasOtherScripts, "&\\".utf8.contains(first), let other = otherCharacter(at: index) {
        if first == UInt8(ascii: "&") { level.references = true } else { level.backslashes = true }
        hasDelimiters = true
        let encoded = Array(String(other.scalar).utf8)
        text += encoded.dropLast()
        // A range that ends within the character ends before its escape.
        positions += encoded.dropLast().map { _ in starts[index] }
        (byte, end) = (encoded.last ?? first, other.end)
      }
      if byte == UInt8(ascii: "+") {
        let wasSpace = oldSpaces.first == index
        if wasSpace { oldSpaces.removeFirst() }
        if wasSpace || word.isEncoded && first != UInt8(ascii: "%") { spaces.append(text.count) }
      }
      text.append(byte)
      index = end
    }
    guard !level.isEmpty else { return false }
    starts = positions + [starts[bytes.count]]
    (bytes, pluses) = (text, spaces)
    self.hasDelimiters = hasDelimiters
    levels.append(level)
    return true
  }

  /// Returns the end of the word that begins here, and whether it has percent-encoding.
  private func word(at start: Int) -> (end: Int, isEncoded: Bool) {
    let word = bytes[start...].prefix { !SecretSweep.isSpace($0) }
    return (max(word.endIndex, start + 1), word.contains(UInt8(ascii: "%")))
  }

  /// Returns where the range is in the first text.
  func source(of range: Range<Int>) -> Range<Int> { starts[range.lowerBound]..<starts[range.upperBound] }

  /// Returns what stands for the bytes at this range in the first text.
  ///
  /// They have the kinds of escapes that are in the range, or that the delimiter before or after it has.
  ///
  /// - `isMarkup`: Whether the first text is in XML or HTML.
  func escaped(_ new: [UInt8], at range: Range<Int>, of first: ArraySlice<UInt8>, isMarkup: Bool) -> [UInt8] {
    let around = first[source(of: max(0, range.lowerBound - 1)..<min(bytes.count, range.upperBound + 1))]
    let isReferenced = around.contains(UInt8(ascii: "&"))
    let isQuoted = around.contains(UInt8(ascii: "\\"))
    let isPercentEncoded = around.contains(UInt8(ascii: "%"))
    var text = String(decoding: new, as: UTF8.self)
    for level in levels.reversed() {
      if level.references, isReferenced { text = text.withCharacterReferences }
      if level.backslashes, isQuoted {
        text = String(JSONValue.string(text).description.dropFirst().dropLast())
      }
      if level.percents, isPercentEncoded { text = PercentEncoding.escaped(Array(text.utf8)) }
    }
    return Array((isMarkup && !isReferenced ? text.withCharacterReferences : text).utf8)
  }

  /// Returns the character of the reference that begins here, if it may delimit something, and the end of the reference.
  private func reference(at start: Int) -> (UInt8, end: Int)? {
    guard let end = bytes[start...].prefix(10).firstIndex(of: UInt8(ascii: ";")),
      let scalar = String.character(bytes[(start + 1)..<end]), let byte = UInt8(exactly: scalar.value),
      Self.mayDelimit(byte)
    else { return nil }
    return (byte, end + 1)
  }

  /// Returns the character of the escape that begins here, if it may delimit something, and the end of the escape.
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

  /// Returns the byte that the two digits here write, if it may delimit something or be of a name.
  private func hexadecimal(at start: Int) -> UInt8? {
    guard start + 1 < bytes.count, let high = URLBytes.hexadecimal(bytes[start]),
      let low = URLBytes.hexadecimal(bytes[start + 1])
    else { return nil }
    let byte = high << 4 | low
    let isPercent = bytes[start - 1] == UInt8(ascii: "%")
    return Self.mayDelimit(byte) || isPercent && unusual.hasOtherScripts && byte >= 0x80 ? byte : nil
  }

  /// Returns the character of the reference or escape that begins here, if it is not ASCII, and the end of the escape.
  private func otherCharacter(at start: Int) -> (scalar: Unicode.Scalar, end: Int)? {
    if bytes[start] == UInt8(ascii: "&") {
      guard let end = bytes[start...].prefix(10).firstIndex(of: UInt8(ascii: ";")),
        let scalar = String.character(bytes[(start + 1)..<end]), !scalar.isASCII
      else { return nil }
      return (scalar, end + 1)
    }
    guard let unit = codeUnit(at: start) else { return nil }
    if let scalar = Unicode.Scalar(unit) { return scalar.isASCII ? nil : (scalar, start + 6) }
    guard let trail = codeUnit(at: start + 6) else { return nil }
    let pair = String(decoding: [unit, trail], as: UTF16.self).unicodeScalars
    return pair.first.flatMap { pair.count == 1 ? ($0, start + 12) : nil }
  }

  /// Returns the code unit of the escape `\u00f6` that begins here.
  private func codeUnit(at start: Int) -> UInt16? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\\") else { return nil }
    return JSONSecrets.unit(bytes[(start + 1)...])
  }

  /// Returns whether the byte is a printable ASCII character or a line break or tab.
  private static func mayDelimit(_ byte: UInt8) -> Bool {
    (0x20..<0x7f).contains(byte) || SecretSweep.isSpace(byte)
  }
}

extension Redaction {
  /// Returns the text without the secrets that its escapes keep from being found, or nil if there are none.
  ///
  /// Only the secrets are replaced, so that all other escapes stay as they are. In markup, each tag and the text after it
  /// is searched alone.
  func unescaped(_ bytes: [UInt8], kind: SecretSweep.Kind, depth: Int) -> [UInt8]? {
    guard hidesCredentials else { return nil }
    let isMarkup = kind == .markup
    let pieces = isMarkup ? bytes.split(separator: UInt8(ascii: "<")) : [bytes[...]]
    return bytes.replacing(pieces.flatMap { secrets(in: $0, isMarkup: isMarkup, depth: depth) })
  }

  private static func isEscape(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "&") || byte == UInt8(ascii: "\\") || byte == UInt8(ascii: "%")
  }

  /// Returns where the secrets are that each level of escapes hides, and what replaces them, in order.
  private func secrets(in piece: ArraySlice<UInt8>, isMarkup: Bool, depth: Int) -> [(Range<Int>, [UInt8])] {
    guard piece.contains(where: Self.isEscape) else { return [] }
    var found: [(range: Range<Int>, new: [UInt8])] = []
    var text = UnescapedText(piece, for: self)
    while depth + text.level < Self.maximumDepth, text.unescape() {
      guard text.hasDelimiters else { continue }
      for bytes in text.readings {
        var sweep = SecretSweep(bytes, self)
        for range in sweep.run() where !bytes[range].elementsEqual(sweep.placeholder) {
          let new = text.escaped(sweep.placeholder, at: range, of: piece, isMarkup: isMarkup)
          found.append((text.source(of: range), new))
        }
      }
    }
    return found.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}
