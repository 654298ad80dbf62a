/// The limits of one run of a sweep.
///
/// ```swift
/// var limits = SweepLimits()
/// limits.time = .seconds(3_600)
/// ```
public struct SweepLimits: Sendable, Hashable {
  /// How long a run may take in virtual time; 10 minutes by default.
  public var time = Duration.seconds(600)
  /// How many requests a run may send; 1,000 by default.
  public var requests = 1_000
  /// How many runs a sweep makes beyond the single faults, or of orders; nil for the default of the sweep.
  public var runs: Int?
  /// How long the kit waits in real time for code that runs outside of its executor; half a second by default.
  ///
  /// Such code is an unstructured task, a main actor, or a queue. The report names the time that was waited.
  public var realTime = Duration.milliseconds(500)

  /// Creates the default limits.
  public init() {}
}
