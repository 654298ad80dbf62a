import Foundation
import Net

/// The stubs of one mock, the requests it received, and which of them are open.
///
/// It is the same at every level of mocking: each mock has one as ``Stubbing/ledger``. If your own type stubs through
/// a mock, return the ledger of that mock:
///
/// ```swift
/// struct LoginMock: Stubbing {
///   let transport: MockTransport
///   var ledger: StubLedger { transport.ledger }
///   var requests: [RecordedRequest] { transport.requests }
/// }
/// ```
///
/// May be used from any thread.
public final class StubLedger: Sendable {
  private struct State: Sendable {
    var table: StubTable
    var requests: [RecordedRequest] = []
    var open = OpenExchanges()
    var webSockets: [WebSocketPeer] = []
    var cancelCount = 0
    /// The requests that run in the session above the mock, including those that have not been sent; nil if the mock
    /// does not know its session.
    var session: SessionActivity?
    /// Why no response can be held; nil if a response can.
    var heldRefusal: String?
    /// Whether each test that adds a stub verifies it at its end.
    var joinsTests = false
    /// The test method of the mock, when it has ended: XCTest counts later failures for another one.
    var endedTest: TestName?
  }

  private let state: Lock<State>
  private let verification = Verification()
  /// Notified of each change, for code that waits for one.
  let changes = Changes()
  let reporter: TestReporter
  /// Where the mock was created; failures that belong to no stub are reported here.
  let place: SourcePlace

  /// The only mock that the code on this task should use, and a closure that is called when it uses another one.
  struct Watch: Sendable {
    var ledger: StubLedger
    var other: @Sendable (StubLedger) -> Void
  }

  // A dedicated type: with a tuple, optimized code crashes in `swift_task_localValuePush` (Swift 6.3.1).
  @TaskLocal static var watch: Watch?

  init(
    at place: SourcePlace, reporter: TestReporter = .current, omitsOrigin: Bool = false,
    suggestion: @escaping @Sendable (String, String) -> String
  ) {
    state = Lock(State(table: StubTable(omitsOrigin: omitsOrigin, suggestion: suggestion)))
    self.place = place
    self.reporter = reporter
  }
}

/// A request to a mock that has not ended.
protocol StubbedExchange: AnyObject, Sendable {
  /// Cancels the request.
  func cancel()

  /// Fails the test if no stub answers the request, and nothing has said so yet.
  func reportUnmatched()
}

extension StubbedExchange {
  func reportUnmatched() {}
}

// MARK: - Stubs

extension StubLedger {
  /// Adds a stub.
  func add(_ stub: Stub) {
    if let misuse = stub.matcher.misuse { fail(misuse.description, at: stub.place) }
    var stub = stub
    let joins = state.withLock { state in
      stub.earlierRequests = state.requests.count
      state.table.add(stub)
      return state.joinsTests && stub.isUnused
    }
    if joins { verification.joinCurrentScope { [self] isDue in verify(isDue) } }
  }

  /// Takes the next response of the first stub that has one; nil if there is none.
  ///
  /// Matchers are called outside the lock.
  ///
  /// - `beforeBody`: Whether to take only a response that is sent before the body of the request has arrived.
  func take(for request: RecordedRequest, beforeBody: Bool = false) -> StubTable.Taken? {
    while let candidate = candidate(for: request, beforeBody: beforeBody) {
      switch state.withLock({ $0.table.take(from: candidate) }) {
      case .taken(let taken):
        request.forgetJSON()
        return taken
      case .none: return nil
      // Another thread moved a scenario, or took the last response of the stub, in between.
      case .stale: continue
      }
    }
    return nil
  }

  /// Returns what ``take(for:beforeBody:)`` would return, without consuming it or advancing its scenario.
  func peek(for request: RecordedRequest) -> StubTable.Taken? {
    let table = state.withLock { $0.table }
    return table.next(of: table.candidate(for: request))
  }

  /// Whether the stub that applies to the request says that it must not be requested.
  func forbids(_ request: RecordedRequest) -> Bool {
    let table = state.withLock { $0.table }
    return table.forbids(table.candidate(for: request))
  }

  /// Whether there are stubs; without any, a mock that holds its responses is answered by hand alone.
  var hasStubs: Bool { state.withLock { !$0.table.isEmpty } }

  /// Whether a stub matches the request, even one that is used up.
  func hasStub(for request: RecordedRequest) -> Bool {
    let table = state.withLock { $0.table }
    return table.hasStub(for: request)
  }

  private func candidate(for request: RecordedRequest, beforeBody: Bool) -> StubTable.Candidate? {
    let table = state.withLock { $0.table }
    if beforeBody, !table.mayAnswerBeforeBody { return nil }
    let candidate = table.candidate(for: request)
    return beforeBody && !table.answersBeforeBody(candidate) ? nil : candidate
  }

  /// The report on a request that no stub answers.
  func report(for request: RecordedRequest) -> String {
    defer { request.forgetJSON() }
    return state.withLock { $0.table }.report(for: request)
  }

  /// Makes a response that is held until the test completes it a misuse from now on, for this reason.
  func refuseHeld(because reason: String) { state.withLock { $0.heldRefusal = reason } }

  /// Why the response cannot be held; nil if it can, or if it is not held.
  func heldMisuse(of response: StubResponse) -> StubMisuse? {
    guard case .held? = response.delivery, let reason = state.withLock({ $0.heldRefusal }) else { return nil }
    return StubMisuse(
      "The stub holds its response until the test completes it (.delivered(.held)). \(reason)")
  }

  /// Fails the test if the stub itself is wrong; the code under test then receives the misuse as its error.
  func checked(_ response: StubResponse, from place: SourcePlace) -> StubResponse {
    guard let misuse = heldMisuse(of: response) ?? response.misuse else { return response }
    fail(misuse.description, at: place)
    return .failure(misuse)
  }

  /// Fails the test.
  func fail(_ message: String, at place: SourcePlace? = nil) {
    let endedTest = state.withLock { $0.endedTest }
    reporter.fail(endedTest?.afterEnd(message) ?? message, at: place ?? self.place)
  }

  /// Fails the test, for a WebSocket: the ledger retains it, so the closure does not retain the ledger.
  var failing: @Sendable (String, SourcePlace?) -> Void {
    { [reporter, place] in reporter.fail($0, at: $1 ?? place) }
  }

  /// Fails the test for each stub that answered fewer requests than required, unless the test ends because it was cut
  /// short.
  func verify() { verify { _ in true } }

  private func verify(_ isDue: (ExpectingTest) -> Bool) {
    let (unused, requests) = state.withLock { ($0.table.takeUnused(isDue), $0.requests) }
    guard !TestScope.isCutShort else { return }
    for stub in unused {
      let earlier = requests.prefix(stub.earlierRequests).first { stub.matcher?.matches($0) ?? false }
      let note = earlier.map { request in
        request.forgetJSON()
        return """
           \(excerpt(of: "\(request)", limit: 500)) was sent before the stub was added here, and a stub answers no \
          earlier request: add it first.
          """
      }
      fail(stub.report + (note ?? ""), at: stub.place)
    }
  }

  /// Which stubs and responses were used.
  var coverage: StubCoverage { state.withLock { $0.table }.coverage }

  /// Removes all stubs.
  func clear() {
    // The stubs are released here, outside the lock, because they hold closures of the test.
    _ = state.withLock { $0.table.clear() }
  }

  /// Removes all stubs and accepts no more; unused ones can still be verified.
  func retire() { _ = state.withLock { $0.table.retire() } }
}

// MARK: - Requests

extension StubLedger {
  var requests: [RecordedRequest] { read { $0.requests } }

  var cancelCount: Int { read { $0.cancelCount } }

  var pending: [PendingRequest] { read { $0.open.all.compactMap(\.pending) } }

  private func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
    changes.noteRead()
    return state.withLock { body($0) }
  }

  private func change<Value: Sendable>(_ body: (inout State) -> Value) {
    // The result is released here, outside the lock: it may hold closures of the test.
    _ = state.withLock { body(&$0) }
    changes.notify()
  }

  /// Records a request without marking it as open.
  func record(_ request: RecordedRequest) { change { $0.requests.append(request) } }

  /// Marks a request as open until ``close(_:isCancelled:)``; returns its position among all requests, from 1.
  ///
  /// - `isCovered`: Whether another open request is the same one, seen further up; then it is not named.
  /// - `isOpen`: Whether it has been opened already, without its body.
  @discardableResult
  func open(
    _ exchange: any StubbedExchange, for request: RecordedRequest, isRecorded: Bool = true,
    isCovered: Bool = false, isOpen: Bool = false
  ) -> Int {
    noteOther()
    let number = state.withLock { state in
      if isOpen { _ = state.open.remove(exchange) }
      if isRecorded { state.requests.append(request) }
      state.open.append(
        OpenRequest(
          exchange: exchange, number: state.requests.count, request: request, isCovered: isCovered))
      return state.requests.count
    }
    changes.notify()
    return number
  }

  /// The requests whose responses are held, each with its position among all requests, from 1.
  var held: [(number: Int, pending: PendingRequest)] {
    state.withLock { $0.open }.all.compactMap { open in open.pending.map { (open.number, $0) } }
  }

  /// Notifies the sweep that runs on this task of a request to a mock that is not its own.
  private func noteOther() {
    guard let watch = Self.watch, watch.ledger !== self else { return }
    watch.other(self)
  }

  /// Holds the response of an open request.
  ///
  /// Does nothing if the request has already ended.
  func hold(_ pending: PendingRequest, of exchange: any StubbedExchange) {
    change { $0.open[exchange]?.pending = pending }
  }

  /// Marks the response of a request as no longer held.
  func release(_ exchange: any StubbedExchange) {
    change { state -> PendingRequest? in
      defer { state.open[exchange]?.pending = nil }
      return state.open[exchange]?.pending
    }
  }

  var webSockets: [WebSocketPeer] { read { $0.webSockets } }

  /// Records the WebSocket that a request has opened.
  func add(_ webSocket: WebSocketPeer, of exchange: (any StubbedExchange)? = nil) {
    change { state in
      state.webSockets.append(webSocket)
      if let exchange { state.open[exchange]?.webSocket = webSocket }
    }
  }

  func forgetWebSockets() {
    change { state in
      defer { state.webSockets = [] }
      return state.webSockets
    }
  }

  /// Marks a request as ended.
  func close(_ exchange: any StubbedExchange, isCancelled: Bool = false) {
    change { state -> OpenRequest? in
      if isCancelled { state.cancelCount += 1 }
      return state.open.remove(exchange)
    }
  }

  /// Includes what runs in this session, which sends its requests to the mock.
  func follow(_ session: SessionActivity) { state.withLock { $0.session = session } }

  /// Cancels every request that has not ended, even one that its session has not sent.
  func cancelOpen() {
    // The session first, so that nothing that ends lets it send something else.
    state.withLock { $0.session }?.cancelAll()
    for exchange in state.withLock({ $0.open.all.map(\.exchange) }) { exchange.cancel() }
  }

  /// Fails the test once for each open request that no stub answers.
  func reportUnmatched() {
    for exchange in state.withLock({ $0.open.all.map(\.exchange) }) { exchange.reportUnmatched() }
  }
}

// MARK: - The end of the test

extension StubLedger {
  /// Lets the test of this task, if it has a scope, verify the stubs at its end; likewise each test that adds a stub
  /// that must answer.
  func joinTests() {
    state.withLock { $0.joinsTests = true }
    // Until a stub must answer, the test does not retain the mock.
    guard let scope = TestScope.current else { return }
    let number = ObjectIdentifier(scope)
    scope.atEnd { [weak self] in self.map { $0.verify($0.verification.due(at: number)) } }
  }

  /// Lets a scope that checks for leaks inspect the open requests at the end of the test, and cancel them.
  ///
  /// - Returns: False if there is no such scope.
  @discardableResult
  func watchLeaks(in scope: TestScope?) -> Bool {
    guard let scope else { return false }
    var witness = LeakWitness(at: place, giveUp: cancelOpen) { [self] in openRequests }
    // A scope that does not check for leaks does not retain the stubs.
    witness.awaited = { [weak self, place] in self?.openRequests.awaited(at: place) }
    return scope.watch(witness)
  }

  private var openRequests: OpenRequests { OpenRequests(names: openNames) }

  /// The requests that have not ended, by method and URL, and what waits in their session.
  var openNames: [String] {
    let (open, session) = state.withLock { ($0.open.all, $0.session) }
    let names = open.filter { !$0.isCovered }.map(\.name)
    return names + (session?.waiting(beside: Set(open.map { "\($0.request)" })) ?? [])
  }

  /// The names of what waits in the session of the mock, in addition to the requests that have arrived.
  func waitingNames(beside arrived: [RecordedRequest]) -> [String] {
    state.withLock { $0.session }?.waiting(beside: Set(arrived.map { "\($0)" })) ?? []
  }

  /// Verifies the stubs and cancels the open requests at the end of the test.
  func end(after test: some TestLifetime, file: StaticString, line: UInt) {
    let isWatched = watchLeaks(in: test.scope)
    let name = TestName(test)
    test.atEnd(file: file, line: line) { [self] in
      verify()
      if !isWatched { cancelOpen() }
      state.withLock { $0.endedTest = name }
    }
  }
}

extension SessionActivity {
  /// The requests that have started and not arrived at the mock, as text; a request that several share is named once.
  fileprivate func waiting(beside arrived: Set<String>) -> [String] {
    let unsent = requests.filter { !arrived.contains($0.name) }
    let own = unsent.filter { !$0.isInternal }
    let waiting =
      own + unsent.filter { request in request.isInternal && !own.contains { $0.name == request.name } }
    let names = waiting.map { "\(excerpt(of: $0.name, limit: 500)) (waiting in its session)" }
    return names + Self.reconnecting(waitCount, "an event stream", "event streams")
      + Self.reconnecting(reconnectionCount, "a WebSocket session", "WebSocket sessions")
  }

  private static func reconnecting(_ count: Int, _ one: String, _ many: String) -> [String] {
    switch count {
    case 0: []
    case 1: ["\(one) that waits to reconnect"]
    default: ["\(count) \(many) that wait to reconnect"]
    }
  }
}
