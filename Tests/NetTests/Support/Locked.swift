import Net

/// A value shared by the closures of a test.
final class Locked<Value: Sendable>: Sendable {
  private let lock: Lock<Value>

  init(_ value: Value) { lock = Lock(value) }

  var value: Value { lock.withLock { $0 } }

  @discardableResult
  func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    lock.withLock { value in change(&value) }
  }
}
