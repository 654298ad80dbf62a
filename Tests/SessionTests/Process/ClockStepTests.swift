#if os(Linux)
  import Foundation
  import Glibc
  import TestSupport
  import Testing

  @testable import Net

  /// Steps the wall clock by a day while requests are running, each time in a separate process.
  ///
  /// The timeouts are much longer than the test. A timeout that ends a request was measured with the wall
  /// clock.
  @Suite struct ClockStepTests {
    @Test("Stepping the wall clock a day forward ends no request and speeds up no retry")
    func aStepForwardEndsNoRequest() async {
      await #expect(processExitsWith: .success) { try await Self.step(by: 86_400) }
    }

    @Test("Stepping the wall clock a day back ends no request and delays no retry and no timeout")
    func aStepBackDelaysNothing() async {
      await #expect(processExitsWith: .success) { try await Self.step(by: -86_400) }
    }

    private static func step(by seconds: Int) async throws {
      alarm(.patience)
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
      // A server that stops after the first bytes of the TLS handshake, so that the client stays in the
      // connect phase.
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
      // Makes the loop run and arm its timers again.
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
      // A timeout still fires when it is due.
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

  /// A gate that tasks wait for until it is opened.
  ///
  /// It stays open.
  private struct Gate: Sendable {
    private let stream = AsyncStream.makeStream(of: Void.self)

    func open() { stream.continuation.finish() }
    func wait() async { for await _ in stream.stream {} }
  }

  /// Retries once, after a delay that it measures with a monotonic clock.
  private final class LateRetry: RequestInterceptor {
    static let delay = Duration.milliseconds(300)

    let decision = Gate()
    private let attempts = Locked<[ContinuousClock.Instant]>([])
    private let decided = Locked<ContinuousClock.Instant?>(nil)

    /// Records an attempt at the server, and returns whether it is the second.
    func attempt() -> Bool {
      attempts.update { attempts in
        attempts.append(.now)
        return attempts.count == 2
      }
    }

    /// The time from the decision to the second attempt.
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
