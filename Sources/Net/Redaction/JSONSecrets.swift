import Foundation

/// Finds the secret members of a JSON text without parsing it, because a truncated or malformed text may contain
/// secrets too.
struct JSONSecrets {
  private let bytes: [UInt8]
  private let redaction: Redaction
  private let depth: Int
  private var position = 0
  private var result: [UInt8] = []
  /// The verdicts on names so far.
  ///
  /// Names repeat in most texts.
  private var verdicts: [ArraySlice<UInt8>: SecretName.Verdict] = [:]
  /// The verdict on the value of the last member `name`, for lists of name–value pairs.
  private var verdictOnNext = SecretName.Verdict.shown

  init(_ bytes: [UInt8], _ redaction: Redaction, depth: Int) {
    self.bytes = bytes
    self.redaction = redaction
    self.depth = depth
  }

  private static let quote = UInt8(ascii: "\"")

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0a || byte == 0x0d
  }

  /// Returns the text with placeholders.
  mutating func redacted() -> [UInt8] {
    result.reserveCapacity(bytes.count)
    while position < bytes.count {
      guard bytes[position] == Self.quote else {
        if bytes[position] == UInt8(ascii: "}") { verdictOnNext = .shown }
        result.append(bytes[position])
        position += 1
        continue
      }
      let string = skipString()
      guard endsBeforeColon() else {
        result += withoutSecrets(string)
        continue
      }
      result += bytes[string]
      copyColon()
      member(string)
    }
    return result
  }

  /// Returns whether a colon follows, so that the string was a name.
  private func endsBeforeColon() -> Bool {
    var end = position
    while end < bytes.count, Self.isSpace(bytes[end]) { end += 1 }
    return end < bytes.count && bytes[end] == UInt8(ascii: ":")
  }

  /// Copies the text between a name and its value.
  private mutating func copyColon() {
    let start = position
    while position < bytes.count, Self.isSpace(bytes[position]) || bytes[position] == UInt8(ascii: ":") {
      position += 1
    }
    result += bytes[start..<position]
  }

  private mutating func member(_ name: Range<Int>) {
    let text = bytes[name]
    if text.elementsEqual(#""name""#.utf8), byte == Self.quote {
      let value = skipString()
      verdictOnNext = verdict(on: bytes[value])
      result += withoutSecrets(value)
      return
    }
    var verdict = verdict(on: text)
    if text.elementsEqual(#""value""#.utf8) { verdict = max(verdict, verdictOnNext) }
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["): if verdict == .all { hideValue() }
    case Self.quote: if verdict > .shown { hideValue() }
    default: if verdict >= .scalars { hideValue() }
    }
  }

  private var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

  private mutating func verdict(on name: ArraySlice<UInt8>) -> SecretName.Verdict {
    if let known = verdicts[name] { return known }
    let verdict = redaction.verdict(onMember: Self.text(name))
    // Limited, because a hostile text may contain any number of names.
    if verdicts.count < 1_000 { verdicts[name] = verdict }
    return verdict
  }

  private mutating func hideValue() {
    let start = position
    var depth = 0
    scan: while position < bytes.count {
      switch bytes[position] {
      case Self.quote: skipString()
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        depth += 1
        position += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        if depth == 0 { break scan }
        depth -= 1
        position += 1
      case UInt8(ascii: ","):
        if depth == 0 { break scan }
        position += 1
      default: position += 1
      }
    }
    let end = bytes[start..<position].lastIndex { !Self.isSpace($0) }.map { $0 + 1 } ?? start
    let isNull = bytes[start..<end].elementsEqual("null".utf8)
    result += isNull || start == end ? Array(bytes[start..<end]) : Array("\"\(Redaction.placeholder)\"".utf8)
    result += bytes[end..<position]
  }

  /// Skips the string that begins here, or the rest of the text if the string is not closed.
  @discardableResult
  private mutating func skipString() -> Range<Int> {
    let start = position
    position += 1
    while position < bytes.count, bytes[position] != Self.quote {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
    return start..<position
  }

  /// Returns a string that is not a name without its secrets.
  ///
  /// It may contain a URL, a form, JSON or XML.
  private func withoutSecrets(_ string: Range<Int>) -> [UInt8] {
    let quoted = bytes[string]
    guard quoted.count > 5 else { return Array(quoted) }
    guard quoted.contains(UInt8(ascii: "\\")) else {
      let isClosed = quoted.last == Self.quote
      let content = Array(quoted.dropFirst().dropLast(isClosed ? 1 : 0))
      guard let redacted = redaction.embedded(content, depth: depth + 1) else { return Array(quoted) }
      return [Self.quote] + redacted + (isClosed ? [Self.quote] : [])
    }
    let content = Array(Self.text(quoted).utf8)
    guard let redacted = redaction.embedded(content, depth: depth + 1) else { return Array(quoted) }
    return Array(JSONValue.string(String(decoding: redacted, as: UTF8.self)).description.utf8)
  }

  /// Returns the content of a quoted string, unescaped.
  private static func text(_ quoted: ArraySlice<UInt8>) -> String {
    if quoted.contains(UInt8(ascii: "\\")),
      let name = try? JSONValue(parsing: Data("[".utf8 + quoted + "]".utf8))[0].string
    {
      return name
    }
    return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
  }
}
