public import Dispatch
import Net

/// When and where a mock delivers an answer.
///
/// ```swift
/// let network = NetworkingMock(delivery: .held)
/// ```
///
/// A handler that names a queue is called there, whatever this says.
public enum MockDelivery: Sendable {
  /// Inside the call that starts the request: what asked for it has its answer when that call returns.
  case inline
  /// On this queue.
  case queue(DispatchQueue)
  /// When so much time has passed on the timer of the mock.
  case after(Duration)
  /// When the test completes it by hand, from the mock's `pending`.
  case held

  /// Runs the action when and where this says, unless it is to be held.
  ///
  /// What is scheduled can be cancelled.
  func schedule(
    after delay: Duration, on timer: any NetworkTimer, _ action: @escaping @Sendable () -> Void
  ) -> (any Cancellation)? {
    switch self {
    case .held: return nil
    case .after(let more): return timer.schedule(after: delay + more, action)
    case .inline:
      if delay > .zero { return timer.schedule(after: delay, action) }
      action()
    case .queue(let queue):
      if delay > .zero { return timer.schedule(after: delay) { queue.async(execute: action) } }
      queue.async(execute: action)
    }
    return nil
  }

  /// Runs the action after a pause within an answer, where this says.
  func scheduleRest(
    of delay: Duration, on timer: any NetworkTimer, _ action: @escaping @Sendable () -> Void
  ) -> any Cancellation {
    if case .queue(let queue) = self {
      return timer.schedule(after: delay) { queue.async(execute: action) }
    }
    return timer.schedule(after: delay, action)
  }
}
