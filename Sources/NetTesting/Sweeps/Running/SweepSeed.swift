/// The start value of everything that a sweep chooses at random: the same seed makes the same choices.
///
/// ```swift
/// try await everyOrder(seed: 7) { network in try await pay(network) }.expect()
/// ```
///
/// The default is ``standard``, so that a test does the same in each run. ``random()`` tries other choices in each run;
/// the report of a failure names the seed.
public struct SweepSeed: Sendable, Hashable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  /// The number.
  public let value: UInt64

  /// Creates a seed.
  public init(_ value: UInt64) { self.value = value }

  /// Creates a seed.
  public init(integerLiteral value: UInt64) { self.value = value }

  /// The seed of sweeps that state none: 1.
  public static let standard = SweepSeed(1)

  /// Returns a seed that differs from run to run.
  public static func random() -> SweepSeed { SweepSeed(UInt64.random(in: 1...0xffff_ffff)) }

  /// A generator that starts at this seed.
  public var generator: SweepGenerator { SweepGenerator(self) }

  /// The number.
  public var description: String { "\(value)" }
}

/// A random number generator that depends only on its seed (SplitMix64).
///
/// ```swift
/// var generator = network.seed.generator
/// let delay = Duration.milliseconds(Int.random(in: 0...500, using: &generator))
/// ```
public struct SweepGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator.
  public init(_ seed: SweepSeed) { state = seed.value }

  /// Returns the next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
