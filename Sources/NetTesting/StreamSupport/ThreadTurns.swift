import Foundation
import Net

/// Admits one thread at a time, in the order of their requests; the admitted thread may enter again.
///
/// Unlike with a lock, the admitted thread may call any code, and waiting has a limit.
final class ThreadTurns: Sendable {
  private struct Waiter: Sendable {
    var thread: ObjectIdentifier
    var semaphore: SteadySemaphore
  }

  private struct State: Sendable {
    var owner: ObjectIdentifier?
    var depth = 0
    var waiting: [Waiter] = []
  }

  private let state = Lock(State())

  /// Enters; returns false if the turn did not come within the limit.
  func enter(within limit: Duration = .seconds(30)) -> Bool {
    let waiter = Waiter(thread: ObjectIdentifier(Thread.current), semaphore: SteadySemaphore())
    let isIn = state.withLock { state in
      guard state.owner == nil || state.owner == waiter.thread else {
        state.waiting.append(waiter)
        return false
      }
      state.owner = waiter.thread
      state.depth += 1
      return true
    }
    if isIn || waiter.semaphore.wait(within: limit) { return true }
    // If the turn came after the wait ended, this thread is the owner now.
    return state.withLock { state in
      let count = state.waiting.count
      state.waiting.removeAll { $0.semaphore === waiter.semaphore }
      return state.waiting.count == count
    }
  }

  /// Leaves; when each entry has been left, the turn goes to the thread that has waited longest.
  func leave() {
    let next = state.withLock { state -> SteadySemaphore? in
      state.depth -= 1
      guard state.depth == 0 else { return nil }
      guard !state.waiting.isEmpty else {
        state.owner = nil
        return nil
      }
      let waiter = state.waiting.removeFirst()
      state.owner = waiter.thread
      state.depth = 1
      return waiter.semaphore
    }
    next?.signal()
  }
}
