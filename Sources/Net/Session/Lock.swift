#if THREAD_SANITIZER
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #endif

  /// The one lock of this module, in the form that Thread Sanitizer can see.
  ///
  /// It reports falsely on `Synchronization.Mutex`, so a build with `-DTHREAD_SANITIZER` takes this form.
  @safe package struct Lock<State>: ~Copyable, @unchecked Sendable {
    // What `state` points to is only touched between lock and unlock of `mutex`, which guards it.
    private let state: UnsafeMutablePointer<State>
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ state: sending State) {
      unsafe self.state = .allocate(capacity: 1)
      unsafe self.state.initialize(to: state)
      unsafe mutex = .allocate(capacity: 1)
      unsafe mutex.initialize(to: pthread_mutex_t())
      unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
      unsafe state.deinitialize(count: 1)
      unsafe state.deallocate()
    }

    package borrowing func withLock<Result: Sendable>(
      _ body: (inout State) throws -> Result
    ) rethrows -> Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try unsafe body(&state.pointee)
    }
  }
#else
  import Synchronization

  /// The one lock of this module. State lives inside it and is reached through ``withLock(_:)`` alone.
  ///
  /// Nothing is called out to while it is held: a state machine answers with an action, and the caller
  /// performs that action after unlocking. It lies inside the object that has it, and costs no allocation of its own.
  package struct Lock<State>: ~Copyable, Sendable {
    private let mutex: Mutex<State>

    package init(_ state: sending State) {
      mutex = Mutex(state)
    }

    package borrowing func withLock<Result: Sendable>(
      _ body: (inout State) throws -> Result
    ) rethrows -> Result {
      try mutex.withLock { state in try body(&state) }
    }
  }
#endif

/// A lock that several have, each by a reference.
package final class SharedLock<State>: Sendable {
  private let lock: Lock<State>

  package init(_ state: sending State) { lock = Lock(state) }

  package func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }
}
