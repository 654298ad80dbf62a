package import Foundation

/// How a client reads the lines of a head (RFC 9112 section 5), from a connection or a file.
extension HTTPField {
  /// Parses a line, or returns nil if it contains no name.
  init?(line: UnsafeRawBufferPointer) {
    guard let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
    let name = unsafe UnsafeRawBufferPointer(rebasing: line[..<colon])
    let value = unsafe UnsafeRawBufferPointer(rebasing: line[(colon + 1)...])
    unsafe self.init(name: String(header: name), value: String(header: value))
    guard isReference || OpaqueText.isSentBack(self), unsafe value.contains(where: { $0 >= 0x80 }) else {
      return
    }
    self.value = unsafe isReference ? String(reference: value) : String(opaque: value)
  }

  /// Appends a continuation line to the value (RFC 9112 section 5.2); returns whether it has any text.
  @discardableResult
  mutating func fold(_ line: UnsafeRawBufferPointer) -> Bool {
    let text = unsafe OpaqueText.isSentBack(self) ? String(opaque: line) : String(header: line)
    if !text.isEmpty { value += value.isEmpty ? text : " " + text }
    return !text.isEmpty
  }

  /// Parses a line of a saved head, or returns nil if it contains no name.
  package init?(line: Data) {
    // The bytes are valid during the closure.
    guard let field = unsafe line.withUnsafeBytes({ unsafe HTTPField(line: $0) }) else { return nil }
    self = field
  }

  /// Appends a continuation line of a saved head to the value.
  package mutating func fold(_ line: Data) {
    // The bytes are valid during the closure.
    unsafe line.withUnsafeBytes { _ = unsafe fold($0) }
  }

  /// Whether the value contains a URL that a client may follow.
  private var isReference: Bool { isNamed("Location") || isNamed("Link") || isNamed("Content-Location") }
}

extension String {
  /// Decodes a name or a value in a head, without the surrounding whitespace.
  ///
  /// A CR without LF becomes a space, because no field may contain it (RFC 9112 section 2.2).
  init(header bytes: UnsafeRawBufferPointer) {
    var (start, end) = (0, bytes.count)
    while start < end, unsafe HeaderSyntax.isSpace(bytes[start]) { start += 1 }
    while end > start, unsafe HeaderSyntax.isSpace(bytes[end - 1]) { end -= 1 }
    let bytes = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    // Nearly all fields are ASCII and need no UTF-8 validation.
    if unsafe bytes.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) {
      unsafe self.init(decoding: bytes, as: UTF8.self)
    } else if unsafe bytes.contains(UInt8(ascii: "\r")) {
      let spaced = unsafe bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
      self = unsafe spaced.withUnsafeBytes { unsafe String(header: $0) }
    } else {
      self = unsafe HeaderSyntax.text(bytes)
    }
  }

  /// Decodes a value that contains a URL.
  ///
  /// Non-ASCII bytes of a value that is not UTF-8 are percent-encoded, so that a request to the URL sends the same
  /// bytes. (RFC 3987 section 3.1 applies to characters, which these bytes are not.)
  fileprivate init(reference bytes: UnsafeRawBufferPointer) {
    if unsafe String(validating: bytes, as: UTF8.self) != nil {
      unsafe self.init(header: bytes)
      return
    }
    var escaped: [UInt8] = []
    for index in bytes.indices {
      switch unsafe bytes[index] {
      case UInt8(ascii: "\r"): escaped.append(UInt8(ascii: " "))
      case let byte where byte < 0x80: escaped.append(byte)
      case let byte: PercentEncoding.append(byte, to: &escaped)
      }
    }
    self = HeaderSyntax.trimmed(String(decoding: escaped, as: UTF8.self))
  }

  /// Decodes a value whose bytes are sent back.
  fileprivate init(opaque bytes: UnsafeRawBufferPointer) {
    // A field must not contain a CR, not even one in which the value is sent back.
    let bytes = unsafe bytes.map { $0 == UInt8(ascii: "\r") ? UInt8(ascii: " ") : $0 }
    self = HeaderSyntax.trimmed(OpaqueText.text(bytes))
  }
}
