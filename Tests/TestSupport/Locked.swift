import Net

/// A value shared by the closures of a test.
package final class Locked<Value: Sendable>: Sendable {
  private let lock: Lock<Value>

  package init(_ value: Value) { lock = Lock(value) }

  package var value: Value { lock.withLock { $0 } }

  @discardableResult
  package func update<Result: Sendable>(_ change: (inout Value) -> Result) -> Result {
    lock.withLock { value in change(&value) }
  }
}
