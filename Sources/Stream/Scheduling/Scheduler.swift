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
}
