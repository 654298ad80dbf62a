/// A number of seconds in a field (RFC 9111 section 1.2.2).
enum DeltaSeconds {
  /// The greatest number.
  ///
  /// Larger ones count as this one, which stands for an age or lifetime without end.
  static let greatest = 1 << 31

  /// Parses digits only, with any number of leading zeros.
  ///
  /// Returns nil for everything else: a sign, a fraction, quotes, blanks, nothing at all.
  static func parse(_ digits: some Collection<UInt8>) -> Int? {
    guard !digits.isEmpty else { return nil }
    var number = 0
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      number = min(number * 10 + Int(byte - UInt8(ascii: "0")), greatest)
    }
    return number
  }
}
