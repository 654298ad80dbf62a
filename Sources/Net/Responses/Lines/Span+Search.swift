extension Span<UInt8> {
  /// Returns the index of the first byte with this value, or nil if there is none.
  func firstIndex(of byte: UInt8, from start: Int) -> Int? { firstIndex(of: byte, or: byte, from: start) }

  /// Returns the index of the first byte with one of two values, or nil if there is none.
  ///
  /// It examines eight bytes at once. A byte of a word is zero if subtracting 1 borrows although its highest bit is not
  /// set. The lowest byte found this way is correct.
  func firstIndex(of byte: UInt8, or other: UInt8, from start: Int) -> Int? {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits: UInt64 = 0x8080_8080_8080_8080
    let (first, second) = (ones &* UInt64(byte), ones &* UInt64(other))
    var index = start
    while index <= count - 8 {
      // All eight bytes are inside the span, they have no padding, and any eight bytes are a valid integer.
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
