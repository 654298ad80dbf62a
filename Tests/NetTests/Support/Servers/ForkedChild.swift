#if os(Linux)
  import Glibc

  /// A copy of this process that `fork` makes, for tests that have a process of their own.
  ///
  /// Only the thread that forks goes on in it: no queue, no task and no actor of this process runs there.
  struct ForkedChild: Sendable {
    /// How it ended.
    enum Ending: Sendable, Hashable {
      case exited(Int32)
      case signalled(Int32)
    }

    let identifier: pid_t

    /// Runs the body in a copy of this process, which exits with its result and is ended after a minute.
    init(_ body: () -> Int32) throws {
      guard let fork = Self.fork else { throw POSIXErrorNumber(number: ENOSYS) }
      identifier = fork()
      guard identifier >= 0 else { throw POSIXErrorNumber(number: errno) }
      guard identifier == 0 else { return }
      alarm(60)
      exit(body())
    }

    struct POSIXErrorNumber: Error { var number: Int32 }

    /// Waits until it has ended.
    func wait() -> Ending {
      var status: Int32 = 0
      // The pointer lives for the call.
      while unsafe waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      let number = status & 0x7f
      return number == 0 ? .exited((status >> 8) & 0xff) : .signalled(number)
    }

    /// Swift does not import it; the type is that of its declaration.
    private static let fork: (@convention(c) @Sendable () -> pid_t)? = {
      guard let symbol = unsafe dlsym(nil, "fork") else { return nil }
      return unsafe unsafeBitCast(symbol, to: (@convention(c) @Sendable () -> pid_t).self)
    }()
  }
#endif
