import Foundation

/// Makes UTF-8 of UTF-16 and UTF-32 that arrive in pieces, wherever they are cut: a pure value.
///
/// A mark at the beginning says the order of the bytes where the encoding does not; without one they are big-endian. What
/// is no text becomes U+FFFD.
struct WideTextTranscoder: Sendable {
  /// How many bytes a unit has: 2 or 4.
  private let width: Int
  /// Nil until it is known.
  private var isBigEndian: Bool?
  /// What is no whole character yet.
  private var rest: [UInt8] = []

  /// Makes one; nil for an encoding in which LF is the byte 10 and nothing else has it.
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

  /// What can be read by now.
  mutating func utf8(of piece: Data) -> Data {
    rest.append(contentsOf: piece)
    guard rest.count >= width else { return Data() }
    let isBigEndian = self.isBigEndian ?? orderOfMark() ?? true
    self.isBigEndian = isBigEndian
    var units = stride(from: 0, to: rest.count - width + 1, by: width).map { start in
      let bytes = rest[start..<start + width]
      return isBigEndian ? Self.unit(bytes) : Self.unit(bytes.reversed())
    }
    // The first half of a pair waits for the second.
    if width == 2, let last = units.last, UTF16.isLeadSurrogate(UInt16(truncatingIfNeeded: last)) {
      units.removeLast()
    }
    rest.removeFirst(units.count * width)
    return Data(text(of: units).utf8)
  }

  /// What is left when nothing follows: a character that was cut off, or nothing.
  mutating func finish() -> Data {
    defer { rest = [] }
    return rest.isEmpty ? Data() : Data("\u{fffd}".utf8)
  }

  /// The order that a mark at the beginning says. The mark itself is passed over by who cuts the lines.
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
