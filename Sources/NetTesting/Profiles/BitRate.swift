/// A bandwidth.
///
/// ```swift
/// let down = BitRate.megabits(1.6)  // 200,000 bytes per second
/// ```
///
/// A kilobit is 1,000 bits, as in the data sheets of networks.
public struct BitRate: Sendable, Hashable, CustomStringConvertible {
  /// The number of bytes per second; infinite without a limit.
  public let bytesPerSecond: Double

  /// Creates a bandwidth of this many bytes per second.
  public init(bytesPerSecond: Double) { self.bytesPerSecond = bytesPerSecond }

  /// A bandwidth of this many thousands of bits per second.
  public static func kilobits(_ count: Double) -> BitRate { BitRate(bytesPerSecond: count * 125) }

  /// A bandwidth of this many millions of bits per second.
  public static func megabits(_ count: Double) -> BitRate { BitRate(bytesPerSecond: count * 125_000) }

  /// No limit: bytes take no time.
  public static let unlimited = BitRate(bytesPerSecond: .infinity)

  /// The bandwidth in kilobits per second.
  public var description: String {
    bytesPerSecond.isInfinite && bytesPerSecond > 0 ? "unlimited" : "\(bytesPerSecond / 125) kbit/s"
  }
}
