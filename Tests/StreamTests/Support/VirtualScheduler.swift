import Foundation
import Stream

/// Time that passes when a test says so. Actions that are due at the same time run in the order they were
/// scheduled.
final class VirtualScheduler: Scheduler, @unchecked Sendable {
  private struct Entry {
    let due: Duration
    let number: Int
    let action: @Sendable () -> Void
  }

  // The lock guards all that follows.
  private let lock = NSLock()
  private var entries: [Entry] = []
  private var lastNumber = 0
  private var time = Duration.zero

  var now: Duration { lock.withLock { time } }

  /// How many actions wait.
  var pendingCount: Int { lock.withLock { entries.count } }

  func schedule(_ action: @escaping @Sendable () -> Void) -> any Disposable {
    schedule(after: .zero, action)
  }

  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    let number = lock.withLock {
      lastNumber += 1
      entries.append(Entry(due: time + max(delay, .zero), number: lastNumber, action: action))
      return lastNumber
    }
    return Disposables.create { [weak self] in
      self?.lock.withLock { self?.entries.removeAll { $0.number == number } }
    }
  }

  /// Lets time pass, and runs all that becomes due on the way.
  func advance(by duration: Duration = .zero) {
    let end = now + duration
    while let action = next(until: end) { action() }
    lock.withLock { time = end }
  }

  private func next(until end: Duration) -> (@Sendable () -> Void)? {
    lock.withLock {
      let first = entries.min { ($0.due, $0.number) < ($1.due, $1.number) }
      guard let first, first.due <= end else { return nil }
      entries.removeAll { $0.number == first.number }
      time = max(time, first.due)
      return first.action
    }
  }
}
