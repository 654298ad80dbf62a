import Dispatch
import Foundation

/// Lets a workload wait for what other threads do.
package struct Gathering: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  package init() {}

  package func signal() { semaphore.signal() }

  /// Waits for as many signals; false if one of them is missing after half a minute.
  package func wait(for count: Int = 1) -> Bool {
    for _ in 0..<count where semaphore.wait(timeout: .now() + 30) == .timedOut { return false }
    return true
  }
}

/// Runs the body on a dedicated thread, with a stack of so many bytes, and waits for its end.
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
  // Written before the semaphore's signal and read after its wait.
  var value: Value?
}
