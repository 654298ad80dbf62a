import Foundation

/// Decides which packets of a connection are lost, from a seed, as a pure value.
struct PacketLoss: Sendable {
  /// The number of bytes in a packet: an Ethernet frame of 1,500 without the headers of IPv4 and TCP (RFC 9293 section
  /// 3.7.1).
  static let packetSize = 1_460.0
  /// The time after which a packet is sent again if no other packet follows it (RFC 6298 section 2.1).
  private static let firstTimeout = Duration.seconds(1)

  private let loss: Double
  private var state: UInt64

  init(_ loss: Double, seed: UInt64, connection: Int) {
    self.loss = loss
    // Mixed, because the states of the generator are multiples of its step apart: otherwise each connection would have
    // the numbers of the one before it, one step later.
    state = Self.mixed(seed &+ UInt64(bitPattern: Int64(connection)) &* Self.step)
  }

  /// The number of bytes before the next lost packet; infinite without loss.
  ///
  /// - `isFirst`: Whether the next packet may be lost. One that is sent again arrives.
  mutating func bytesUntilLoss(isFirst: Bool) -> Double {
    guard loss > 0 else { return .infinity }
    // The number of packets is distributed geometrically.
    // `log(1 - loss)` is zero for a loss that is too small to change 1.
    let packets = (log1p(-random()) / log1p(-loss)).rounded(.down)
    return (isFirst ? packets : packets + 1) * Self.packetSize
  }

  /// The time by which the losses of a single packet and its response delay a round trip.
  mutating func delayOfRoundTrip() -> Duration {
    guard loss > 0 else { return .zero }
    let both = 1 - (1 - loss) * (1 - loss)
    var delay = Duration.zero
    var timeout = Self.firstTimeout
    // After six losses a client gives up; the last packet arrives here, so that each exchange ends.
    for _ in 0..<6 {
      guard random() < both else { break }
      delay += timeout
      timeout *= 2
    }
    return delay
  }

  /// A number from 0 to less than 1 (SplitMix64).
  private mutating func random() -> Double {
    state &+= Self.step
    return Double(Self.mixed(state) >> 11) / 9_007_199_254_740_992
  }

  private static let step: UInt64 = 0x9e37_79b9_7f4a_7c15

  private static func mixed(_ state: UInt64) -> UInt64 {
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
