#if THREAD_SANITIZER
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// The lock of this module, in the form that Thread Sanitizer can see.
  /// Safe from outside: it owns both pointers, and they are valid for as long as it is.
  @safe @usableFromInline
  struct Lock<Value: Sendable>: ~Copyable, @unchecked Sendable {  // The mutex guards the value.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    @usableFromInline
    init(_ initial: Value) {
      unsafe mutex = .allocate(capacity: 1)
      unsafe mutex.initialize(to: pthread_mutex_t())
      unsafe pthread_mutex_init(mutex, nil)
      unsafe value = .allocate(capacity: 1)
      unsafe value.initialize(to: initial)
    }

    @usableFromInline
    borrowing func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return unsafe body(&value.pointee)
    }

    deinit {
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
      unsafe value.deinitialize(count: 1)
      unsafe value.deallocate()
    }
  }
#else
  public import Synchronization

  /// The lock of this module. Nothing of the user's, and nothing of another object's, is called inside it.
  ///
  /// In one file of its own because Thread Sanitizer does not see `Mutex`: a build with `-DTHREAD_SANITIZER`
  /// takes a lock of the C library in its place.
  @usableFromInline
  struct Lock<Value: Sendable>: ~Copyable, Sendable {
    @usableFromInline let mutex: Mutex<Value>

    @inlinable
    init(_ initial: Value) {
      mutex = Mutex(initial)
    }

    @inlinable
    borrowing func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      mutex.withLock { body(&$0) }
    }
  }
#endif
