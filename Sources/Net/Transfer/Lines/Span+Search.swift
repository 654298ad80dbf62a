extension Span<UInt8> {
  /// The index of the first byte of this value; nil when there is none.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? { firstIndex(of: byte, or: byte, from: start) }

  /// The index of the first byte that has one of two values; nil when there is none.
  ///
  /// Eight bytes are looked at together: a byte of a word is zero where subtracting one from it borrows although its
  /// highest bit is not set, and the lowest one found in that way is right.
  func firstIndex(of byte: UInt8, or other: UInt8, from start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let (first, second) = (ones &* UInt64(byte), ones &* UInt64(other))
    var index = start
    while index <= count - 8 {
      // All eight bytes are inside the span, bytes have no padding, and any of them are an integer.
      let word = unsafe UInt64(
        littleEndian: bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      let (left, right) = (word ^ first, word ^ second)
      let found = ((left &- ones) & ~left | (right &- ones) & ~right) & highBits
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < count {
      if self[index] == byte || self[index] == other { return index }
      index += 1
    }
    return nil
  }
}
