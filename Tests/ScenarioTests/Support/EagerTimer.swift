import Dispatch
import Net
import NetTesting

/// A timer that advances by itself: whatever is scheduled comes at once, and the delay is noted.
struct EagerTimer: NetworkTimer {
  let delays = Captured<Duration>()

  var now: Duration { delays.values.reduce(.zero, +) }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    delays.set(delay)
    let work = DispatchWorkItem(block: action)
    let scheduled = Scheduled { work.cancel() }
    DispatchQueue.global().async(execute: work)
    return scheduled
  }

  private struct Scheduled: Cancellation {
    let callOff: @Sendable () -> Void

    func cancel() { callOff() }
  }
}
