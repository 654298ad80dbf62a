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
  ///
  /// - `start`: The time from which the delay counts.
  func schedule(
    after delay: Duration, from start: Duration, on timer: any NetworkTimer,
    _ action: @escaping @Sendable () -> Void
  ) -> (any Cancellation)? {
    var delay = delay
    switch self {
    case .held: return nil
    case .after(let more):
      delay = delay.addingSaturated(more)
      // Without a delay the timer runs the action next, as every timer does.
      guard delay > .zero else { return timer.schedule(after: delay, action) }
    case .inline, .queue: break
    }
    if delay > .zero,
      let scheduled = timer.schedule(at: start.addingSaturated(delay), { perform(action) })
    {
      return scheduled
    }
    perform(action)
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
}
