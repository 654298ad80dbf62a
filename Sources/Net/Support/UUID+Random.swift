package import Foundation

extension UUID {
  /// Returns a random UUID (RFC 9562 section 5.4).
  ///
  /// Foundation's initializer reads `/dev/urandom` on Linux and does not notice if it cannot be opened. A process
  /// without a free descriptor would get the same UUID each time. This one needs no descriptor.
  package static func random() -> UUID {
    let version: UInt64 = 0x4000
    let variant: UInt64 = 0x8000_0000_0000_0000
    let high = UInt64.random(in: 0...UInt64.max) & ~0xf000 | version
    let low = UInt64.random(in: 0...UInt64.max) >> 2 | variant
    func byte(_ bits: UInt64, _ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: bits >> (56 - 8 * index)) }
    return UUID(
      uuid: (
        byte(high, 0), byte(high, 1), byte(high, 2), byte(high, 3),
        byte(high, 4), byte(high, 5), byte(high, 6), byte(high, 7),
        byte(low, 0), byte(low, 1), byte(low, 2), byte(low, 3),
        byte(low, 4), byte(low, 5), byte(low, 6), byte(low, 7)
      ))
  }
}
