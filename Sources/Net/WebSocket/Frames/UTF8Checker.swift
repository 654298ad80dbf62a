/// Checks UTF-8 that arrives in parts (RFC 3629), and fails at the first byte that cannot continue it.
package struct UTF8Checker: Sendable, Equatable {
  /// The number of continuation bytes that the current character still needs.
  private var missing: UInt8 = 0
  /// The bounds of the next continuation byte.
  ///
  /// They exclude overlong forms, surrogates and numbers beyond U+10FFFF.
  private var low: UInt8 = 0x80
  private var high: UInt8 = 0xbf

  package init() {}

  /// Whether the text may end here.
  package var isComplete: Bool { missing == 0 }

  /// Returns whether the bytes continue valid text.
  package mutating func accept(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let count = bytes.count
    var index = 0
    while index < count {
      if missing == 0 {
        index = unsafe Self.endOfASCII(bytes, from: index)
        guard index < count else { return true }
      }
      guard unsafe accept(bytes[index]) else { return false }
      index &+= 1
    }
    return true
  }

  private mutating func accept(_ byte: UInt8) -> Bool {
    if missing > 0 {
      guard byte >= low, byte <= high else { return false }
      (missing, low, high) = (missing - 1, 0x80, 0xbf)
      return true
    }
    switch byte {
    case 0x00...0x7f: break
    case 0xc2...0xdf: missing = 1
    case 0xe0: (missing, low) = (2, 0xa0)
    case 0xe1...0xec, 0xee, 0xef: missing = 2
    case 0xed: (missing, high) = (2, 0x9f)
    case 0xf0: (missing, low) = (3, 0x90)
    case 0xf1...0xf3: missing = 3
    case 0xf4: (missing, high) = (3, 0x8f)
    default: return false
    }
    return true
  }

  /// Returns the index of the first byte that is not ASCII, at or after `start`.
  private static func endOfASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    let count = bytes.count
    var index = start
    let mark: UInt64 = 0x8080_8080_8080_8080
    // Each access ends at or before `count`.
    while index &+ 64 <= count {
      let block = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt64>.self)
      let halves = block.lowHalf | block.highHalf
      let quarters = halves.lowHalf | halves.highHalf
      guard (quarters.x | quarters.y) & mark == 0 else { break }
      index &+= 64
    }
    while index &+ 8 <= count {
      guard unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & mark == 0 else { break }
      index &+= 8
    }
    while index < count, unsafe bytes[index] < 0x80 { index &+= 1 }
    return index
  }
}
