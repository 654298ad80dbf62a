/// A number of seconds in a field (RFC 9111 section 1.2.2).
enum DeltaSeconds {
  /// The greatest number.
  ///
  /// Larger ones count as this one, which stands for an age or lifetime without end. Where an `Int` has 32 bits, it is
  /// one less, which the section allows.
  static let greatest = Int(clamping: Int64(1) << 31)

  /// Parses digits only, with any number of leading zeros.
  ///
  /// Returns nil for everything else: a sign, a fraction, quotes, blanks, nothing at all.
  static func parse(_ digits: some Collection<UInt8>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var number = 0
    for byte in digits {
      guard let next = adding(byte, to: number) else { return nil }
      number = next
    }
    return number
  }

  /// Parses the bytes of a text, as the other function parses a collection of bytes.
  static func parse(_ digits: Span<UInt8>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var number = 0
    for index in digits.indices {
      guard let next = adding(digits[index], to: number) else { return nil }
      number = next
    }
    return number
  }

  private static func adding(_ byte: UInt8, to number: Int) -> Int? {
    guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
    // In 64 bits, because ten times the greatest number needs more than 32.
    return Int(min(Int64(number) * 10 + Int64(byte - UInt8(ascii: "0")), Int64(greatest)))
  }
}
