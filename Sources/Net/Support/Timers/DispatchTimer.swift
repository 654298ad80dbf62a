public import Dispatch
public import Foundation

/// The system's clock: wall time, and monotonic time in nanoseconds as far as the system supports it.
///
/// It is the default clock of a ``NetworkSession``.
///
/// ```swift
/// let timer = DispatchTimer()
/// let start = timer.now
/// let pending = timer.schedule(after: .milliseconds(1500)) { print(timer.now - start) }
/// pending.cancel()  // nothing is printed
/// ```
///
/// An action runs once, never inside the call that schedules it. Cancelling is idempotent and releases the action
/// immediately.
/// Delays are limited to 146 years.
public struct DispatchTimer: NetworkTimer {
  private let deadlines: DeadlineQueue

  /// Creates a timer whose actions run on dedicated threads.
  ///
  /// An action that blocks does not delay others.
  public init() { deadlines = DeadlineQueue(nil) }

  /// Creates a timer whose actions run on the queue.
  ///
  /// On a serial queue they wait for each other.
  public init(queue: DispatchQueue) { deadlines = DeadlineQueue(queue) }

  /// The time since the system started.
  public var now: Duration { Self.uptime }

  static var uptime: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

  /// The system's wall time.
  public var date: Date { Date() }

  /// Runs the action once, when the delay has passed.
  public func schedule(
    after delay: Duration, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellation {
    let scheduled = ScheduledAction(action, deadlines: deadlines)
    if delay > .zero {
      deadlines.schedule(at: DispatchTime.now().uptimeNanoseconds + delay.dispatchNanoseconds, scheduled)
    } else {
      deadlines.run(scheduled)
    }
    return scheduled
  }
}

extension Duration {
  /// The nearest number of nanoseconds that can be added to a time of Dispatch.
  ///
  /// A `DispatchTimeInterval` has an `Int`, which on a watch is two seconds long.
  var dispatchNanoseconds: UInt64 {
    // Half the range, so that adding the current time does not overflow.
    UInt64(min(max(0, clampedNanoseconds), Int64.max / 2))
  }
}
