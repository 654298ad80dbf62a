public import Foundation
public import Net

/// The server side of a contract: the responses to its requests, and its base URL.
///
/// An implementation that responds from memory passes each request to ``response(to:)`` and delivers the result as its
/// transport would. For an implementation over sockets, the contract does that with a ``MockServer``.
///
/// ```swift
/// await TransportContract.check(scripted: { script in
///   let transport = MockTransport(timer: script.timer)
///   transport.stub(.everything) { request in script.response(to: request) }
///   return transport
/// })
/// ```
///
/// May be used from any thread.
public struct ContractScript: Sendable {
  typealias Answer = @Sendable (RecordedRequest) -> StubResponse

  private struct State: Sendable {
    var answers: [String: Answer] = [:]
    var requests: [RecordedRequest] = []
  }

  /// The base URL of the contract's requests.
  public let baseURL: URL
  /// The configuration of a network for the current law, including the base URL.
  public internal(set) var configuration = SessionConfiguration()
  /// The timer for the delays of responses and for the waits of a network.
  ///
  /// The contract advances it; it never advances by itself.
  public var timer: any NetworkTimer { clock }

  let clock: ContractClock
  private let state = SharedLock(State())

  init(baseURL: URL, clock: ContractClock) {
    self.baseURL = baseURL
    self.clock = clock
    configuration.baseURL = baseURL
    configuration.callbackQueue = DispatchQueue(label: "NetTesting.Contract")
    configuration.timeouts = RequestTimeouts()
  }

  /// A script for responses from memory; its host cannot exist (RFC 2606 section 2).
  static var inMemory: ContractScript {
    ContractScript(
      baseURL: URL(string: "http://contract.invalid/") ?? URL(filePath: "/"), clock: ContractClock())
  }

  /// Returns the response to a request, and records the request.
  ///
  /// Call it once for each request that arrives.
  public func response(to request: RecordedRequest) -> StubResponse {
    let answer = state.withLock { state in
      state.requests.append(request)
      return state.answers[request.url.path]
    }
    clock.changes.notify()
    return answer?(request) ?? .status(404)
  }

  /// The requests that arrived, in order.
  var requests: [RecordedRequest] { state.withLock { $0.requests } }

  /// Sets the response to future requests for this path.
  func answer(_ path: String, with answer: @escaping Answer) {
    // The old response is released outside the lock, because it may hold anything.
    _ = state.withLock { state in
      defer { state.answers[path] = answer }
      return state.answers[path]
    }
  }

  func answer(_ path: String, with response: StubResponse) { answer(path) { _ in response } }
}

extension ContractScript {
  /// Runs the closure with a server that responds according to a script.
  static func served(
    at place: SourcePlace, _ body: (ContractScript, MockServer) async throws -> Void
  ) async throws {
    let clock = ContractClock()
    let server = MockServer(timer: clock, at: place)
    try server.start()
    defer { server.stop() }
    let script = ContractScript(baseURL: server.baseURL, clock: clock)
    server.stub(.everything) { script.response(to: $0) }
    try await body(script, server)
  }

  /// Waits until this many requests have arrived.
  func waitUntilRequested(_ count: Int) async throws {
    try await clock.changes.wait(orThrow: "only \(requests.count) of \(count.counted("request")) arrived") {
      requests.count >= count
    }
  }

  /// Waits until this many requests have arrived and as many actions are scheduled: their delayed responses.
  func waitUntilHeld(_ count: Int) async throws {
    try await clock.changes.wait(
      orThrow:
        "\(requests.count) of \(count.counted("request")) arrived, \(clock.pendingCount) of them waiting"
    ) {
      requests.count >= count && clock.pendingCount >= count
    }
  }

  /// Waits until a condition holds whose changes nothing notifies.
  func wait(orThrow found: String, until isThere: @Sendable () -> Bool) async throws {
    let deadline = ContinuousClock.now + ContractPatience.limit
    while !isThere() {
      try ContractBreach.unless(ContinuousClock.now < deadline && !Task.isCancelled, found)
      await clock.changes.wait(after: clock.changes.version, upTo: .milliseconds(20))
    }
  }

  /// Advances the clock, step by step, until the condition holds.
  func advance(by step: Duration, until isDone: @Sendable () -> Bool) async throws {
    let deadline = ContinuousClock.now + ContractPatience.limit
    while !isDone() {
      try ContractBreach.unless(
        ContinuousClock.now < deadline && !Task.isCancelled, "nothing happened after \(clock.now)")
      let version = clock.changes.version
      clock.advance(by: step)
      if !isDone() { await clock.changes.wait(after: version, upTo: .milliseconds(20)) }
    }
  }
}
