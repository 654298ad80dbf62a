public import Foundation

/// The one clock of a session: wall time, monotonic time, and whatever waits for them.
///
/// A session is given one, and all of it goes by that: timeouts, delays and queues, the age of cookies, and dates in
/// `Retry-After`. ``DispatchTimer`` is the system's clock; a test gives the session a virtual one and moves all of them together.
///
/// ```swift
/// let pending = timer.schedule(after: .seconds(2)) { print("two seconds later") }
/// pending.cancel()
/// ```
///
/// An implementation is called from any thread, and while no lock is held.
public protocol NetworkTimer: Sendable {
  /// The monotonic time that has passed since an origin of the clock's own choosing. It never goes back.
  var now: Duration { get }

  /// The wall time. That of the system goes back when somebody sets it.
  var date: Date { get }

  /// Runs the action once, when the delay has passed, on a thread of the clock's choosing.
  ///
  /// A delay of zero or less means as soon as possible, but never inside this call. The delay is monotonic time.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation
}

/// Something scheduled or under way that can be cancelled.
///
/// `cancel()` is idempotent and may be called from any thread.
public protocol Cancellation: Sendable {
  /// Cancels it. Once the action has begun this does nothing.
  func cancel()
}
