public import Foundation

/// The clock of a session: wall time, monotonic time, and scheduled actions.
///
/// A session uses it for everything: timeouts, delays and queues, the age of cookies, and dates in `Retry-After`.
/// ``DispatchTimer`` is the system's clock. A test uses a virtual one, which it advances.
///
/// ```swift
/// let pending = timer.schedule(after: .seconds(2)) { print("two seconds later") }
/// pending.cancel()
/// ```
///
/// Methods are called on any thread, without locks held.
public protocol NetworkTimer: Sendable {
  /// The monotonic time since an arbitrary origin. It never decreases.
  var now: Duration { get }

  /// The wall time. It goes back if the system's clock is set back.
  var date: Date { get }

  /// Runs the action once after the delay, on a thread of the clock's choice.
  ///
  /// A delay of zero or less means as soon as possible, but never inside this call. The delay is monotonic time.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation
}

/// Something scheduled or in progress that can be cancelled.
///
/// `cancel()` is idempotent and may be called from any thread.
public protocol Cancellation: Sendable {
  /// Cancels it. Does nothing if the action has begun.
  func cancel()
}
