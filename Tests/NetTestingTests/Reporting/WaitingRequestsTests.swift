import Foundation
import Net
import Stream
import TestSupport
import Testing

@testable import NetTesting

/// The end of a test while a request has started and is not at its stub: it waits in its session, or is on its way.
@Suite struct WaitingRequestsTests {
  private let failures = CollectedFailures()
  private let scheduler = TestScheduler()
  private let ended = Captured<NetworkError.Reason?>()

  /// Runs the body as a test, ends the test, and returns its failures.
  private func test(checksLeaks: Bool = true, _ body: (TestScope) -> Void) -> [String] {
    failures.collect {
      let scope = TestScope(checksLeaks: checksLeaks)
      TestScope.$current.withValue(scope) { body(scope) }
      scope.end()
    }
    return failures.messages
  }

  private func leak(_ names: String, count: String = "a request was") -> String {
    """
    The test ended while \(count) open on the mock that was created here: \(names).
    Cancel or complete the requests of the test. Open requests are cancelled now.
    """
  }

  private func mock(
    _ scope: TestScope, delivery: MockDelivery = .inline, profile: NetworkProfile? = nil,
    _ change: (inout SessionConfiguration) -> Void = { _ in }
  ) -> NetworkingMock {
    var configuration = NetworkingMock.defaultConfiguration
    change(&configuration)
    return NetworkingMock(
      configuration: configuration, delivery: delivery, timer: scheduler, profile: profile, afterEach: scope)
  }

  private func get(_ url: String, _ network: any Networking) {
    network.get(url).response(delivery: .inline, responseSerializer: .string) { [ended] in
      ended.set($0.error?.reason)
    }
  }

  private func startARetry(_ scope: TestScope) {
    let network = mock(scope) { $0.interceptors = [RetryPolicy()] }
    network.stub(.get("/a"), with: .status(503))
    get("https://h/a", network)
  }

  @Test func aRequestThatWaitsForItsRetryIsALeak() {
    expectEqual(test(startARetry), [leak("GET https://h/a (waiting in its session)")])
    expectEqual(ended.values, [.cancelled])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func aRequestThatWaitsForItsRetryIsCancelledAtTheEnd() {
    expectEqual(test(checksLeaks: false, startARetry), [])
    expectEqual(ended.values, [.cancelled])
    expectEqual(scheduler.pendingCount, 0)
  }

  private func startTwoForOneSlot(_ scope: TestScope) -> NetworkingMock {
    let network = mock(scope, delivery: .held) { $0.maximumConcurrentRequests = 1 }
    network.stub(.everything, with: .text("x"))
    get("https://h/a", network)
    get("https://h/b", network)
    return network
  }

  @Test func aRequestThatWaitsForASlotIsALeak() {
    expectEqual(
      test { _ = startTwoForOneSlot($0) },
      [
        leak("GET https://h/a, GET https://h/b (waiting in its session)", count: "2 requests were")
      ])
    expectEqual(ended.values, [.cancelled, .cancelled])
  }

  @Test func theEndOfATestSendsNoRequestThatWaitedForASlot() {
    let network = Captured<NetworkingMock>()
    expectEqual(test(checksLeaks: false) { network.set(startTwoForOneSlot($0)) }, [])
    expectEqual(network.value?.pending.isEmpty, true)
    expectEqual(ended.values, [.cancelled, .cancelled])
    expectEqual(network.value?.ledger.requests.map(\.url.path), ["/a"])
  }

  @Test func aRequestThatWaitsForATokenIsALeak() {
    let messages = test { scope in
      let network = mock(scope) { $0.interceptors = [Patient()] }
      network.stub(.everything, with: .text("x"))
      get("https://h/a", network)
    }
    expectEqual(messages, [leak("GET https://h/a (waiting in its session)")])
  }

  /// An adapter that never calls back.
  private struct Patient: RequestInterceptor {
    func adapt(
      _ request: TransportRequest,
      completion: @escaping @Sendable (Result<TransportRequest, any Error>) -> Void
    ) {}
  }

  /// The request that the session itself sends because a stored response is stale (RFC 5861 section 3).
  @Test func aRevalidationThatWaitsForASlotIsALeak() {
    let messages = test { scope in
      let network = mock(scope) {
        $0.maximumConcurrentRequests = 1
        $0.cache = .memory(limit: 1 << 20)
      }
      let control = "max-age=1, stale-while-revalidate=100"
      network.stub(.get("/a"), with: .text("x").header("Cache-Control", control))
      network.stub(.get("/b"), with: StubResponse.text("x").delivered(.held))
      get("https://h/a", network)
      scheduler.advance(by: .seconds(2))
      for name in ["b", "a", "c"] { get("https://h/\(name)", network) }
      expectEqual(ended.values, [nil, nil])
    }
    let names = ["b"] + ["c", "a"].map { "\($0) (waiting in its session)" }
    let list = names.map { "GET https://h/\($0)" }.joined(separator: ", ")
    expectEqual(messages, [leak(list, count: "3 requests were")])
  }

  /// Opens an event stream whose first connection ends at once.
  private func openEvents(_ network: NetworkingMock) {
    network.stub(.get("/e"), with: .events([]))
    EventSource(RequestDescription("https://h/e"), network: network).open(delivery: .inline) {
      [ended] update in
      if case .ended(.failure(let error)) = update { ended.set(error.reason) }
    }
  }

  @Test func anEventStreamThatWaitsToReconnectIsALeak() {
    expectEqual(test { openEvents(mock($0)) }, [leak("an event stream that waits to reconnect")])
    expectEqual(ended.values, [.cancelled])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func anEventStreamDoesNotReconnectAfterTheEnd() {
    let network = Captured<NetworkingMock>()
    let messages = test(checksLeaks: false) { scope in
      let mock = mock(scope)
      network.set(mock)
      openEvents(mock)
    }
    expectEqual(messages, [])
    expectEqual(network.value?.requestCallCount, 1)
    expectEqual(ended.values, [.cancelled])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test func cancellingAllRequestsOfAMockEndsAnEventStreamThatWaits() {
    let network = NetworkingMock(timer: scheduler, afterEach: TestScope())
    openEvents(network)
    expectEqual(ended.values, [])
    network.cancelAll()
    expectEqual(ended.values, [.cancelled])
  }

  @Test(arguments: [Duration.zero, .milliseconds(1_100)])
  func aRequestOnASlowNetworkIsALeak(after time: Duration) {
    let messages = test { scope in
      let network = mock(scope, profile: .threeG)
      network.stub(.get("/a"), with: .text(String(repeating: "x", count: 100_000)))
      get("https://h/a", network)
      scheduler.advance(by: time)
      expectEqual(network.requests.count, 1)
      expectEqual(network.ledger.requests.count, time == .zero ? 0 : 1)
    }
    expectEqual(messages, [leak("GET https://h/a")])
    expectEqual(ended.values, [.cancelled])
    expectEqual(scheduler.pendingCount, 0)
  }

  @Test(arguments: [false, true])
  func aRequestOnItsWayToATransportEndsWithTheTest(checksLeaks: Bool) {
    let messages = test(checksLeaks: checksLeaks) { scope in
      let transport = MockTransport(timer: scheduler, afterEach: scope)
      transport.stub(.get("/a"), with: .text("x"))
      let slow = ProfiledTransport(transport, profile: .threeG, timer: scheduler)
      get("https://h/a", NetworkSession(transport: slow, timer: scheduler))
    }
    expectEqual(messages, (checksLeaks ? [leak("GET https://h/a")] : []))
    expectEqual(ended.values, [.cancelled])
  }

  @Test func aDeliveredResponseOfASlowNetworkIsNotALeak() {
    let messages = test { scope in
      let network = mock(scope, profile: .threeG)
      network.stub(.get("/a"), with: .text("x"))
      get("https://h/a", network)
      scheduler.run()
    }
    expectEqual(messages, [])
    expectEqual(ended.values, [nil])
  }

  @Test(arguments: TestNetwork.Level.allCases)
  func aRetryIsALeakAtEveryLevel(level: TestNetwork.Level) async throws {
    var configuration = NetworkingMock.defaultConfiguration
    configuration.interceptors = [RetryPolicy()]
    let waiting = Captured<Duration>()
    configuration.monitors = [RetryWatch(waiting)]
    let scope = TestScope(checksLeaks: true)
    let network = try failures.collect {
      try TestNetwork(level, configuration: configuration, timer: scheduler, afterEach: scope)
    }
    network.stub(.get("/a"), with: .status(503))
    get("https://h.example/a", network)
    await expect(waiting.values.count).toEventually(equal(1))
    scope.end()
    expectEqual(failures.messages, [leak("GET https://h.example/a (waiting in its session)")])
    await expect(ended.values).toEventually(equal([.cancelled]))
  }

  /// Notes that a request waits for its retry.
  private struct RetryWatch: EventMonitor {
    let waiting: Captured<Duration>

    init(_ waiting: Captured<Duration>) { self.waiting = waiting }

    func request(_ id: RequestID, did event: RequestEvent) {
      if case .willRetry(_, after: let delay) = event { waiting.set(delay) }
    }
  }

  @Test func aSweepFindsARequestThatIsLeftInItsBackOff() async throws {
    var configuration = SweepNetwork.defaultConfiguration
    configuration.interceptors = [RetryPolicy()]
    let report = try await everyFault(
      of: [.status(500)], configuration: configuration,
      in: { network in
        network.stub(.get("/a"), with: .json("5"))
        network.stub(.get("/log"), with: .json("1"))
        network.get("/log").resume()
        let value = try await network.get("/a").object(as: Int.self)
        await network.settle()
        return value
      }
    ).report(.noLeak)
    expectTrue(report.isPassed, "\(report.text)")
    let leaking = try await everyFault(
      of: [.status(500)], configuration: configuration,
      in: { network in
        network.stub(.get("/{name}"), with: .json("5"))
        network.get("/log").resume()
        return try await network.get("/a").object(as: Int.self)
      }
    ).report(.noLeak)
    expectEqual(
      leaking.failures.map(\.message).first?.contains(
        "GET https://mock.invalid/log (waiting in its session) was still open"), true)
  }
}
