public import Foundation
public import Net

/// The other side of every exchange of a contract: what is answered, and where.
///
/// An implementation that answers from memory hands each request to ``response(to:)`` and makes
/// of the answer what its transport would have told. For one over sockets the contract does that itself, with a
/// ``MockServer``.
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

  /// What the URLs of the contract's requests begin with.
  public let baseURL: URL
  /// How a network is to be configured for the law that is tried: the base URL among the rest.
  public internal(set) var configuration = SessionConfiguration()
  /// What the delays of answers, and the waiting of a network, are to be measured on.
  ///
  /// The contract moves it; it never moves by itself.
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

  /// Where the other side is when it answers from memory: a host that there cannot be (RFC 2606 section 2).
  static let inMemoryURL = URL(string: "http://contract.invalid/") ?? URL(filePath: "/")

  /// The answer to a request, which is recorded.
  ///
  /// To be called once for each request that arrives.
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

  /// Answers requests for this path from now on.
  func answer(_ path: String, with answer: @escaping Answer) {
    // The old answer is released out here: it may hold anything.
    _ = state.withLock { state in
      defer { state.answers[path] = answer }
      return state.answers[path]
    }
  }

  func answer(_ path: String, with response: StubResponse) { answer(path) { _ in response } }
}

extension ContractScript {
  /// Has a server answer as a script says, for as long as the closure runs.
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

  /// Waits until so many requests have arrived.
  func waitUntilRequested(_ count: Int) async throws {
    try await clock.changes.wait(orThrow: "only \(requests.count) of \(count) requests arrived") {
      requests.count >= count
    }
  }

  /// Waits until so many requests have arrived and as many actions wait for the clock: their answers, which are
  /// held back.
  func waitUntilHeld(_ count: Int) async throws {
    try await clock.changes.wait(orThrow: "only \(requests.count) of \(count) requests arrived") {
      requests.count >= count && clock.pendingCount >= count
    }
  }

  /// Moves the clock on, step by step, until it is done.
  func advance(by step: Duration, until isDone: @Sendable () -> Bool) async throws {
    let deadline = ContinuousClock.now + ContractPatience.limit
    while !isDone() {
      try ContractBreach.unless(
        ContinuousClock.now < deadline && !Task.isCancelled, "nothing came of \(clock.now) of waiting")
      let version = clock.changes.version
      clock.advance(by: step)
      if !isDone() { await clock.changes.wait(after: version, upTo: .milliseconds(20)) }
    }
  }
}
