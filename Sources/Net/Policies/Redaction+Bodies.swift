public import Foundation

extension Redaction {
  /// The body, with a placeholder where a secret was: the values of the JSON members and of the form fields whose names
  /// are hidden, wherever they stand; all else byte for byte.
  ///
  /// ```swift
  /// let body = Redaction.standard.redacted(body: Data(#"{"user": "ada", "password": "s3cret"}"#.utf8))
  /// // {"user": "ada", "password": "<redacted>"}
  /// ```
  ///
  /// A body is taken for what it looks like, whatever its type says, and JSON may be cut off or be broken. The value of
  /// a member is hidden as a whole, what is nested in it included; a `null` stays. What is neither JSON
  /// (RFC 8259) nor a form is not looked into, multipart bodies among that.
  public func redacted(body: Data) -> Data {
    guard hidesBodies, !body.isEmpty else { return body }
    let bytes = [UInt8](body)
    if JSONSecrets.isLikely(bytes) {
      var secrets = JSONSecrets(bytes, hides: hides(bodyName:))
      return Data(secrets.redacted())
    }
    return Self.isForm(bytes) ? redacted(form: bytes) : body
  }

  private static func isForm(_ bytes: [UInt8]) -> Bool {
    bytes.contains(UInt8(ascii: "=")) && bytes.allSatisfy { $0 > 0x20 && $0 < 0x7f }
  }

  private func redacted(form bytes: [UInt8]) -> Data {
    let fields = bytes.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    let hidden = fields.map { field in
      let name = field.prefix { $0 != UInt8(ascii: "=") }
      let text = String(decoding: name, as: UTF8.self).replacing("+", with: " ")
      guard name.endIndex < field.endIndex, hides(bodyName: text.removingPercentEncoding ?? text) else {
        return Data(field)
      }
      return Data(name) + Data("=\(Self.placeholder)".utf8)
    }
    return Data(hidden.joined(separator: Data("&".utf8)))
  }
}

/// Finds the members of a JSON text that are hidden, without parsing it: what is cut off or broken may hold secrets,
/// too.
private struct JSONSecrets {
  private let bytes: [UInt8]
  private let hides: (String) -> Bool
  private var position = 0
  private var result: [UInt8] = []

  init(_ bytes: [UInt8], hides: @escaping (String) -> Bool) {
    self.bytes = bytes
    self.hides = hides
  }

  private static let quote = UInt8(ascii: "\"")
  private static let spaces: Set<UInt8> = [0x20, 0x09, 0x0a, 0x0d]

  /// Whether the text begins as an object or an array does, behind spaces and a byte order mark.
  static func isLikely(_ bytes: [UInt8]) -> Bool {
    let first = bytes.first { !spaces.contains($0) && ![0xef, 0xbb, 0xbf].contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }

  /// The text with the placeholders.
  mutating func redacted() -> [UInt8] {
    result.reserveCapacity(bytes.count)
    while position < bytes.count {
      guard bytes[position] == Self.quote else {
        result.append(bytes[position])
        position += 1
        continue
      }
      let start = position
      skipString()
      result += bytes[start..<position]
      let name = bytes[start..<position]
      guard skipColon(), hides(Self.text(name)) else { continue }
      hideValue()
    }
    return result
  }

  /// Copies what is between a name and its value; false when there is no colon, so that it was no name.
  private mutating func skipColon() -> Bool {
    var end = position
    while end < bytes.count, Self.spaces.contains(bytes[end]) { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ":") else { return false }
    end += 1
    while end < bytes.count, Self.spaces.contains(bytes[end]) { end += 1 }
    result += bytes[position..<end]
    position = end
    return true
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
    let end = bytes[start..<position].lastIndex { !Self.spaces.contains($0) }.map { $0 + 1 } ?? start
    let isNull = bytes[start..<end].elementsEqual("null".utf8)
    result += isNull || start == end ? Array(bytes[start..<end]) : Array("\"\(Redaction.placeholder)\"".utf8)
    result += bytes[end..<position]
  }

  /// Goes past the string that begins here, or to the end where it has none.
  private mutating func skipString() {
    position += 1
    while position < bytes.count, bytes[position] != Self.quote {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(position + 1, bytes.count)
  }

  /// The name in quotes; escapes are read.
  private static func text(_ quoted: ArraySlice<UInt8>) -> String {
    if quoted.contains(UInt8(ascii: "\\")),
      let name = try? JSONValue(parsing: Data("[".utf8 + quoted + "]".utf8))[0].string
    {
      return name
    }
    return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
  }
}
