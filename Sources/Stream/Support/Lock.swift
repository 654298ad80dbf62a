public import Synchronization

/// The lock of this module.
///
/// Neither user code nor another object is called while it is held.
///
/// Thread Sanitizer does not see the ordering of `Mutex`, because its library is not instrumented, but it sees atomic
/// operations. So each critical section begins with an acquiring load and ends with a releasing store, which only tell
/// the sanitizer what the mutex guarantees. No build flag is needed.
@usableFromInline
struct Lock<Value: Sendable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<Value>
  /// Always zero; only the order of its loads and stores matters.
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
