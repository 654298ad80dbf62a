import Synchronization

/// The lock of this module.
///
/// The state is inside it and is accessible only through ``withLock(_:)``.
///
/// Nothing is called back while the lock is held: a state machine returns an action, and the caller performs it after
/// unlocking. The lock is stored inline in its object, without a separate allocation.
///
/// Thread Sanitizer does not see the ordering of `Mutex`, because its library is not instrumented, but it sees atomic
/// operations. Each critical section therefore begins with an acquiring load and ends with a releasing store, which
/// only tell the sanitizer what the mutex guarantees. No build flag is needed.
package struct Lock<State>: ~Copyable, Sendable {
  private let mutex: Mutex<State>
  /// Always zero.
  private let order = Atomic<UInt8>(0)

  package init(_ state: sending State) {
    mutex = Mutex(consume state)
  }

  package borrowing func withLock<Result: Sendable & ~Copyable>(
    _ body: (inout State) throws -> Result
  ) rethrows -> Result {
    try mutex.withLock { state in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return try body(&state)
    }
  }
}

/// A lock that several owners share by reference.
package final class SharedLock<State>: Sendable {
  private let lock: Lock<State>

  package init(_ state: sending State) { lock = Lock(state) }

  package func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }
}
