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
  ///
  /// A run that sends more, such as one that tries again without a limit, ends at once and fails as one that does not
  /// end (``SweepSign/endless``). Its body is left
  /// where it waits.
  public var requests = 1_000
  /// How many runs a sweep makes beyond the single faults, or of orders or mutations; nil for the default of the sweep.
  ///
  /// A sweep of orders or mutations makes at least one, because otherwise it would check nothing.
  public var runs: Int?
  /// How long the sweep waits in real time for code that runs outside of its executor; half a second by default.
  ///
  /// Such code is an unstructured task, a main actor, or a queue. The virtual time does not advance by a
  /// second or more before such code had a moment to continue. A report notes if there was such code.
  public var realTime = Duration.milliseconds(500)
  /// How long a run may keep its thread in real time, in a loop without `await` or blocked; 30 seconds by default.
  ///
  /// Then the sweep ends with a failure that names the run. The thread is left behind, because nothing can end it.
  public var blocking = Duration.seconds(30)

  /// Creates the default limits.
  public init() {}
}
