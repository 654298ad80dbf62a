#if os(Linux)
  import Foundation
  import Glibc
  import NetTesting
  import TestSupport
  import Testing

  @testable import Net

  /// The signals that the threads of this package accept: those of a crash, so that crashes are reported,
  /// and of the others only those that the threads of any program accept.
  @Suite struct ThreadSignalTests {
    private static let crashes = [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT, SIGSYS]

    @Test("A transport's thread blocks other signals, but not those of a crash")
    func aTransportThreadDoesNotBlockCrashSignals() async throws {
      let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
      let mask = Locked<UInt64?>(nil)
      let log = EventLog { _ in mask.update { $0 = Self.blockedByThisThread } }
      let transport = try CurlTransport()
      transport.task(for: TransportRequest(url: try server.url()), receiver: log).resume()
      await log.end()
      let blocked = try #require(mask.value)
      expectEqual(Self.crashes.filter { blocked & Self.bit($0) != 0 }, [])
      let others = [SIGINT, SIGTERM, SIGHUP, SIGALRM, SIGCHLD, SIGUSR1, SIGPIPE]
      expectEqual(others.filter { blocked & Self.bit($0) == 0 }, [])
    }

    @Test("A mock server's thread blocks no crash signal, even if its creator does")
    func aMockServerThreadDoesNotBlockCrashSignals() async throws {
      let server = MockServer()
      try await Tool.onThread {
        var all = sigset_t()
        // The pointers are valid during the calls.
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, nil)
        try server.start()
      }
      let port = try #require(server.baseURL.port)
      await ProcessFigures.settle { Self.blocked(byTheThread: "server \(port)") != nil }
      let blocked = try #require(Self.blocked(byTheThread: "server \(port)"))
      server.stop()
      expectEqual(Self.crashes.filter { blocked & Self.bit($0) != 0 }, [])
    }

    /// Swift reports a crash in a signal handler, which a blocked signal does not reach.
    @Test("A crash in a receiver runs the process's crash handler")
    func aCrashInAReceiverRunsTheCrashHandler() async {
      await #expect(processExitsWith: .exitCode(77)) {
        // `_exit` is safe in a handler.
        for number in [SIGILL, SIGTRAP] { _ = signal(number) { _ in _exit(77) } }
        let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
        let log = EventLog { _ in
          let empty: [Int] = []
          print(empty[empty.count])
        }
        let transport = try CurlTransport()
        transport.task(for: TransportRequest(url: try server.url()), receiver: log).resume()
        await log.end()
      }
    }

    private static func bit(_ signal: Int32) -> UInt64 { 1 << UInt64(signal - 1) }

    /// Blocked signals in the format of proc(5): hexadecimal, with bit 0 for signal 1.
    private static func blocked(_ thread: String) -> UInt64? {
      (try? String(contentsOfFile: "/proc/\(thread)/status", encoding: .utf8))?
        .split(separator: "\n").first { $0.hasPrefix("SigBlk:") }?
        .split(separator: "\t").last.flatMap { UInt64($0, radix: 16) }
    }

    private static var blockedByThisThread: UInt64? { blocked("thread-self") }

    private static func blocked(byTheThread name: String) -> UInt64? {
      let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
      let thread = threads.first {
        (try? String(contentsOfFile: "/proc/self/task/\($0)/comm", encoding: .utf8)) == name + "\n"
      }
      return thread.flatMap { blocked("self/task/\($0)") }
    }
  }
#endif
