import Foundation
import Net
import NetStream
import NetTesting
import TestSupport
import Testing

/// The end of a test while a session of a WebSocket waits to reconnect.
@Suite struct WaitingSessionTests {
  private let time = TestScheduler()
  private let failure = Captured<NetworkError.Reason?>()

  /// Runs the body as a test, ends the test, and returns its failures.
  private func test(checksLeaks: Bool = true, _ body: (NetworkingMock) -> Void) -> [String] {
    let messages = SharedLock<[String]>([])
    let reporter = TestReporter { message, _ in messages.withLock { $0.append(message) } }
    TestReporter.$override.withValue(reporter) {
      let scope = TestScope(checksLeaks: checksLeaks)
      TestScope.$current.withValue(scope) {
        let network = NetworkingMock(timer: time, afterEach: scope)
        network.stub(.webSocket("/chat"), with: .script { $0.fault(.disconnect) })
        body(network)
      }
      scope.end()
    }
    return messages.withLock { $0 }
  }

  @discardableResult
  private func subscribe(_ network: any Networking) -> any Disposable {
    network.stream.webSocket("/chat").session(reconnecting: .backoff(base: .seconds(5), jitter: 0))
      .subscribe(onError: { [failure] in failure.set(($0 as? NetworkError)?.reason) })
  }

  private func leak(_ sessions: String, count: String = "a request was") -> String {
    """
    The test ended while \(count) open on the mock that was created here: \(sessions).
    Cancel or complete the requests of the test. Open requests are cancelled now.
    """
  }

  @Test func aSessionThatWaitsToReconnectIsALeak() {
    let messages = test { network in
      subscribe(network)
      expectEqual(time.pendingCount, 1)
    }
    expectEqual(messages, [leak("a WebSocket session that waits to reconnect")])
    expectEqual(failure.values, [.cancelled])
    expectEqual(time.pendingCount, 0)
  }

  @Test func sessionsThatWaitAreCounted() {
    let messages = test { network in for _ in 0..<2 { subscribe(network) } }
    expectEqual(messages, [leak("2 WebSocket sessions that wait to reconnect")])
  }

  /// A network that wraps another one.
  private struct Wrapper: Networking {
    let base: any Networking
    let timer: any NetworkTimer

    init(base: any Networking, timer: (any NetworkTimer)? = nil) {
      self.base = base
      self.timer = timer ?? base.timer
    }

    func request(_ description: RequestDescription) -> any NetworkRequesting { base.request(description) }

    func openWebSocket(
      _ description: WebSocketDescription,
      completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
    ) -> any Cancellation { base.openWebSocket(description, completion: completion) }
  }

  @Test func aSessionOfAWrappedNetworkIsALeak() {
    expectEqual(test { subscribe(Wrapper(base: $0)) }, [leak("a WebSocket session that waits to reconnect")])
  }

  @Test func aSessionThatHasFailedToConnectIsALeak() {
    let messages = test { network in
      network.stub(.webSocket("/chat"), with: .failure(URLError(.cannotConnectToHost)))
      subscribe(network)
    }
    expectEqual(messages, [leak("a WebSocket session that waits to reconnect")])
  }

  @Test func aSessionThatWaitsAgainIsCountedOnce() {
    let messages = test { network in
      subscribe(network)
      time.advance(by: .seconds(5))
      expectEqual(network.webSockets.count, 2)
    }
    expectEqual(messages, [leak("a WebSocket session that waits to reconnect")])
  }

  @Test func aDisposedSessionIsNotALeak() {
    expectEqual(test { subscribe($0).dispose() }, [])
    expectEqual(time.pendingCount, 0)
  }

  /// A timer on which something else happens before a delay is returned.
  private struct InterruptedTimer: NetworkTimer {
    let base: TestScheduler
    let interruption: @Sendable () -> Void

    var now: Duration { base.now }
    var date: Date { base.date }

    func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Cancellation {
      defer { interruption() }
      return base.schedule(after: delay, action)
    }
  }

  @Test func aSessionThatIsDisposedWhileItBeginsToWaitIsNotALeak() {
    let session = SharedLock<(any Disposable)?>(nil)
    let messages = test { network in
      network.stub(.webSocket("/chat"), with: .script { _ in })
      let timer = InterruptedTimer(base: time) { session.withLock { $0 }?.dispose() }
      let subscription = subscribe(Wrapper(base: network, timer: timer))
      session.withLock { $0 = subscription }
      network.webSockets.last?.fault(.disconnect)
    }
    expectEqual(messages, [])
    expectEqual(time.pendingCount, 0)
  }

  @Test func aSessionThatHasEndedIsNotALeak() {
    let messages = test { network in
      subscribe(network)
      network.stub(.webSocket("/chat"), with: .script { $0.close() })
      time.advance(by: .seconds(5))
    }
    expectEqual(messages, [])
  }

  @Test func theEndOfATestEndsASessionThatWaits() {
    expectEqual(test(checksLeaks: false) { subscribe($0) }, [])
    expectEqual(failure.values, [.cancelled])
    expectEqual(time.pendingCount, 0)
  }

  @Test func aSweepFindsASessionThatWaits() async throws {
    let kept = SharedLock<[any Disposable]>([])
    let sweep = everyFault(of: [.noConnection]) { network in
      network.stub(.webSocket("/chat"), with: .script { $0.fault(.disconnect) })
      let session = network.stream.webSocket("/chat").session(
        reconnecting: .backoff(base: .seconds(50), jitter: 0)
      ).subscribe(onError: { _ in })
      kept.withLock { $0.append(session) }
      try await network.sleep(for: .seconds(1))
    }
    let report = try await sweep.report(.noLeak)
    expectEqual(report.failures.first?.message.contains("a WebSocket session that waits to reconnect"), true)
  }
}
