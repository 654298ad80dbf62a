import Dispatch
import Foundation

/// Lets a workload wait for other threads.
package struct Gathering: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func signal() { semaphore.signal() }

  /// Waits for this many signals, and returns false if one is missing after 30 seconds.
  package func wait(for count: Int = 1) -> Bool {
    for _ in 0..<count where semaphore.wait(timeout: .now() + 30) == .timedOut { return false }
    return true
  }
}

/// Runs the body on a dedicated thread with this stack size in bytes, and waits for its end.
package func onThread<Value: Sendable>(
  stackSize: Int, _ body: @escaping @Sendable () -> Value
) -> Value? {
  let result = ThreadResult<Value>()
  let end = DispatchSemaphore(value: 0)
  let thread = Thread {
    result.value = body()
    end.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  end.wait()
  return result.value
}

private final class ThreadResult<Value: Sendable>: @unchecked Sendable {
  // Written before the semaphore is signalled, and read after the wait.
  var value: Value?
}
