import Foundation
import Net

/// The timer of a contract, which its laws move by hand.
final class ContractClock: NetworkTimer {
  /// Told of whatever is scheduled, and of whatever the script answers.
  let changes = Changes()
  private let timeline = Lock(VirtualTimeline())

  var now: Duration { timeline.withLock { $0.now } }

  var date: Date { TestScheduler.usualStartDate.addingTimeInterval(now / .seconds(1)) }

  /// How many actions wait for their time.
  var pendingCount: Int { timeline.withLock { $0.count } }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
    defer { changes.notify() }
    return Scheduled(number: timeline.withLock { $0.add(at: $0.now + delay, action) }, clock: self)
  }

  /// Moves the time, and runs what becomes due.
  func advance(by interval: Duration) {
    let limit = now + interval
    while let action = timeline.withLock({ $0.next(upTo: limit) }) { action() }
  }

  private struct Scheduled: Cancellation {
    let number: Int
    let clock: ContractClock

    func cancel() {
      // The action is released here, under no lock.
      _ = clock.timeline.withLock { $0.cancel(number) }
    }
  }
}
