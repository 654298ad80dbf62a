import Foundation
import Net

/// The timer of a contract, which its laws advance.
final class ContractClock: VirtualTimer {
  /// Notified of everything that is scheduled, and of every response of the script.
  let changes = Changes()
  private let timeline = Lock(VirtualTimeline())

  var now: Duration { timeline.withLock { $0.now } }

  var date: Date { TestScheduler.usualStartDate.addingTimeInterval(now / .seconds(1)) }

  /// The number of scheduled actions.
  var pendingCount: Int { timeline.withLock { $0.count } }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    defer { changes.notify() }
    return Scheduled(
      number: timeline.withLock { $0.add(at: $0.now.virtualTime(after: delay), action) }, clock: self)
  }

  /// Advances the time, and runs the actions that become due.
  func advance(by interval: Duration) {
    let limit = now + interval
    while let action = timeline.withLock({ $0.next(upTo: limit) }) { action() }
  }

  private struct Scheduled: Cancellation {
    let number: Int
    let clock: ContractClock

    func cancel() {
      // The action is released here, outside the lock.
      _ = clock.timeline.withLock { $0.cancel(number) }
    }
  }
}
