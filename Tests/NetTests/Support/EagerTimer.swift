import Dispatch
import Net
import NetTesting

/// A timer for tests over real connections: whatever is scheduled comes at once, and the delay is noted.
struct EagerTimer: NetworkTimer {
  let delays = Captured<Duration>()

  var now: Duration { delays.values.reduce(.zero, +) }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    delays.set(delay)
    let scheduled = Scheduled(action: Locked(action))
    DispatchQueue.global().async { scheduled.action.update { $0.take() }?() }
    return scheduled
  }

  private struct Scheduled: Cancellation {
    let action: Locked<(@Sendable () -> Void)?>

    func cancel() { _ = action.update { $0.take() } }
  }
}
