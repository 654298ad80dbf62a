/// Where and when work runs: the only source of time and of threads in this module.
///
/// Operators that wait (`timeout`, `retry(backoff:)`) or move work (`observe(on:)`, `subscribe(on:)`) take a scheduler,
/// so that a test can pass virtual time.
///
/// ```swift
/// scheduler.schedule(after: .milliseconds(250)) { print("a quarter of a second later") }
/// ```
///
/// The actions of a serial scheduler run one at a time, in order of their due time, and among equal times in the order
/// they were scheduled.
public protocol Scheduler: Sendable {
  /// The monotonic time since an origin that the scheduler chooses.
  var now: Duration { get }

  /// Runs the action as soon as the scheduler can. Disposing before it begins cancels it.
  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable

  /// Runs the action once the delay has passed. A delay of zero or less means as soon as the scheduler can.
  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable

  /// Runs the action repeatedly: first after a delay, then once in each period, until disposed of.
  ///
  /// The default implementation needs only ``schedule(after:_:)`` and does not drift, so your own scheduler need not
  /// implement this.
  @discardableResult
  func schedulePeriodic(
    startAfter delay: Duration, period: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable
}

extension Scheduler {
  /// Runs the action repeatedly: first after a delay, then once in each period, until disposed of.
  ///
  /// ```swift
  /// let ticking = scheduler.schedulePeriodic(startAfter: .zero, period: .seconds(1)) { print("tick") }
  /// ```
  ///
  /// Runs do not overlap, and do not drift: each is due a whole number of periods after the first, however late the
  /// previous one was. Runs missed during a long one are replaced by one. The next run is scheduled before the action
  /// is called, so it precedes what the action schedules for the same time. A period of zero or less means as soon as
  /// the scheduler can, after the action.
  @discardableResult
  public func schedulePeriodic(
    startAfter delay: Duration, period: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let repetition = Repetition(action, period: period, on: self)
    repetition.start(after: delay)
    return repetition
  }
}
