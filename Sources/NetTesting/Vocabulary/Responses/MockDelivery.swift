public import Dispatch
import Net

/// When and where a mock delivers a response.
///
/// ```swift
/// let network = NetworkingMock(delivery: .held)
/// ```
///
/// A handler that was registered with a queue is always called on that queue.
public enum MockDelivery: Sendable {
  /// Inside the call that starts the request: the response has been delivered when that call returns.
  ///
  /// If the body of the request is an asynchronous sequence, the response is delivered when that has ended, on its
  /// task.
  ///
  /// So a handler that starts the next request takes more of the stack with each one. For a chain of hundreds, use
  /// ``queue(_:)``.
  case inline
  /// On this queue.
  case queue(DispatchQueue)
  /// After this much time on the timer of the mock.
  case after(Duration)
  /// When the test completes the request, which it finds in the mock's `pending`.
  ///
  /// A request that no stub matches is held, too, and the test may complete it with a response. Otherwise it fails the
  /// test when it is completed, and, if the mock has stubs, when it is cancelled or at the end of the test.
  case held

  /// Runs the action as this delivery specifies; does nothing if the response is held.
  ///
  /// Returns the scheduled action if a timer will run it, so that the caller can cancel it.
  func schedule(
    after delay: Duration, on timer: any NetworkTimer, _ action: @escaping @Sendable () -> Void
  ) -> (any Cancellation)? {
    switch self {
    case .held: return nil
    case .after(let more): return timer.schedule(after: delay.addingSaturated(more), action)
    case .inline:
      if delay > .zero { return timer.schedule(after: delay, action) }
      action()
    case .queue(let queue):
      if delay > .zero { return timer.schedule(after: delay) { queue.async(execute: action) } }
      queue.async(execute: action)
    }
    return nil
  }

  /// Whether a response with this delay is delivered by a timer or the test.
  func waits(for delay: Duration) -> Bool {
    switch self {
    case .after, .held: true
    case .inline, .queue: delay > .zero
    }
  }

  /// Runs the action now, where this delivery delivers.
  func perform(_ action: @escaping @Sendable () -> Void) {
    if case .queue(let queue) = self { queue.async(execute: action) } else { action() }
  }

  /// Runs the action after a pause within a response.
  func scheduleRest(
    of delay: Duration, on timer: any NetworkTimer, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellation {
    if case .queue(let queue) = self {
      return timer.schedule(after: delay) { queue.async(execute: action) }
    }
    return timer.schedule(after: delay, action)
  }
}
