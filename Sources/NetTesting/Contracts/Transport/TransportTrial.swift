import Foundation
import Net

/// The transport that a law checks, and its server side.
struct TransportTrial: Sendable {
  let transport: ReleasableTransport
  let script: ContractScript
  /// The server; nil if the transport responds from memory.
  let server: MockServer?

  init(transport: any Transport, script: ContractScript, server: MockServer?) {
    self.transport = ReleasableTransport(transport)
    self.script = script
    self.server = server
  }

  func url(_ path: String) -> URL { script.baseURL.appending(path: path) }

  func request(
    _ method: HTTPMethod = .get, _ path: String, headers: HTTPHeaders = [:], body: Data? = nil
  ) -> TransportRequest {
    TransportRequest(method: method, url: url(path), headers: headers, body: body.map { .data($0) } ?? .none)
  }

  /// Sends a request and returns its run after its end.
  func run(_ request: TransportRequest) async throws -> TransportRun {
    let run = start(request)
    try await run.end()
    return run
  }

  /// Sends a request.
  func start(
    _ request: TransportRequest,
    onEvent: @escaping @Sendable (TransportEvent, any TransportTask) -> Void = { _, _ in }
  ) -> TransportRun {
    let run = make(request, onEvent: onEvent)
    run.task.resume()
    return run
  }

  /// Creates a task without resuming it.
  func make(
    _ request: TransportRequest,
    onEvent: @escaping @Sendable (TransportEvent, any TransportTask) -> Void = { _, _ in }
  ) -> TransportRun {
    let log = TransportLog(onEvent: onEvent)
    let task = transport.task(for: request, receiver: log)
    log.begin(task)
    return TransportRun(task: task, log: log)
  }
}

extension TransportTrial {
  /// Sends another request, and checks that nothing has followed the ends of these runs meanwhile.
  func checkNothingFollows(_ runs: [TransportRun]) async throws {
    script.answer("/after", with: .status(204))
    _ = try await run(request(.get, "after"))
    for run in runs { try run.log.checkGrammar() }
  }

  /// Waits until the client has closed its connection.
  func waitForClose() async throws {
    do {
      try await server?.waitForClientCloses(1, timeout: ContractPatience.limit)
    } catch MockServerError.timedOut {
      throw ContractBreach("the client has not closed its connection")
    }
  }
}

/// The transport of a trial, which the trial can release.
final class ReleasableTransport: Transport {
  private let base: SharedLock<(any Transport)?>

  init(_ base: any Transport) { self.base = SharedLock(base) }

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    base.withLock { $0 }?.task(for: request, receiver: receiver)
      ?? ReplayTask(failingWith: ContractBreach("the transport was released"), receiver: receiver)
  }

  /// Releases the transport; its tasks continue.
  func release() {
    let released = base.withLock { base in
      defer { base = nil }
      return base
    }
    withExtendedLifetime(released) {}
  }
}

/// One task of a trial, and the events that its receiver received.
struct TransportRun: Sendable {
  let task: any TransportTask
  let log: TransportLog

  /// Waits for the end, and checks the order of the events.
  func end() async throws {
    try await log.wait(for: "the end of the task") { $0.last?.isLast == true }
    try log.checkGrammar()
  }

  /// Waits until an event for which the closure is true has been received, or the task has ended.
  func reach(_ what: String, _ isIt: @escaping @Sendable (TransportEvent) -> Bool) async throws {
    try await log.wait(for: what) { $0.contains { isIt($0) || $0.isLast } }
  }
}

/// The events that a receiver received.
final class TransportLog: TransportReceiver {
  private let state = Lock(ReceivedEvents<TransportEvent, any TransportTask>())
  private let changes = Changes()
  private let onEvent: @Sendable (TransportEvent, any TransportTask) -> Void
  /// Notified when this log is released.
  let release = ReleaseNotice()

  init(onEvent: @escaping @Sendable (TransportEvent, any TransportTask) -> Void) { self.onEvent = onEvent }

  deinit { release.notify() }

  /// Stores the task, which is passed to the closure with each event.
  func begin(_ task: any TransportTask) {
    state.withLock { $0.begin(task, hasEnded: $0.events.last?.isLast == true) }
  }

  func receive(_ event: TransportEvent) {
    if let task = state.withLock({ $0.enter(event) }) { onEvent(event, task) }
    let done = state.withLock { $0.leave(isLast: event.isLast) }
    _ = done  // Released here, outside the lock.
    changes.notify()
  }

  var events: [TransportEvent] { state.withLock { $0.events } }

  func wait(for what: String, until isThere: @Sendable ([TransportEvent]) -> Bool) async throws {
    try await changes.wait(orThrow: "\(what) did not arrive, only \(self.summary)") { isThere(events) }
  }

  /// Checks `sent* interim* head? body* trailers? (finished | failed)`, one event at a time, without empty chunks.
  func checkGrammar() throws {
    let (events, overlapped) = state.withLock { ($0.events, $0.overlapped) }
    try ContractBreach.unless(!overlapped, "an event was delivered during another one")
    var step = 0
    for event in events {
      let next: Int
      switch event {
      case .sent: next = 0
      case .interim(let head):
        try ContractBreach.unless(
          (100..<200).contains(head.status), "an interim head of status \(head.status)")
        try ContractBreach.unless(step == 0, "an interim response after the head: \(summary)")
        continue
      case .head: next = 1
      case .body(let chunk):
        try ContractBreach.unless(!chunk.isEmpty, "an empty chunk of a body")
        next = 2
      case .redirect: throw ContractBreach("a redirect was followed by the transport")
      case .trailers: next = 3
      case .finished, .failed: next = 4
      }
      // A server may respond before it has read the whole request, so sent bytes may be reported after the head.
      let isInOrder =
        switch next {
        case 0: step < 3
        case 2, 3: step == 1 || step == 2
        default: next > step
        }
      try ContractBreach.unless(isInOrder, "events out of order: \(summary)")
      step = max(step, next)
    }
  }

  /// The events as short text.
  ///
  /// Consecutive chunks are joined, and interim responses are omitted, because not every transport reports them.
  var summary: [String] {
    events.reduce(into: []) { summary, event in
      if case .interim = event { return }
      let word = event.word
      if word == summary.last, ["body", "sent"].contains(word) { return }
      summary.append(word)
    }
  }

  var head: ResponseHead? {
    events.lazy.compactMap { if case .head(let head) = $0 { head } else { nil } }.first
  }

  var body: Data {
    events.reduce(into: Data()) { body, event in if case .body(let chunk) = event { body += chunk } }
  }

  var failure: (error: any Error, phase: TransportPhase)? {
    events.lazy.compactMap { if case .failed(let error, let phase) = $0 { (error, phase) } else { nil } }
      .first
  }

  var sent: [Int64] {
    events.compactMap { if case .sent(let bytes) = $0 { bytes } else { nil } }
  }
}

extension TransportEvent {
  fileprivate var word: String {
    switch self {
    case .sent: "sent"
    case .interim(let head): "interim \(head.status)"
    case .trailers: "trailers"
    case .head(let head): "head \(head.status)"
    case .body: "body"
    case .redirect: "redirect"
    case .finished: "finished"
    case .failed(let error, let phase):
      error is CancellationError ? "cancelled" : "failed(\(phase))"
    }
  }

  var isHead: Bool { if case .head = self { true } else { false } }
}
