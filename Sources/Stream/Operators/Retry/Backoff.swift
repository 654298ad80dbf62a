/// How long to wait before each further attempt, and when to stop retrying.
///
/// The delay doubles from `base` up to `maximumDelay`. Jitter takes a random share of it away, so that clients that
/// failed together do not retry together. The randomness is seeded, so that the same value gives the same delays every
/// time.
///
/// ```swift
/// let backoff = Backoff(maximumAttempts: 4, base: .milliseconds(200), maximumDelay: .seconds(5), jitter: 0.5, seed: 7)
///   .retrying { $0 is URLError }
/// ```
public struct Backoff: Sendable {
  /// The maximum number of attempts, including the first: 3 means two retries.
  public var maximumAttempts: Int
  /// The delay before the second attempt.
  public var base: Duration
  /// The longest delay; one below zero counts as zero.
  public var maximumDelay: Duration
  /// The largest share of a delay that jitter may take away, from 0 (none) to 1 (all).
  public var jitter: Double
  /// The seed of the random numbers.
  ///
  /// Give each client a different one.
  public var seed: UInt64

  private var isWorthRetrying: @Sendable (any Error) -> Bool = { _ in true }

  /// Creates a backoff with a maximum number of attempts, including the first.
  public init(
    maximumAttempts: Int, base: Duration = .seconds(1), maximumDelay: Duration = .seconds(60),
    jitter: Double = 0, seed: UInt64 = 0
  ) {
    self.maximumAttempts = maximumAttempts
    self.base = base
    self.maximumDelay = maximumDelay
    self.jitter = jitter
    self.seed = seed
  }

  /// Creates a backoff with a maximum number of attempts, including the first.
  @available(*, deprecated, renamed: "init(maximumAttempts:base:maximumDelay:jitter:seed:)")
  public init(
    attempts: Int, base: Duration = .seconds(1), maximumDelay: Duration = .seconds(60), jitter: Double = 0,
    seed: UInt64 = 0
  ) {
    self.init(maximumAttempts: attempts, base: base, maximumDelay: maximumDelay, jitter: jitter, seed: seed)
  }

  /// Returns the same backoff, limited to errors that satisfy the predicate; others are not retried.
  public func retrying(
    where predicate: @escaping @Sendable (any Error) -> Bool
  ) -> Backoff {
    var copy = self
    copy.isWorthRetrying = predicate
    return copy
  }

  /// Returns the delay after an error, or nil to stop retrying.
  ///
  /// `attempts` is the number of attempts so far, at least one.
  public func delay(after error: any Error, attempts: Int) -> Duration? {
    guard attempts < maximumAttempts, isWorthRetrying(error) else { return nil }
    return delay(attempts: attempts)
  }

  private func delay(attempts: Int) -> Duration {
    // Limited, so that doubling never overflows.
    let longest = Swift.min(Swift.max(maximumDelay, .zero), .seconds(Int64.max))
    var delay = Swift.min(Swift.max(base, .zero), longest)
    var doublings = attempts - 1
    // Zero stays zero however often it is doubled.
    while doublings > 0, delay > .zero, delay < longest {
      delay = Swift.min(delay * 2, longest)
      doublings -= 1
    }
    let share = Swift.min(Swift.max(jitter, 0), 1)
    guard share > 0 else { return delay }
    return delay * (1 - share * Backoff.fraction(seed: seed, number: UInt64(clamping: attempts)))
  }

  /// A number from 0 up to 1: the n-th of the SplitMix64 sequence that starts at the seed.
  private static func fraction(seed: UInt64, number: UInt64) -> Double {
    var bits = seed &+ number &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    bits ^= bits >> 31
    return Double(bits >> 11) / 9_007_199_254_740_992
  }
}
