import class Foundation.Thread

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A dedicated thread whose end can be awaited, unlike that of a thread of a pool.
@safe struct LoopThread: Sendable {
  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  #if canImport(Darwin) || canImport(Musl)
    // An opaque handle that is only compared, joined and detached; the system guards what it stands for.
    private nonisolated(unsafe) let handle: pthread_t
  #else
    private let handle: pthread_t
  #endif

  /// Starts the thread.
  ///
  /// Tools show the name, which may have up to 15 letters.
  init(name: String, run: @escaping @Sendable () -> Void) throws(Socket.Failure) {
    let body = unsafe Unmanaged.passRetained(Body(name: name, run: run))
    #if canImport(Darwin) || canImport(Musl)
      var made: pthread_t?
    #else
      var made = pthread_t()
    #endif
    // The body is retained here and taken over, once, by the new thread.
    let code = unsafe pthread_create(&made, nil, { unsafe LoopThread.main($0) }, body.toOpaque())
    #if canImport(Darwin) || canImport(Musl)
      if code == 0, let made = unsafe made {
        unsafe handle = made
        return
      }
    #else
      if code == 0 {
        handle = made
        return
      }
    #endif
    unsafe body.release()
    throw Socket.Failure(call: "pthread_create", code: code)
  }

  /// The entry point of the thread; the context is optional on some systems, and this signature fits all of them.
  private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context = unsafe context else { return nil }
    // Takes over the one retain of `init`.
    let body = unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
    Thread.current.name = body.name
    blockSignalsFromOutside()
    body.run()
    return nil
  }

  /// Blocks signals from outside the process.
  ///
  /// A new thread inherits the signal mask of the thread that starts it. Signals of a crash stay unblocked, so that
  /// the crash is reported.
  private static func blockSignalsFromOutside() {
    var blocked = sigset_t()
    // The pointers are valid during the calls.
    unsafe sigfillset(&blocked)
    for crash in [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT, SIGSYS] {
      unsafe sigdelset(&blocked, crash)
    }
    unsafe pthread_sigmask(SIG_SETMASK, &blocked, nil)
  }

  /// Whether the caller runs on this thread.
  var isCurrent: Bool {
    #if canImport(Darwin) || canImport(Musl)
      unsafe pthread_equal(pthread_self(), handle) != 0
    #else
      pthread_equal(pthread_self(), handle) != 0
    #endif
  }

  /// Waits until the thread is gone.
  ///
  /// On the thread itself, which cannot wait for itself, it detaches the thread.
  func join() {
    #if canImport(Darwin) || canImport(Musl)
      if isCurrent { unsafe pthread_detach(handle) } else { unsafe pthread_join(handle, nil) }
    #else
      if isCurrent { pthread_detach(handle) } else { pthread_join(handle, nil) }
    #endif
  }
}
