import Dispatch
package import Foundation
package import Net
package import NetTesting
import Synchronization

/// A timer for tests over real connections: every action runs immediately, and its delay is recorded.
package struct EagerTimer: NetworkTimer {
  package let delays = Captured<Duration>()

  package init() {}

  package var now: Duration { delays.values.reduce(.zero, +) }

  package var date: Date { TestScheduler.usualStartDate.addingTimeInterval(now / .seconds(1)) }

  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
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
