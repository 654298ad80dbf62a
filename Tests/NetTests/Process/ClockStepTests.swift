#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Net

  /// The wall clock is stepped by a day while requests are under way, each time in a separate process.
  ///
  /// No timeout comes near its time in the test: one that ends a request was measured with the wall clock.
  @Suite struct ClockStepTests {
    @Test("A wall clock that is stepped a day forward ends no request and hastens no retry")
    func aStepForwardEndsNoRequest() async {
      await #expect(processExitsWith: .success) { try await Self.step(by: 86_400) }
    }

    @Test("A wall clock that is stepped a day back ends no request and delays neither a retry nor a timeout")
    func aStepBackDelaysNothing() async {
      await #expect(processExitsWith: .success) { try await Self.step(by: -86_400) }
    }

    private static func step(by seconds: Int) async throws {
      alarm(60)
      let clock = try await SteppedClock.start()
      let isHeld = Gate()
      let mayGoOn = DispatchSemaphore(value: 0)
      let retry = LateRetry()
      let server = try LoopbackServer { request in
        switch request.path {
        case "/held":
          [
            .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfirst"), .run { isHeld.open() },
            .run { mayGoOn.wait() }, .send("again"),
          ]
        case "/silent": [.awaitClose {}]
        case "/retried":
          retry.attempt() ? [.respond("200 OK", body: "hello")] : [.respond("503 Service Unavailable")]
        default: [.respond("200 OK", body: "hello")]
        }
      }
      // A server that agrees on TLS no further than its first bytes: the client is connecting meanwhile.
      let isConnecting = Gate()
      let mayClose = DispatchSemaphore(value: 0)
      let connecting = try SocketServer { connection, _ in
        _ = connection.receive()
        isConnecting.open()
        mayClose.wait()
      }
      let session = try session()
      let url = try server.url().absoluteString

      async let held = session.get(url + "held").response(.data)
      async let unconnected = session.get("https://127.0.0.1:\(connecting.port)/").response(.data)
      await isHeld.wait()
      await isConnecting.wait()
      async let retried = session.get(url + "retried").intercept(retry).response(.data)
      await retry.decision.wait()
      try clock.step(by: seconds)
      // The loop turns, and the timers are armed again.
      for _ in 0..<10 {
        let response = await session.get(url).response(.data)
        try #require(response.error == nil, "\(response)")
      }
      mayGoOn.signal()
      let completed = await held
      try #require(completed.error == nil, "\(completed)")
      try #require(completed.value == Data("firstagain".utf8))
      let again = await retried
      try #require(again.error == nil, "\(again)")
      try #require(retry.waited >= LateRetry.delay, "\(retry.waited)")
      mayClose.signal()
      let refused = await unconnected
      try #require(refused.error?.reason == .transport(.secureConnection), "\(refused)")
      // Timeouts that are due are kept to.
      let silent = await session.get(url + "silent").timeout(idle: .milliseconds(50)).response(.data)
      try #require(silent.error?.reason == .timeout(.idle), "\(silent)")
      try #require(clock.wallClockTimers == 0)
      try #require(clock.otherTimers > 0)
    }

    private static func session() throws -> NetworkSession {
      var options = TransportOptions()
      options.proxy = .none
      options.connectTimeout = .seconds(3600)
      var configuration = SessionConfiguration()
      configuration.timeouts = RequestTimeouts(
        idle: .seconds(3600), total: .seconds(7200), connect: .seconds(3600))
      return NetworkSession(configuration: configuration, transport: try CurlTransport(options: options))
    }
  }

  /// What tasks wait for until it is opened, for all time.
  private struct Gate: Sendable {
    private let stream = AsyncStream.makeStream(of: Void.self)

    func open() { stream.continuation.finish() }
    func wait() async { for await _ in stream.stream {} }
  }

  /// Retries once, after a delay that it measures with a clock that nobody sets.
  private final class LateRetry: RequestInterceptor {
    static let delay = Duration.milliseconds(300)

    let decision = Gate()
    private let attempts = Locked<[ContinuousClock.Instant]>([])
    private let decided = Locked<ContinuousClock.Instant?>(nil)

    /// Notes an attempt at the server, and whether it is the second.
    func attempt() -> Bool {
      attempts.update { attempts in
        attempts.append(.now)
        return attempts.count == 2
      }
    }

    /// From the decision to the second attempt.
    var waited: Duration {
      guard let decided = decided.value, attempts.value.count == 2 else { return .zero }
      return decided.duration(to: attempts.value[1])
    }

    func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
      decided.update { $0 = .now }
      completion(.retry(after: Self.delay))
      decision.open()
    }
  }
#endif
