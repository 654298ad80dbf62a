/// Where and when work runs: the only source of time and of threads in this module.
///
/// Operators that wait (`timeout`, `retry(backoff:)`) or move work (`observe(on:)`, `subscribe(on:)`) are
/// given a scheduler, so that a test can give them virtual time.
///
/// ```swift
/// scheduler.schedule(after: .milliseconds(250)) { print("a quarter of a second later") }
/// ```
///
/// Actions that one serial scheduler is given run one at a time, in order of their due time, and among equal
/// times in the order they were scheduled.
public protocol Scheduler: Sendable {
  /// The monotonic time that has passed since an origin of the scheduler's own choosing.
  var now: Duration { get }

  /// Runs the action as soon as the scheduler can. Disposing before it begins keeps it from running.
  @discardableResult
  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable

  /// Runs the action once the delay has passed. A delay of zero or less means as soon as the scheduler can.
  @discardableResult
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable

  /// Runs the action again and again: first once a delay has passed, then once in each period, until disposed of.
  ///
  /// There is a form of this that needs nothing but ``schedule(after:_:)``: it keeps to the times that the first call
  /// has set, and a scheduler of yours need not write its own.
  @discardableResult
  func schedulePeriodic(
    startAfter delay: Duration, period: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable
}

extension Scheduler {
  /// Runs the action again and again: first once a delay has passed, then once in each period, until disposed of.
  ///
  /// ```swift
  /// let ticking = scheduler.schedulePeriodic(startAfter: .zero, period: .seconds(1)) { print("tick") }
  /// ```
  ///
  /// Runs do not overlap, and do not drift: each is due a whole number of periods after the first, however late the
  /// one before was. Those that a long run has missed are made up for by one. A period of zero or less means as soon
  /// as the scheduler can.
  @discardableResult
  public func schedulePeriodic(
    startAfter delay: Duration, period: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let repetition = Repetition(action, period: period, on: self)
    repetition.start(after: delay)
    return repetition
  }
}
