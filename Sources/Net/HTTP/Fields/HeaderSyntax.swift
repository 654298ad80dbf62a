import Foundation

/// The syntax of header fields (RFC 9110 section 5).
package enum HeaderSyntax {
  /// Returns whether the text is a token (RFC 9110 section 5.6.2), such as a method or field name.
  static func isToken(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && allBytes(of: text, satisfy: isTokenByte)
  }

  /// Returns whether the text is valid as the value of a field: it has no control characters except tab.
  static func isFieldValue(_ text: some StringProtocol) -> Bool {
    allBytes(of: text) { $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7f) }
  }

  /// Returns whether a token may contain this byte: `tchar` of RFC 9110 section 5.6.2.
  static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "^"), UInt8(ascii: "`"),
      UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Decodes the name or value of a field: as UTF-8, or as Latin-1 if the bytes are not UTF-8 (RFC 9110 section 5.5).
  ///
  /// A value that is sent back unchanged is decoded by ``OpaqueText``.
  package static func text(_ bytes: some Collection<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// Uses contiguous storage if there is some, as native Swift strings have.
  @inline(__always)
  private static func allBytes(
    of text: some StringProtocol, satisfy isFit: (UInt8) -> Bool
  ) -> Bool {
    let areAllFit = text.utf8.withContiguousStorageIfAvailable { bytes in
      for index in bytes.indices where unsafe !isFit(bytes[index]) { return false }
      return true
    }
    return areAllFit ?? text.utf8.allSatisfy(isFit)
  }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// Returns whether the text begins or ends with a space or tab.
  static func isSpaced(_ text: some StringProtocol) -> Bool {
    let ends = text.utf8.withContiguousStorageIfAvailable { bytes in
      guard let first = unsafe bytes.first, let last = unsafe bytes.last else { return false }
      return isSpace(first) || isSpace(last)
    }
    if let ends { return ends }
    let bytes = Substring(text).utf8
    return bytes.first.map(isSpace) ?? false || bytes.last.map(isSpace) ?? false
  }

  /// Returns the text without surrounding spaces and tabs, which are not part of a value (RFC 9110 section 5.5).
  package static func trimmed(_ text: some StringProtocol) -> String {
    guard isSpaced(text) else { return String(text) }
    let result = text.utf8.withContiguousStorageIfAvailable { bytes in
      unsafe trimmed(bytes, in: 0..<bytes.count)
    }
    if let result { return result }
    var bytes = Substring(text).utf8
    bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return String(Substring(bytes))
  }

  private static func trimmed(_ bytes: UnsafeBufferPointer<UInt8>, in range: Range<Int>) -> String {
    var (start, end) = (range.lowerBound, range.upperBound)
    // The range is within the buffer.
    while start < end, unsafe isSpace(bytes[start]) { start += 1 }
    while start < end, unsafe isSpace(bytes[end - 1]) { end -= 1 }
    return unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
  }

  /// Parses a number of digits only, such as a length.
  ///
  /// A number that is too large becomes the largest one.
  static func digits(_ text: String) -> Int64? {
    let number = unsafe text.utf8.withContiguousStorageIfAvailable {
      unsafe digits($0.span)
    }
    return number ?? digits(Array(text.utf8).span)
  }

  private static func digits(_ bytes: Span<UInt8>) -> Int64? {
    guard !bytes.isEmpty else { return nil }
    var number: Int64 = 0
    for index in bytes.indices {
      guard 0x30...0x39 ~= bytes[index] else { return nil }
      let (tens, isTooLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, overflows) = tens.addingReportingOverflow(Int64(bytes[index] - 0x30))
      number = isTooLarge || overflows ? .max : sum
    }
    return number
  }

  /// Splits a list and trims its elements.
  ///
  /// A separator inside quotes or `<>` does not split.
  ///
  /// A quote opens only where a value may begin: at the start of a member or parameter, or after `=` (RFC 9110 section
  /// 5.6.6, RFC 8288 appendix B.3). Elsewhere, as in `title=12"`, it is plain text, like a quote or `<` without its
  /// closing counterpart, so it does not swallow what follows.
  static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
    let mark = UInt8(ascii: separator)
    // Strings of Foundation are not contiguous.
    var contiguous = text
    let parts: [String] = contiguous.withUTF8 { bytes in
      var parts: [String] = []
      guard let first = bytes.baseAddress, unsafe memchr(first, Int32(mark), bytes.count) != nil else {
        return parts
      }
      var (start, index) = (0, 0)
      var lastQuoteIsOpen = false
      var mayBeginValue = true
      // Each index is within the buffer.
      while index < bytes.count {
        let byte = unsafe bytes[index]
        index += 1
        switch byte {
        case mark:
          unsafe parts.append(trimmed(bytes, in: start..<index - 1))
          start = index
        case UInt8(ascii: "\"") where mayBeginValue && !lastQuoteIsOpen:
          let end = unsafe endOfQuoted(bytes, from: index)
          lastQuoteIsOpen = end == nil
          index = end ?? index
        case UInt8(ascii: "<"):
          var end = index
          while end < bytes.count, unsafe bytes[end] != UInt8(ascii: "<") && bytes[end] != UInt8(ascii: ">") {
            end += 1
          }
          if end < bytes.count, unsafe bytes[end] == UInt8(ascii: ">") { index = end }
        default: break
        }
        if !isSpace(byte) { mayBeginValue = beginsValue(byte) }
      }
      if start > 0 { unsafe parts.append(trimmed(bytes, in: start..<bytes.count)) }
      return parts
    }
    return parts.isEmpty ? [trimmed(text)] : parts
  }

  /// Returns whether a value may begin after this byte and spaces.
  private static func beginsValue(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "=") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
  }

  /// Returns the index after the closing quote.
  private static func endOfQuoted(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var index = start
    // Each index is within the buffer.
    while index < bytes.count {
      switch unsafe bytes[index] {
      case UInt8(ascii: "\\"): index += 2
      case UInt8(ascii: "\""): return index + 1
      default: index += 1
      }
    }
    return nil
  }

  /// Parses `name=value` or `name="value"`.
  ///
  /// The value is empty if there is none.
  @inline(never)
  static func parameter(_ text: String) -> (name: String, value: String) {
    let (name, value) = text.cut(at: "=")
    return (folded(trimmed(name)), value.map { unquoted(trimmed($0)) } ?? "")
  }

  /// Returns the content of a quoted string (RFC 9110 section 5.6.4), or other text unchanged.
  ///
  /// If the closing quote is missing, it ends with the text (RFC 8288 appendix B.4; Fetch, "collect an HTTP quoted
  /// string").
  static func unquoted(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "\"") else { return text }
    let isOpen = hasOpenQuote(text)
    guard isOpen || text.utf8.last == UInt8(ascii: "\"") else { return text }
    let quoted = text.utf8.dropFirst().dropLast(isOpen ? 0 : 1)
    guard quoted.contains(UInt8(ascii: "\\")) else { return String(Substring(quoted)) }
    var result: [UInt8] = []
    var isEscaped = false
    for byte in quoted {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else {
        result.append(byte)
        isEscaped = false
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns whether the text is a quoted string whose closing quote is missing.
  static func hasOpenQuote(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "\"") else { return false }
    var contiguous = text
    return contiguous.withUTF8 { unsafe endOfQuoted($0, from: 1) == nil }
  }

  /// Returns the text with ASCII letters in lower case and everything else unchanged.
  @inline(never)
  package static func folded(_ text: some StringProtocol) -> String {
    guard !allBytes(of: text, satisfy: { !(0x41...0x5a ~= $0) }) else { return String(text) }
    return String(decoding: text.utf8.map { 0x41...0x5a ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension Span<UInt8> {
  /// Returns whether the bytes are this name, ignoring case.
  ///
  /// It consists of lower-case letters, digits and hyphens, of which only the letters have the bit 0x40.
  func isName(_ name: StaticString) -> Bool {
    guard count == name.utf8CodeUnitCount else { return false }
    guard count >= 8 else { return unsafe isShortName(name.utf8Start) }
    // Eight bytes at a time; the last eight may overlap with those before.
    let start = unsafe UnsafeRawPointer(name.utf8Start)
    var offset = 0
    while offset < count {
      let index = Swift.min(offset, count - 8)
      // The index is at most eight less than the length of both.
      let word = unsafe bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self)
      let expected = unsafe start.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      // The letters may differ in the bit 0x20.
      let mayDiffer = (expected & 0x4040_4040_4040_4040) &>> 1
      guard (word ^ expected) & ~mayDiffer == 0 else { return false }
      offset += 8
    }
    return true
  }

  private func isShortName(_ start: UnsafePointer<UInt8>) -> Bool {
    for index in 0..<count {
      // The index is less than the length of both.
      let (byte, expected) = unsafe (self[unchecked: index], start[index])
      guard byte == expected || byte ^ expected == 0x20 && 0x61...0x7a ~= expected else { return false }
    }
    return true
  }
}
