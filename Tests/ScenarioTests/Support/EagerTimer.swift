import Dispatch
import Net
import NetTesting
import Synchronization

/// A timer that advances by itself: whatever is scheduled comes at once, and the delay is noted.
struct EagerTimer: NetworkTimer {
  let delays = Captured<Duration>()

  var now: Duration { delays.values.reduce(.zero, +) }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    delays.set(delay)
    let scheduled = Scheduled()
    DispatchQueue.global().async { if !scheduled.isCancelled.load(ordering: .acquiring) { action() } }
    return scheduled
  }

  private final class Scheduled: Cancellation {
    let isCancelled = Atomic(false)

    func cancel() { isCancelled.store(true, ordering: .releasing) }
  }
}
