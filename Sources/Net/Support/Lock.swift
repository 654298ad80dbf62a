import Synchronization

#if os(Linux)
  // For `sched_yield`, by whatever name the C library has.
  import Foundation
#endif

/// The lock of this module.
///
/// The state is inside it and is accessible only through ``withLock(_:)``.
///
/// Nothing is called back while the lock is held: a state machine returns an action, and the caller performs it after
/// unlocking. The lock is stored inline in its object, without a separate allocation.
///
/// On Linux `Mutex` inherits priorities: as soon as one thread waits in the kernel, each unlock wakes the next thread,
/// and all of them run one after another at the speed of the scheduler. Critical sections here are short. So a thread
/// that does not get the lock gives up the processor a few times before it waits in the kernel.
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
    #if os(Linux)
      for _ in 0..<triesBeforeWaiting {
        let result = try mutex.withLockIfAvailable { state in
          _ = order.load(ordering: .acquiring)
          defer { order.store(0, ordering: .releasing) }
          return try body(&state)
        }
        if let result { return result }
        sched_yield()
      }
    #endif
    return try mutex.withLock { state in
      _ = order.load(ordering: .acquiring)
      defer { order.store(0, ordering: .releasing) }
      return try body(&state)
    }
  }
}

#if os(Linux)
  /// Chosen by measuring 16 requests in flight that share one lock (decision record 26).
  private let triesBeforeWaiting = 40
#endif

/// A lock that several owners share by reference.
package final class SharedLock<State>: Sendable {
  private let lock: Lock<State>

  package init(_ state: sending State) { lock = Lock(state) }

  package func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }
}
