import Synchronization

/// A value that a test's closures share.
final class Locked<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }

  var value: Value { mutex.withLock { $0 } }

  @discardableResult
  func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    mutex.withLock { value in change(&value) }
  }
}
