import Foundation
import Net
import NetTesting

/// A timer that reports when an action is scheduled, on any thread.
struct NotedTimer: NetworkTimer {
  let base = TestScheduler()
  let delays = Captured<Duration>()

  var now: Duration { base.now }
  var date: Date { base.date }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    defer { delays.set(delay) }
    return base.schedule(after: delay, action)
  }
}
