import Dispatch
import Foundation
import Net

/// Lets one thread at a time in, first come, first served; the one that is in may enter again.
///
/// Not a lock: what runs inside may call anything, and waiting has an end.
final class ThreadTurns: Sendable {
  private struct Waiter: Sendable {
    var thread: ObjectIdentifier
    var semaphore: DispatchSemaphore
  }

  private struct State: Sendable {
    var owner: ObjectIdentifier?
    var depth = 0
    var waiting: [Waiter] = []
  }

  private let state = Lock(State())

  /// Enters.
  ///
  /// False when the turn did not come within the limit.
  func enter(within limit: Duration = .seconds(30)) -> Bool {
    let waiter = Waiter(thread: ObjectIdentifier(Thread.current), semaphore: DispatchSemaphore(value: 0))
    let isIn = state.withLock { state in
      guard state.owner == nil || state.owner == waiter.thread else {
        state.waiting.append(waiter)
        return false
      }
      state.owner = waiter.thread
      state.depth += 1
      return true
    }
    if isIn || waiter.semaphore.wait(timeout: .now() + DispatchTimeInterval(limit)) == .success {
      return true
    }
    // The turn may have come between the end of the wait and here: then this thread is the owner.
    return state.withLock { state in
      let count = state.waiting.count
      state.waiting.removeAll { $0.semaphore === waiter.semaphore }
      return state.waiting.count == count
    }
  }

  /// Leaves, as often as it was entered, and hands the turn to the one that has waited longest.
  func leave() {
    let next = state.withLock { state -> DispatchSemaphore? in
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
