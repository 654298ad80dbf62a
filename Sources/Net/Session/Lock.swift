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
  @safe package final class Lock<State>: @unchecked Sendable {
    // `state` is only touched between lock and unlock of `mutex`, which guards it.
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    package init(_ state: sending State) {
      self.state = state
      unsafe mutex = .allocate(capacity: 1)
      unsafe mutex.initialize(to: pthread_mutex_t())
      unsafe pthread_mutex_init(mutex, nil)
    }

    deinit {
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    }

    package func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try body(&state)
    }
  }
#else
  import Synchronization

  /// The one lock of this module. State lives inside it and is reached through ``withLock(_:)`` alone.
  ///
  /// Nothing is called out to while it is held: a state machine answers with an action, and the caller
  /// performs that action after unlocking.
  package final class Lock<State>: Sendable {
    private let mutex: Mutex<State>

    package init(_ state: sending State) {
      mutex = Mutex(state)
    }

    package func withLock<Result: Sendable>(_ body: (inout State) throws -> Result) rethrows -> Result {
      try mutex.withLock { state in try body(&state) }
    }
  }
#endif
