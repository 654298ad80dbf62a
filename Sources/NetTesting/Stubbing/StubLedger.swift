import Foundation
import Net

/// The books of one mock, the same at every level: its stubs, the requests it received, and which of them are open.
///
/// Each mock has one as ``Stubbing/ledger``. A type of yours that stubs through a mock returns the ledger of that mock:
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
  /// A request that has not ended, and the handle to its response while that is held.
  private struct Open: Sendable {
    var exchange: any StubbedExchange
    var request: RecordedRequest
    var pending: PendingRequest?
  }

  private struct State: Sendable {
    var table: StubTable
    var requests: [RecordedRequest] = []
    var open: [Open] = []
    var cancelCount = 0

    func index(of exchange: any StubbedExchange) -> Int? {
      open.lastIndex { $0.exchange === exchange }
    }
  }

  private let state: Lock<State>
  /// Notified of each change, for those who wait for one.
  let changes = Changes()
  let reporter: TestReporter
  /// Where the mock was made, and failures are reported that no stub is to blame for.
  let place: SourcePlace

  init(
    at place: SourcePlace, reporter: TestReporter = .current,
    suggestion: @escaping @Sendable (String) -> String
  ) {
    state = Lock(State(table: StubTable(suggestion: suggestion)))
    self.place = place
    self.reporter = reporter
  }
}

/// A request to a mock that has not ended.
protocol StubbedExchange: AnyObject, Sendable {
  /// Ends it as cancelled.
  func cancel()
}

// MARK: - Stubs

extension StubLedger {
  /// Adds a stub.
  func add(_ stub: Stub) {
    if let misuse = stub.matcher.misuse { fail(misuse.description, at: stub.place) }
    state.withLock { $0.table.add(stub) }
  }

  /// Takes the answer of the first stub that has one; nil when there is none.
  ///
  /// Matchers are called outside the lock.
  ///
  /// - `beforeBody`: Take it only if it is given before the body of the request has arrived.
  func take(for request: RecordedRequest, beforeBody: Bool = false) -> StubTable.Taken? {
    while let candidates = candidates(for: request, beforeBody: beforeBody) {
      switch state.withLock({ $0.table.take(from: candidates) }) {
      case .taken(let taken): return taken
      case .none: return nil
      // A scenario moved on another thread in between.
      case .stale: continue
      }
    }
    return nil
  }

  private func candidates(for request: RecordedRequest, beforeBody: Bool) -> StubTable.Candidates? {
    let table = state.withLock { $0.table }
    if beforeBody, !table.mayAnswerBeforeBody { return nil }
    let candidates = table.candidates(for: request)
    return beforeBody && !table.answersBeforeBody(candidates) ? nil : candidates
  }

  /// The report on a request that no stub answers.
  func report(for request: RecordedRequest) -> String {
    state.withLock { $0.table }.report(for: request)
  }

  /// Fails the test for a response that is not what its author meant; the code under test gets that as its error.
  func checked(_ response: StubResponse, from place: SourcePlace) -> StubResponse {
    guard let misuse = response.misuse else { return response }
    fail(misuse.description, at: place)
    return .failure(misuse)
  }

  /// Fails the test.
  func fail(_ message: String, at place: SourcePlace? = nil) {
    reporter.fail(message, at: place ?? self.place)
  }

  /// Fails the test for each stub that was asked less often than it says.
  func verify() {
    for unused in state.withLock({ $0.table.takeUnused() }) { fail(unused.report, at: unused.place) }
  }

  /// Removes all stubs.
  func clear() {
    // Released here, outside the lock: it holds closures of the test.
    _ = state.withLock { $0.table.clear() }
  }

  /// Removes all stubs for good; those that are unused can still be verified.
  func retire() { _ = state.withLock { $0.table.retire() } }
}

// MARK: - Requests

extension StubLedger {
  var requests: [RecordedRequest] { read { $0.requests } }

  var cancelCount: Int { read { $0.cancelCount } }

  var pending: [PendingRequest] { read { $0.open.compactMap(\.pending) } }

  private func read<Value: Sendable>(_ body: (State) -> Value) -> Value {
    changes.noteRead()
    return state.withLock { body($0) }
  }

  private func change<Value: Sendable>(_ body: (inout State) -> Value) {
    // The result is released here, outside the lock: it may hold closures of the test.
    _ = state.withLock { body(&$0) }
    changes.notify()
  }

  /// Records a request without opening it.
  func record(_ request: RecordedRequest) { change { $0.requests.append(request) } }

  /// Notes that a request is open until ``close(_:isCancelled:)``.
  func open(_ exchange: any StubbedExchange, for request: RecordedRequest, isRecorded: Bool = true) {
    change { state in
      if isRecorded { state.requests.append(request) }
      state.open.append(Open(exchange: exchange, request: request))
    }
  }

  /// Holds the response of an open request.
  ///
  /// Does nothing when the request has ended meanwhile.
  func hold(_ pending: PendingRequest, of exchange: any StubbedExchange) {
    change { state in
      if let index = state.index(of: exchange) { state.open[index].pending = pending }
    }
  }

  /// Notes that the response of a request is delivered: it is no longer held.
  func release(_ exchange: any StubbedExchange) {
    change { state -> PendingRequest? in
      guard let index = state.index(of: exchange) else { return nil }
      defer { state.open[index].pending = nil }
      return state.open[index].pending
    }
  }

  /// Notes the end of a request.
  func close(_ exchange: any StubbedExchange, isCancelled: Bool = false) {
    change { state -> Open? in
      if isCancelled { state.cancelCount += 1 }
      return state.index(of: exchange).map { state.open.remove(at: $0) }
    }
  }

  private func cancelOpen() {
    for exchange in state.withLock({ $0.open.map(\.exchange) }) { exchange.cancel() }
  }
}

// MARK: - The end of the test

extension StubLedger {
  /// Lets a scope that checks for leaks look at the open requests when all else has ended, and cancel them.
  ///
  /// - Returns: False when no scope looks.
  @discardableResult
  func watchLeaks(in scope: TestScope?) -> Bool {
    guard let scope else { return false }
    var witness = LeakWitness(at: place, giveUp: cancelOpen) { [self] in openRequests }
    // A scope that does not check for leaks keeps no stubs.
    witness.awaited = { [weak self, place] in self?.openRequests.awaited(at: place) }
    return scope.watch(witness)
  }

  private var openRequests: OpenRequests {
    .openRequests(state.withLock { $0.open.map { "\($0.request)" } })
  }

  /// At the end of the test, verifies the stubs and cancels the open requests.
  func end(after test: some TestLifetime, file: StaticString, line: UInt) {
    let isWatched = watchLeaks(in: test.scope)
    test.atEnd(file: file, line: line) { [self] in
      verify()
      if !isWatched { cancelOpen() }
    }
  }
}
