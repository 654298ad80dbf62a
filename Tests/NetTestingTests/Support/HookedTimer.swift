import Foundation
import Net
import NetTesting
import TestSupport

/// Virtual time in which another thread does something at a chosen moment.
struct HookedTimer: NetworkTimer {
  let time = TestScheduler()
  /// Called once, when the time is read.
  let onRead = Locked<(@Sendable () -> Void)?>(nil)
  /// Called once, before an action is scheduled.
  let beforeSchedule = Locked<(@Sendable () -> Void)?>(nil)
  /// Called once, before `schedule` returns.
  let onSchedule = Locked<(@Sendable () -> Void)?>(nil)

  var now: Duration {
    onRead.update { $0.take() }?()
    return time.now
  }

  var date: Date { time.date }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    beforeSchedule.update { $0.take() }?()
    let scheduled: any Cancellation = time.schedule(after: delay, action)
    onSchedule.update { $0.take() }?()
    return scheduled
  }
}
