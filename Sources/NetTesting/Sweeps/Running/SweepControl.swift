import Foundation
import Net

/// What the sweep knows about one run, and how it intervenes: it changes responses, cancels and collects
/// reports.
final class SweepControl: MockInterposer {
  private struct State: Sendable {
    var requests: [SweepRequest] = []
    var reports: [SweepNote] = []
    var leaks: [SweepNote] = []
    var isEnding = false
    var isOver = false
    var isExhausted = false
    var cancel: (@Sendable () -> Void)?
    var isCancelled = false
    var settled: [@Sendable () -> Void] = []

    /// The index of the request with this number.
    func index(of number: Int) -> Int? {
      // Requests arrive in order, unless several threads send them.
      requests.indices.contains(number - 1) && requests[number - 1].number == number
        ? number - 1 : requests.firstIndex { $0.number == number }
    }
  }

  private let state = Lock(State())
  private let plan: FaultPlan
  private let limits: SweepLimits
  let delivery: MockDelivery
  /// The line of the sweep.
  let place: SourcePlace
  /// Notes when something happens outside of the driving thread.
  let executor: SweepExecutor
  /// The virtual time of the run.
  let timer = TestScheduler()

  init(
    _ plan: FaultPlan, limits: SweepLimits, delivery: MockDelivery, executor: SweepExecutor,
    at place: SourcePlace
  ) {
    self.plan = plan
    self.limits = limits
    self.delivery = delivery
    self.executor = executor
    self.place = place
  }

  // MARK: - Requests

  func response(to request: RecordedRequest, number: Int, from transport: MockTransport) -> MockTransport
    .Found?
  {
    executor.noteActivity()
    let time = timer.now
    let change = plan.change(to: number, request)
    let (isOver, isExhausted, isNew) = state.withLock { state in
      var entry = SweepRequest(request: request, number: number, time: time)
      entry.reachedServer = change?.reachesServer ?? true
      state.requests.append(entry)
      let isNew = state.requests.count > max(0, limits.requests) && !state.isExhausted
      if isNew { state.isExhausted = true }
      return (state.isOver, state.isExhausted, isNew)
    }
    if isOver, !isExhausted {
      // This run is over, so the run on this task is notified.
      TestReporter.current.fail(
        """
        \(request) was sent through the network of a run that is over. Each run receives its own \
        network; the code under test must not keep one from an earlier run.
        """, at: place)
      return (.failure(CancellationError()), place)
    }
    if isExhausted {
      if isNew {
        report(
          """
          the run sent more than \(limits.requests.counted("request")), the last one \(request). If that is right, raise \
          limits.requests.
          """, at: place, as: .endless)
      }
      return (StubResponse.fault(.stall), place)
    }
    guard let change else {
      let found = transport.stubbedResponse(to: request)
      state.withLock { state in
        guard let index = state.index(of: number) else { return }
        state.requests[index].stub = found?.place
        state.requests[index].response = found?.response.number
      }
      return found
    }
    let taken = change.usesStub ? transport.ledger.take(for: request) : transport.ledger.peek(for: request)
    guard let changed = change.apply(taken?.response(to: request)) else { return nil }
    return (changed, taken?.place ?? place)
  }

  func didSend(_ number: Int) { cancel(after: .sent, of: number) }

  func didDeliver(_ event: TransportEvent, of number: Int) {
    let moment = state.withLock { state -> SweepEvent? in
      guard let index = state.index(of: number) else { return nil }
      switch event {
      case .head(let head):
        state.requests[index].status = head.status
        return .head
      case .body(let chunk):
        state.requests[index].chunks.append(chunk.count)
        return .chunk(state.requests[index].chunks.count)
      case .finished:
        state.requests[index].isFinished = true
        return .end
      default: return nil
      }
    }
    if let moment { cancel(after: moment, of: number) }
  }

  private func cancel(after event: SweepEvent, of number: Int) {
    if plan.cancels(after: event, of: number) { cancel() }
  }

  /// Whether the run sent too many requests; then it ends, and the request waits forever.
  var isExhausted: Bool { state.withLock { $0.isExhausted } }

  var requests: [SweepRequest] { state.withLock { $0.requests } }

  // MARK: - The body

  /// Sets how the body is cancelled.
  func onCancel(_ cancel: @escaping @Sendable () -> Void) {
    let isLate = state.withLock { state in
      state.cancel = cancel
      return state.isCancelled
    }
    if isLate { cancel() }
  }

  /// Cancels the body, once.
  func cancel() {
    let cancel = state.withLock { state -> (@Sendable () -> Void)? in
      guard !state.isCancelled else { return nil }
      state.isCancelled = true
      return state.cancel
    }
    cancel?()
  }

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func whenSettled(_ action: @escaping @Sendable () -> Void) {
    executor.noteActivity()
    state.withLock { $0.settled.append(action) }
    executor.changes.notify()
  }

  /// Calls the actions that wait until everything has happened; returns false if there are none.
  func settle() -> Bool {
    let actions = state.withLock { state in
      defer { state.settled = [] }
      return state.settled
    }
    for action in actions { action() }
    return !actions.isEmpty
  }

  // MARK: - Reports

  /// Records a failure of the run: misuse of a mock, a failed expectation, or a leak.
  func report(_ message: String, at place: SourcePlace?, as sign: SweepSign = .misuse) {
    let note = SweepNote(message: message, place: place == self.place ? nil : place, sign: sign)
    state.withLock { state in
      if state.isEnding {
        state.leaks.append(note)
      } else if !state.reports.contains(note) {
        state.reports.append(note)
      }
    }
  }

  /// Makes each report a leak from now on.
  func beginEnding() { state.withLock { $0.isEnding = true } }

  /// Makes each request a misuse from now on.
  func end() {
    let released = state.withLock { state in
      state.isOver = true
      state.isEnding = false
      defer {
        state.settled = []
        state.cancel = nil
      }
      return (state.settled, state.cancel)
    }
    withExtendedLifetime(released) {}
  }

  var reports: [SweepNote] { state.withLock { $0.reports } }
  var leaks: [SweepNote] { state.withLock { $0.leaks } }
}

/// A message about a run, and the line that it belongs to if that is not the line of the sweep.
struct SweepNote: Sendable, Hashable, CustomStringConvertible {
  var message: String
  var place: SourcePlace?
  /// The sign of a run that it fails.
  var sign = SweepSign.misuse

  var description: String { place.map { "\(message) (\($0))" } ?? message }
}
