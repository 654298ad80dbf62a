import Foundation

/// The checksum of data on disk: XXH64, 64 bits wide.
///
/// It detects damage, not forgery: anyone who can write to the directory of the cache can also write a
/// checksum. Four independent sums run over 32 bytes at a time, which is about ten times as fast as SHA-256.
enum BlockChecksum {
  /// Returns the checksum of the bytes.
  ///
  /// Different seeds give different checksums.
  static func of(_ bytes: UnsafeRawBufferPointer, seed: UInt64) -> UInt64 {
    let count = bytes.count
    var offset = 0
    var sum: UInt64
    if count >= 32 {
      var lanes = (seed &+ first &+ second, seed &+ second, seed, seed &- first)
      // Every load is within the buffer: 32 bytes remain at the start of each round.
      while offset &+ 32 <= count {
        lanes.0 = unsafe round(lanes.0, word(bytes, offset))
        lanes.1 = unsafe round(lanes.1, word(bytes, offset &+ 8))
        lanes.2 = unsafe round(lanes.2, word(bytes, offset &+ 16))
        lanes.3 = unsafe round(lanes.3, word(bytes, offset &+ 24))
        offset &+= 32
      }
      sum = turned(lanes.0, 1) &+ turned(lanes.1, 7) &+ turned(lanes.2, 12) &+ turned(lanes.3, 18)
      sum = merged(sum, lanes.0)
      sum = merged(sum, lanes.1)
      sum = merged(sum, lanes.2)
      sum = merged(sum, lanes.3)
    } else {
      sum = seed &+ fifth
    }
    sum &+= UInt64(count)
    while offset &+ 8 <= count {
      sum = unsafe turned(sum ^ round(0, word(bytes, offset)), 27) &* first &+ fourth
      offset &+= 8
    }
    if offset &+ 4 <= count {
      let half = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
      sum = turned(sum ^ (UInt64(half) &* first), 23) &* second &+ third
      offset &+= 4
    }
    while offset < count {
      sum = unsafe turned(sum ^ (UInt64(bytes[offset]) &* fifth), 11) &* first
      offset &+= 1
    }
    sum = (sum ^ (sum >> 33)) &* second
    sum = (sum ^ (sum >> 29)) &* third
    return sum ^ (sum >> 32)
  }

  /// Returns the checksum of the data.
  static func of(_ data: Data, seed: UInt64) -> UInt64 {
    // The bytes are valid during the closure.
    unsafe data.withUnsafeBytes { unsafe of($0, seed: seed) }
  }

  @inline(__always)
  private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  @inline(__always)
  private static func turned(_ word: UInt64, _ count: UInt64) -> UInt64 {
    (word &<< count) | (word &>> (64 &- count))
  }

  @inline(__always)
  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    turned(lane &+ word &* second, 31) &* first
  }

  @inline(__always)
  private static func merged(_ sum: UInt64, _ lane: UInt64) -> UInt64 {
    (sum ^ round(0, lane)) &* first &+ fourth
  }

  // The five primes of XXH64.
  private static let first: UInt64 = 0x9e37_79b1_85eb_ca87
  private static let second: UInt64 = 0xc2b2_ae3d_27d4_eb4f
  private static let third: UInt64 = 0x1656_67b1_9e37_79f9
  private static let fourth: UInt64 = 0x85eb_ca77_c2b2_ae63
  private static let fifth: UInt64 = 0x27d4_eb2f_1656_67c5
}
