import Foundation

/// Converts UTF-16 and UTF-32 that arrive in chunks, which may end anywhere, to UTF-8.
///
/// A pure value.
///
/// If the encoding does not specify the byte order, a byte order mark does; without one it is big-endian. Invalid text
/// becomes U+FFFD.
struct WideTextTranscoder: Sendable {
  /// The number of bytes per unit: 2 or 4.
  private let width: Int
  /// Nil until the byte order is known.
  private var isBigEndian: Bool?
  /// The bytes of an incomplete character.
  private var rest: [UInt8] = []

  /// Returns nil for an encoding in which the byte 10 means LF and nothing else.
  init?(_ encoding: String.Encoding) {
    switch encoding {
    case .utf16, .utf16BigEndian, .utf16LittleEndian: width = 2
    case .utf32, .utf32BigEndian, .utf32LittleEndian: width = 4
    default: return nil
    }
    switch encoding {
    case .utf16BigEndian, .utf32BigEndian: isBigEndian = true
    case .utf16LittleEndian, .utf32LittleEndian: isBigEndian = false
    default: isBigEndian = nil
    }
  }

  /// Returns the text that is complete so far.
  mutating func utf8(of chunk: Data) -> Data {
    rest.append(contentsOf: chunk)
    guard rest.count >= width else { return Data() }
    let isBigEndian = self.isBigEndian ?? orderOfMark() ?? true
    self.isBigEndian = isBigEndian
    var units = stride(from: 0, to: rest.count - width + 1, by: width).map { start in
      let bytes = rest[start..<start + width]
      return isBigEndian ? Self.unit(bytes) : Self.unit(bytes.reversed())
    }
    // A leading surrogate waits for the trailing one.
    if width == 2, let last = units.last, UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: last)) {
      units.removeLast()
    }
    rest.removeFirst(units.count * width)
    return Data(text(of: units).utf8)
  }

  /// Returns U+FFFD if the input ended inside a character, and nothing otherwise.
  mutating func finish() -> Data {
    defer { rest = [] }
    return rest.isEmpty ? Data() : Data("\u{fffd}".utf8)
  }

  /// Returns the byte order that a byte order mark specifies.
  ///
  /// The line parser skips the mark itself.
  private func orderOfMark() -> Bool? {
    switch Array(rest.prefix(width)) {
    case [0xfe, 0xff], [0, 0, 0xfe, 0xff]: true
    case [0xff, 0xfe], [0xff, 0xfe, 0, 0]: false
    default: nil
    }
  }

  private static func unit(_ bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func text(of units: [UInt32]) -> String {
    guard width == 2 else { return String(decoding: units, as: UTF32.self) }
    return String(decoding: units.map { UInt16(truncatingIfNeeded: $0) }, as: UTF16.self)
  }
}
