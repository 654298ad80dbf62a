import Dispatch
import Foundation

/// Lets a workload wait for what other threads do.
public struct Gathering: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  public init() {}

  public func signal() { semaphore.signal() }

  /// Waits for as many signals; false if one of them is missing after half a minute.
  public func wait(for count: Int = 1) -> Bool {
    for _ in 0..<count where semaphore.wait(timeout: .now() + 30) == .timedOut { return false }
    return true
  }
}

/// Runs the body on a thread of its own, with a stack of so many bytes, and waits for its end.
public func onThread<Value: Sendable>(
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
