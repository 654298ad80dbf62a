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
  /// A run that sends more, such as one that retries without a limit, is stopped at once and fails as one that does not
  /// end (``SweepSign/endless``). Its body is never resumed.
  public var requests = 1_000
  /// How many pairs of faults, orders or mutations a sweep tries; nil for the default of the sweep.
  ///
  /// A sweep of faults always tries every single fault, too. A sweep of orders or mutations tries at least one, because
  /// otherwise it would check nothing.
  public var runs: Int?
  /// How long the sweep waits in real time for code that runs outside of its executor; half a second by default.
  ///
  /// Such code is an unstructured task, a main actor, or a queue. Before the virtual time
  /// advances by a second or more, such code gets a moment to continue. The report says if there was such code.
  public var realTime = Duration.milliseconds(500)
  /// How long a run may keep its thread in real time, in a loop without `await` or blocked; 30 seconds by default.
  ///
  /// Then the sweep ends with a failure that names the run. The thread keeps running, because nothing can end it.
  public var blocking = Duration.seconds(30)

  /// Creates the default limits.
  public init() {}
}
