package import Foundation

/// An incremental SHA-256 digest (FIPS 180-4).
///
/// It verifies downloaded files. The platforms have no common library for it.
package struct SHA256: Sendable {
  private typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

  private var state: State = (
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
  )
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  package init() {}

  /// Returns the digest of all bytes.
  package static func digest(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var hash = SHA256()
    // The bytes are valid during the closure.
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { bytes in
      unsafe hash.update(UnsafeRawBufferPointer(bytes))
    }
    if isDone == nil { hash.update(Data(bytes)) }
    return hash.finish()
  }

  /// Adds bytes.
  package mutating func update(_ data: Data) {
    // The bytes are valid during the closure.
    unsafe data.withUnsafeBytes { unsafe update($0) }
  }

  private mutating func update(_ bytes: UnsafeRawBufferPointer) {
    count &+= UInt64(bytes.count)
    var offset = 0
    if !rest.isEmpty {
      offset = min(64 - rest.count, bytes.count)
      unsafe rest.append(contentsOf: bytes[..<offset])
      guard rest.count == 64 else { return }
      mixRest()
    }
    // Each block is within the buffer.
    while offset + 64 <= bytes.count {
      unsafe Self.mix(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 64]), into: &state)
      offset += 64
    }
    guard offset < bytes.count else { return }
    rest.reserveCapacity(64)
    unsafe rest.append(contentsOf: bytes[offset...])
  }

  /// Returns the digest of the bytes so far.
  package func finalized() -> [UInt8] {
    var copy = self
    return copy.finish()
  }

  /// Pads the bytes, and returns their digest.
  private mutating func finish() -> [UInt8] {
    rest.reserveCapacity(64)
    rest.append(0x80)
    if rest.count > 56 {
      fillRest(to: 64)
      mixRest()
    }
    fillRest(to: 56)
    let bits = count &* 8
    for shift in stride(from: 56, through: 0, by: -8) {
      rest.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift)))
    }
    mixRest()
    let (a, b, c, d, e, f, g, h) = state
    var digest: [UInt8] = []
    digest.reserveCapacity(32)
    for word in [a, b, c, d, e, f, g, h] {
      for shift in stride(from: 24, through: 0, by: -8) {
        digest.append(UInt8(truncatingIfNeeded: word >> UInt32(shift)))
      }
    }
    return digest
  }

  private mutating func fillRest(to size: Int) {
    rest.append(contentsOf: repeatElement(0, count: size - rest.count))
  }

  private mutating func mixRest() {
    // The block has 64 bytes, which are valid during the closure.
    unsafe rest.withUnsafeBytes { block in unsafe Self.mix(block, into: &state) }
    rest.removeAll(keepingCapacity: true)
  }

  /// Returns the digest in lower-case hexadecimal digits.
  package static func hexadecimal(_ digest: some Sequence<UInt8>) -> String {
    digest.map { byte in
      let digits = String(byte, radix: 16)
      return digits.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Processes one block of 64 bytes (section 6.2.2).
  private static func mix(_ block: UnsafeRawBufferPointer, into state: inout State) {
    unsafe withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
      // All 64 words are written before they are read: the first 16 here, the others from earlier ones.
      for index in 0..<16 {
        unsafe words[index] = UInt32(
          bigEndian: block.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self))
      }
      for index in 16..<64 {
        let (far, near) = unsafe (words[index - 15], words[index - 2])
        let first = turned(far, 7) ^ turned(far, 18) ^ (far &>> 3)
        let second = turned(near, 17) ^ turned(near, 19) ^ (near &>> 10)
        unsafe words[index] = words[index - 16] &+ first &+ words[index - 7] &+ second
      }
      var (a, b, c, d, e, f, g, h) = state
      for index in 0..<64 {
        let high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
        let choice = (e & f) ^ (~e & g)
        let one = unsafe h &+ high &+ choice &+ constants[index] &+ words[index]
        let low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
        let majority = (a & b) ^ (a & c) ^ (b & c)
        (h, g, f, e) = (g, f, e, d &+ one)
        (d, c, b, a) = (c, b, a, one &+ low &+ majority)
      }
      let old = state
      state = (
        old.0 &+ a, old.1 &+ b, old.2 &+ c, old.3 &+ d, old.4 &+ e, old.5 &+ f, old.6 &+ g, old.7 &+ h
      )
    }
  }

  @inline(__always)
  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    (word &>> count) | (word &<< (32 &- count))
  }

  /// The first 32 bits of the fractions of the cube roots of the first 64 primes (section 4.2.2).
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
