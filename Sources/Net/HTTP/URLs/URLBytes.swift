/// The bytes that RFC 3986 allows in each component of a URL, and the escaping of all others.
enum URLBytes {
  /// A component with its own set of allowed characters.
  enum Component {
    case user, path
    /// The query and the fragment, which have the same set.
    case query
  }

  /// Escapes every byte that the component does not allow.
  ///
  /// Valid escapes are preserved; any other `%` becomes `%25`.
  static func escaped(_ text: Substring, in component: Component) -> Substring {
    let bytes = Array(text.utf8)
    var escaped: [UInt8] = []
    var isChanged = false
    for index in bytes.indices {
      let byte = bytes[index]
      let isAllowed =
        byte == UInt8(ascii: "%") ? beginsEscape(bytes, at: index) : Self.isAllowed(byte, in: component)
      if !isAllowed, !isChanged {
        isChanged = true
        escaped.reserveCapacity(bytes.count + 32)
        escaped.append(contentsOf: bytes[..<index])
      }
      guard isChanged else { continue }
      if isAllowed { escaped.append(byte) } else { PercentEncoding.append(byte, to: &escaped) }
    }
    return isChanged ? Substring(decoding: escaped, as: UTF8.self) : text
  }

  /// Returns an absolute path without the segments `.` and `..` (RFC 3986 section 5.2.4); `/` for an empty one.
  static func withoutDotSegments(_ path: String) -> String {
    var segments: [Substring.UTF8View] = []
    var isFolder = true
    for segment in path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst()
    {
      isFolder = segment.count <= 2 && !segment.isEmpty && segment.allSatisfy { $0 == UInt8(ascii: ".") }
      if !isFolder {
        segments.append(segment)
      } else if segment.count == 2 {
        _ = segments.popLast()
      }
    }
    // What ends with a dot segment is a folder.
    return segments.map { "/\(Substring($0))" }.joined() + (isFolder ? "/" : "")
  }

  /// Returns the unescaped bytes, or nil if a `%` does not begin a valid escape.
  static func unescaped(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    var unescaped: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "%") else {
        unescaped.append(bytes[index])
        index += 1
        continue
      }
      guard index + 2 < bytes.count, let high = hexadecimal(bytes[index + 1]),
        let low = hexadecimal(bytes[index + 2])
      else { return nil }
      unescaped.append(high << 4 | low)
      index += 3
    }
    return unescaped
  }

  /// Returns whether the text is empty, a colon, or a colon and a number up to 65535 (RFC 3986 section 3.2.3).
  static func isPort(_ text: Substring) -> Bool {
    guard !text.isEmpty else { return true }
    let digits = text.utf8.dropFirst()
    guard text.utf8.first == UInt8(ascii: ":"), digits.allSatisfy(isDigit) else { return false }
    let number = digits.drop { $0 == UInt8(ascii: "0") }
    return number.count <= 5 && number.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) } <= 65535
  }

  static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
  }

  static func isSchemeByte(_ byte: UInt8) -> Bool {
    isNameByte(byte) || byte == UInt8(ascii: "+")
  }

  static func hexadecimal(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  static func beginsEscape(_ bytes: [UInt8], at index: Int) -> Bool {
    index + 2 < bytes.count && hexadecimal(bytes[index + 1]) != nil && hexadecimal(bytes[index + 2]) != nil
  }

  /// Returns whether the component allows a byte other than `%` (RFC 3986 sections 2.2, 2.3, and 3).
  static func isAllowed(_ byte: UInt8, in component: Component) -> Bool {
    if isLetter(byte) || isDigit(byte) { return true }
    switch byte {
    case UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "!"),
      UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("), UInt8(ascii: ")"),
      UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "="),
      UInt8(ascii: ":"):
      return true
    case UInt8(ascii: "@"), UInt8(ascii: "/"): return component != .user
    case UInt8(ascii: "?"): return component == .query
    default: return false
    }
  }
}
