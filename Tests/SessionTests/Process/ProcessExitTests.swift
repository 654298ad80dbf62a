#if os(Linux)
  import CLibcurl
  import Dispatch
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Net

  /// A process may exit at any moment and in any way, whatever its transports are doing.
  @Suite struct ProcessExitTests {
    @Test("A process that exits during 40 TLS requests ends with its status, 200 times", .heavy)
    func aProcessCanExitDuringTLSRequests() async throws {
      await #expect(processExitsWith: .success) {
        let certificates = try await TestCertificates()
        let server = try await TLSServer.start(certificates.issue())
        let url = try server.url()
        let options = try Self.options(trusting: certificates)
        var endings: [ForkedChild.Ending: Int] = [:]
        for run in 0..<200 {
          let child = try ForkedChild {
            guard let transport = try? CurlTransport(options: options) else { return 1 }
            for _ in 0..<40 {
              transport.task(for: TransportRequest(url: url), receiver: CountingReceiver()).resume()
            }
            // Never signalled: the timeout makes each run exit at another moment.
            _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(run % 50))
            return 0
          }
          endings[child.wait(), default: 0] += 1
        }
        try #require(endings == [.exited(0): 200], "\(endings)")
      }
    }

    @Test("A receiver may exit the process from the transport's thread")
    func aReceiverCanExitTheProcess() async throws {
      await #expect(processExitsWith: .exitCode(5)) {
        let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
        let transport = try CurlTransport()
        let log = EventLog { _ in exit(5) }
        transport.task(for: TransportRequest(url: try server.url()), receiver: log).resume()
        await log.end()
      }
    }

    @Test("An exit does not wait for a blocked receiver, and the receiver does not return to libcurl")
    func anExitDoesNotWaitForABlockedReceiver() async throws {
      await #expect(processExitsWith: .exitCode(6)) {
        let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
        let isBlocked = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        let hasEnded = DispatchSemaphore(value: 0)
        // The first use of libcurl registers the exit handler of the transports. That comes after this one,
        // so it runs first.
        AtExit.afterTransports {
          mayGoOn.signal()
          // If the receiver continued, this would be enough time.
          _exit(hasEnded.wait(timeout: .now() + .milliseconds(50)) == .success ? 7 : 6)
        }
        let transport = try CurlTransport()
        let log = EventLog { event in
          if case .head = event {
            isBlocked.signal()
            mayGoOn.wait()
          } else {
            hasEnded.signal()
          }
        }
        transport.task(for: TransportRequest(url: try server.url()), receiver: log).resume()
        try await Tool.onThread { isBlocked.wait() }
        exit(0)
      }
    }

    @Test("An exit waits for a thread that computes inside libcurl for longer than half a second", .heavy)
    func anExitWaitsForAThreadThatComputes() async throws {
      await #expect(processExitsWith: .exitCode(11)) {
        let isInside = DispatchSemaphore(value: 0)
        let hasLeft = Locked(false)
        AtExit.afterTransports { _exit(hasLeft.value ? 11 : 12) }
        try #require(libcurl_load())
        _ = PackageThread.start("computing") {
          _ = libcurl_gate_enter()
          isInside.signal()
          let start = ContinuousClock.now
          while ContinuousClock.now - start < .milliseconds(1_500) {}
          hasLeft.update { $0 = true }
          libcurl_gate_leave()
        }
        try await Tool.onThread { isInside.wait() }
        exit(0)
      }
    }

    @Test("An exit waits for a thread inside libcurl that waits for another thread, which computes", .heavy)
    func anExitWaitsForAThreadThatWaitsForOneThatComputes() async throws {
      await #expect(processExitsWith: .exitCode(14)) {
        let isInside = DispatchSemaphore(value: 0)
        let isUnlocked = DispatchSemaphore(value: 0)
        let hasLeft = Locked(false)
        AtExit.afterTransports { _exit(hasLeft.value ? 14 : 15) }
        try #require(libcurl_load())
        _ = PackageThread.start("waiting") {
          _ = libcurl_gate_enter()
          isInside.signal()
          isUnlocked.wait()
          hasLeft.update { $0 = true }
          libcurl_gate_leave()
        }
        _ = PackageThread.start("computing") {
          let start = ContinuousClock.now
          while ContinuousClock.now - start < .milliseconds(1_000) {}
          isUnlocked.signal()
        }
        try await Tool.onThread { isInside.wait() }
        exit(0)
      }
    }

    @Test("An exit does not wait for a thread that libcurl keeps in a system call")
    func anExitDoesNotWaitForABlockedThread() async throws {
      await #expect(processExitsWith: .exitCode(13)) {
        let isInside = DispatchSemaphore(value: 0)
        try #require(libcurl_load())
        _ = PackageThread.start("blocked") {
          _ = libcurl_gate_enter()
          isInside.signal()
          DispatchSemaphore(value: 0).wait()
        }
        try await Tool.onThread { isInside.wait() }
        exit(13)
      }
    }

    @Test("Several threads may exit at once")
    func severalThreadsCanExitAtOnce() async throws {
      await #expect(processExitsWith: .exitCode(8)) {
        let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
        let url = try server.url()
        let transport = try CurlTransport()
        let logs = (0..<40).map { _ in EventLog { _ in exit(8) } }
        for log in logs { transport.task(for: TransportRequest(url: url), receiver: log).resume() }
        for _ in 0..<4 { Thread.detachNewThread { exit(8) } }
        await logs[0].end()
      }
    }

    @Test("No thread that exits at the same time reaches libcurl's own handlers first", .heavy)
    func furtherExitsWaitForAThreadInsideLibcurl() async throws {
      await #expect(processExitsWith: .exitCode(16)) {
        let isInside = DispatchSemaphore(value: 0)
        let hasLeft = Locked(false)
        // With so many handlers the C library frees a part of its list when a thread has passed it.
        for _ in 0..<64 { atexit {} }
        AtExit.afterTransports { _exit(hasLeft.value ? 16 : 17) }
        try #require(libcurl_load())
        _ = PackageThread.start("computing") {
          _ = libcurl_gate_enter()
          isInside.signal()
          let start = ContinuousClock.now
          while ContinuousClock.now - start < .milliseconds(500) {}
          hasLeft.update { $0 = true }
          libcurl_gate_leave()
        }
        try await Tool.onThread { isInside.wait() }
        for _ in 0..<20 { _ = PackageThread.start("exiting") { exit(18) } }
        exit(18)
      }
    }

    @Test("A request sent by an exit handler fails and does not hang")
    func aRequestSentDuringTheExitFails() async throws {
      await #expect(processExitsWith: .exitCode(9)) {
        let url = try #require(URL(string: "http://127.0.0.1:9/"))
        AtExit.afterTransports {
          let hasFailed = DispatchSemaphore(value: 0)
          let log = EventLog { event in
            if case .failed(let error as CurlError, _) = event, error.message.contains("exiting") {
              hasFailed.signal()
            }
          }
          AtExit.transport?.task(for: TransportRequest(url: url), receiver: log).resume()
          _exit(hasFailed.wait(timeout: .patience) == .success ? 9 : 10)
        }
        AtExit.keep(try CurlTransport())
        exit(0)
      }
    }

    @Test("A forked child exits without waiting for the parent's threads, and the parent's requests continue")
    func aForkedChildExitsWithoutWaiting() async throws {
      await #expect(processExitsWith: .success) {
        let isHeld = DispatchSemaphore(value: 0)
        let mayGoOn = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { _ in
          [
            .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"),
            .run {
              isHeld.signal()
              _ = mayGoOn.wait(timeout: .patience)
            }, .send("again"),
          ]
        }
        let transport = try CurlTransport()
        let log = EventLog()
        transport.task(for: TransportRequest(url: try server.url()), receiver: log).resume()
        try await Tool.onThread { isHeld.wait() }
        let child = try ForkedChild { 3 }
        try #require(child.wait() == .exited(3))
        mayGoOn.signal()
        await log.end()
        try #require(log.body == "firstagain")
      }
    }

    @Test("A forked child can use its own transports, and the parent's transports continue")
    func aForkedChildHasItsOwnTransports() async throws {
      await #expect(processExitsWith: .success) {
        let server = try LoopbackServer { _ in [.respond("200 OK", body: "hello")] }
        let url = try server.url()
        let transport = try CurlTransport()
        // When the second response ends, the first request has been released. What the transport's thread does for the
        // first time it may do under a lock of Swift's runtime, and a lock that is held during a fork is never free in
        // the child.
        for _ in 0..<2 {
          let log = EventLog()
          transport.task(for: TransportRequest(url: url), receiver: log).resume()
          await log.end()
        }
        let child = try ForkedChild {
          let hasEnded = DispatchSemaphore(value: 0)
          let receiver = CountingReceiver()
          receiver.onEnd { hasEnded.signal() }
          guard let own = try? CurlTransport() else { return 1 }
          own.task(for: TransportRequest(url: url), receiver: receiver).resume()
          return hasEnded.wait(timeout: .patience) == .success && receiver.isFinished ? 0 : 2
        }
        try #require(child.wait() == .exited(0))
        let last = EventLog()
        transport.task(for: TransportRequest(url: url), receiver: last).resume()
        await last.end()
        try #require(last.body == "hello")
      }
    }

    /// A copy keeps a socket open, and epoll watches it until the last copy is closed.
    @Test("A loop watches no closed socket of which a forked child has a copy")
    func aForkedChildKeepsNoSocketWatched() async throws {
      await #expect(processExitsWith: .success) {
        let isHeld = DispatchSemaphore(value: 0)
        let server = try LoopbackServer { _ in [.run { isHeld.signal() }, .awaitClose {}] }
        let transport = try CurlTransport()
        let log = EventLog()
        let task = transport.task(for: TransportRequest(url: try server.url()), receiver: log)
        task.resume()
        try await Tool.onThread { isHeld.wait() }
        let mayEnd = Pipe()
        let ends = (mayEnd.fileHandleForReading.fileDescriptor, mayEnd.fileHandleForWriting.fileDescriptor)
        let child = try ForkedChild {
          close(ends.1)
          var byte: UInt8 = 0
          // The pointer is valid during the call, and has room for one byte.
          return Int32(unsafe read(ends.0, &byte, 1))
        }
        task.cancel()
        await log.end()
        // What is open while this is read would be mistaken for a socket that is still open.
        let watched = ProcessFigures.watched
        try #require(watched.filter { fcntl($0, F_GETFD) < 0 } == [])
        try mayEnd.fileHandleForWriting.close()
        try #require(child.wait() == .exited(0))
      }
    }

    private static func options(trusting certificates: TestCertificates) throws -> TransportOptions {
      var options = TransportOptions()
      options.proxy = .none
      options.tls.authorities = .only([.file(certificates.authority)])
      return options
    }
  }

  /// An exit handler of a process that a test has to itself.
  private enum AtExit {
    private static let action = Locked<(@Sendable () -> Void)?>(nil)
    private static let kept = Locked<CurlTransport?>(nil)

    static var transport: CurlTransport? { kept.value }
    static func keep(_ transport: CurlTransport) { kept.update { $0 = transport } }

    /// Runs the closure when the process exits, after the handlers that are registered later.
    static func afterTransports(_ body: @escaping @Sendable () -> Void) {
      action.update { $0 = body }
      atexit { AtExit.action.value?() }
    }
  }
#endif
