/// Strings of JSON in other text whose quotes or brackets are written as `\u0022` and `\u003c`, as .NET does.
extension SecretSweep {
  /// Hides the secrets of such a string, which may be cut off.
  ///
  /// The position is at a backslash. Each string is read once.
  mutating func escaped() {
    guard kind == .text, position >= escapedEnd, depth < Redaction.maximumDepth,
      bytes[position...].starts(with: #"\u00"#.utf8), position == 0 || bytes[position - 1] != backslash
    else { return }
    let first = start(before: position) { !Self.isQuote($0) && !Self.isLineBreak($0) }
    var end = position
    while end < bytes.count, bytes[end] != UInt8(ascii: "\""), !Self.isLineBreak(bytes[end]) {
      end += bytes[end] == backslash ? 2 : 1
    }
    end = min(end, bytes.count)
    escapedEnd = end
    let quote = [UInt8(ascii: "\"")]
    let content = JSONSecrets.text((quote + bytes[first..<end] + quote)[...])
    guard let redacted = redaction.embedded(Array(content.utf8), depth: depth + 1) else { return }
    let text = JSONValue.string(String(decoding: redacted, as: UTF8.self)).description
    replace(first..<end, with: Array(text.utf8.dropFirst().dropLast()))
  }

  private var backslash: UInt8 { UInt8(ascii: "\\") }
}
