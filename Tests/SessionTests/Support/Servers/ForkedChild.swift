#if os(Linux)
  import Glibc
  import TestSupport

  /// A copy of this process made by `fork`, for tests that run in a separate process.
  ///
  /// Only the thread that forks continues in the copy: no queue, task or actor of this process runs there.
  struct ForkedChild: Sendable {
    /// How the process ended.
    enum Ending: Sendable, Hashable {
      case exited(Int32)
      case signalled(Int32)
    }

    let identifier: pid_t

    /// Runs the body in a copy of this process, which exits with its result or is ended after a minute.
    init(_ body: () -> Int32) throws {
      guard let fork = Self.fork else { throw POSIXErrorNumber(number: ENOSYS) }
      identifier = fork()
      guard identifier >= 0 else { throw POSIXErrorNumber(number: errno) }
      guard identifier == 0 else { return }
      // The thread may be one of Dispatch, which blocks signals.
      var signals = sigset_t()
      // The pointers are valid during the calls.
      unsafe sigemptyset(&signals)
      unsafe sigaddset(&signals, SIGALRM)
      unsafe pthread_sigmask(SIG_UNBLOCK, &signals, nil)
      alarm(.patience)
      exit(body())
    }

    struct POSIXErrorNumber: Error { var number: Int32 }

    /// Waits until the process has ended.
    func wait() -> Ending {
      var status: Int32 = 0
      // The pointer is valid during the call.
      while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      let number = status & 0x7f
      return number == 0 ? .exited((status >> 8) & 0xff) : .signalled(number)
    }

    /// The function `fork` with its declared type, because Swift does not import it.
    private static let fork: (@convention(c) @Sendable () -> pid_t)? = {
      guard let symbol = unsafe dlsym(nil, "fork") else { return nil }
      return unsafe unsafeBitCast(symbol, to: (@convention(c) @Sendable () -> pid_t).self)
    }()
  }
#endif
