package import Foundation
package import Net
package import NetTesting

/// Virtual time whose wall clock a test sets, and whose process a test stops.
package final class SteppedTimer: VirtualTimer {
  package let time: TestScheduler
  private let wall = Locked(Duration.zero)
  private let stopped = Locked(Duration.zero)

  package init(startDate: Date = TestScheduler.usualStartDate) { time = TestScheduler(startDate: startDate) }

  package var now: Duration { time.now + stopped.value }

  package var date: Date { time.date.addingTimeInterval((wall.value + stopped.value) / .seconds(1)) }

  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    time.schedule(after: delay, action)
  }

  package func advance(by duration: Duration) { time.advance(by: duration) }

  /// Sets the wall clock, or lets a system sleep: the monotonic time stays.
  package func step(by duration: Duration) { wall.update { $0 += duration } }

  /// Lets time pass without any action, so that all actions run later than they are due.
  package func stop(for duration: Duration) { stopped.update { $0 += duration } }
}
