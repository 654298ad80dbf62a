public import Synchronization

/// The lock of this module.
///
/// Nothing of the user's, and nothing of another object's, is called inside it.
///
/// Thread Sanitizer does not see the ordering that `Mutex` gives, because the library that has it is not instrumented.
/// It sees atomic operations. So whoever holds the lock begins with an acquiring load and ends with a releasing store,
/// which changes nothing but tells the sanitizer what the mutex guarantees. No build flag is needed.
@usableFromInline
struct Lock<Value: Sendable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  /// Always zero.
  @usableFromInline let order = Atomic<UInt8>(0)

  @inlinable
  init(_ initial: Value) {
    mutex = Mutex(initial)
  }

  @inlinable
  borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { value in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return body(&value)
    }
  }
}
