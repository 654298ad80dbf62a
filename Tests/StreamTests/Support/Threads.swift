import Dispatch
import TestSupport

/// Runs the body on another thread and waits for it.
///
/// Returns false if it does not end within a generous time, as when it waits for a lock that the caller holds.
func runsOnAnotherThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    body()
    done.signal()
  }
  return done.wait(timeout: .patience) == .success
}

/// Runs the body on several threads at once and waits for all.
func race(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: count) { body($0) }
}
