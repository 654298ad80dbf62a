/// The source of time for everything in Net that waits: timeouts, back-off, queues.
///
/// A session is given one, so that a test can give it virtual time; ``DispatchTimer`` is the real one.
///
/// ```swift
/// let pending = timer.schedule(after: .seconds(2)) { print("two seconds later") }
/// pending.cancel()
/// ```
public protocol NetworkTimer: Sendable {
  /// The monotonic time that has passed since an origin of the timer's own choosing.
  var now: Duration { get }

  /// Runs the action once, when the delay has passed, on a thread of the timer's choosing.
  ///
  /// A delay of zero or less means as soon as possible, but never inside this call.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation
}

/// Something scheduled or under way that can be called off.
///
/// `cancel()` is idempotent and may be called from any thread.
public protocol Cancellation: Sendable {
  /// Calls it off. Once the action has begun this does nothing.
  func cancel()
}
