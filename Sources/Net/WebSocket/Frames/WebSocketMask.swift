/// Masks and unmasks payloads (RFC 6455 section 5.3), which are the same operation.
package enum WebSocketMask {
  /// A masking key: four bytes in the order of the wire.
  package struct Key: Sendable, Hashable {
    /// The bytes as they are in memory, whatever the byte order of the machine.
    let word: UInt32

    package init(_ word: UInt32) { self.word = word }

    /// The byte for this position of the payload.
    subscript(position: Int) -> UInt8 {
      UInt8(
        truncatingIfNeeded: UInt32(bigEndian: word) >> (24 - 8 * UInt32(truncatingIfNeeded: position & 3)))
    }

    /// The key for bytes that begin at an offset in the payload.
    func rotated(by offset: Int) -> Key {
      let bits = UInt32(offset & 3) * 8
      guard bits > 0 else { return self }
      let word = UInt32(bigEndian: word)
      return Key(UInt32(bigEndian: word << bits | word >> (32 - bits)))
    }
  }

  /// Masks the bytes in place, many at a time.
  ///
  /// - Parameters:
  ///   - key: The key of the frame.
  ///   - bytes: A part of a payload.
  ///   - offset: Where the part begins in the payload.
  package static func apply(_ key: Key, to bytes: UnsafeMutableRawBufferPointer, at offset: Int = 0) {
    let key = key.rotated(by: offset)
    let pattern = UInt64(key.word) << 32 | UInt64(key.word)
    let wide = SIMD8<UInt64>(repeating: pattern)
    let count = bytes.count
    var index = 0
    // Each access ends at or before `count`.
    while index &+ 64 <= count {
      let block = unsafe bytes.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt64>.self)
      unsafe bytes.storeBytes(of: block ^ wide, toByteOffset: index, as: SIMD8<UInt64>.self)
      index &+= 64
    }
    while index &+ 8 <= count {
      let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
      unsafe bytes.storeBytes(of: word ^ pattern, toByteOffset: index, as: UInt64.self)
      index &+= 8
    }
    while index < count {
      unsafe bytes[index] ^= key[index]
      index &+= 1
    }
  }
}
