import Foundation
import Net

/// The transport that a law checks, and what the server does.
struct WebSocketTrial: Sendable {
  let transport: any WebSocketTransport
  let script: ContractScript

  init(_ transport: any Transport, _ script: ContractScript) throws {
    guard let transport = transport as? any WebSocketTransport else {
      throw ContractBreach("\(type(of: transport)) is not a WebSocketTransport")
    }
    self.transport = transport
    self.script = script
  }

  /// Opens a WebSocket to a server that follows these steps, and waits until it is open.
  func open(
    options: WebSocketOptions = WebSocketOptions(),
    onEvent: @escaping @Sendable (WebSocketTransportEvent, any WebSocketTask) -> Void = { _, _ in },
    _ steps: @escaping @Sendable (WebSocketPeer) -> Void
  ) async throws -> WebSocketRun {
    let run = start(options: options, with: .script(steps), onEvent: onEvent)
    try await run.log.wait(for: "the end of the handshake") { $0.contains { $0.isOpening || $0.isLast } }
    try ContractBreach.unless(run.log.events.contains(where: \.isOpening), "only \(run.log.summary)")
    return run
  }

  /// Starts to open a WebSocket to a server that responds to the handshake like this.
  func start(
    subprotocols: [String] = [], options: WebSocketOptions = WebSocketOptions(), with response: StubResponse,
    onEvent: @escaping @Sendable (WebSocketTransportEvent, any WebSocketTask) -> Void = { _, _ in }
  ) -> WebSocketRun {
    let run = make(subprotocols: subprotocols, options: options, with: response, onEvent: onEvent)
    run.task.resume()
    return run
  }

  /// Creates a task without resuming it.
  func make(
    subprotocols: [String] = [], options: WebSocketOptions = WebSocketOptions(), with response: StubResponse,
    onEvent: @escaping @Sendable (WebSocketTransportEvent, any WebSocketTask) -> Void = { _, _ in }
  ) -> WebSocketRun {
    script.answer("/socket", with: response)
    let log = WebSocketLog(onEvent: onEvent)
    let task = transport.webSocketTask(
      for: TransportRequest(url: script.baseURL.appending(path: "socket")), subprotocols: subprotocols,
      options: options, receiver: log)
    log.begin(task)
    return WebSocketRun(task: task, log: log)
  }
}

/// One task of a trial, and the events that its receiver received.
struct WebSocketRun: Sendable {
  let task: any WebSocketTask
  let log: WebSocketLog

  /// Waits for the end, and checks the order of the events.
  func end() async throws {
    try await log.wait(for: "the end of the task") { $0.last?.isLast == true }
    try log.checkGrammar()
  }

  /// Sends a message, whose completion is logged.
  func send(_ message: WebSocketMessage) {
    task.send(message) { [log] error in log.complete(error) }
  }

  /// Closes the WebSocket as planned and waits for the end.
  func close() async throws {
    task.close(WebSocketClosure(code: .normal))
    try await end()
  }
}

/// The events that a receiver received, and the completions of sends.
final class WebSocketLog: WebSocketReceiver {
  private struct State: Sendable {
    var received = ReceivedEvents<WebSocketTransportEvent, any WebSocketTask>()
    var completions: [WebSocketError?] = []
  }

  private let state = Lock(State())
  private let changes = Changes()
  private let onEvent: @Sendable (WebSocketTransportEvent, any WebSocketTask) -> Void
  /// Notified when this log is released.
  let release = ReleaseNotice()

  init(onEvent: @escaping @Sendable (WebSocketTransportEvent, any WebSocketTask) -> Void = { _, _ in }) {
    self.onEvent = onEvent
  }

  deinit { release.notify() }

  /// Stores the task, which is passed to the closure with each event.
  func begin(_ task: any WebSocketTask) {
    state.withLock { $0.received.begin(task, hasEnded: $0.received.events.last?.isLast == true) }
  }

  func receive(_ event: WebSocketTransportEvent) {
    // What the closure calls may deliver another event, which then overlaps with this one.
    if let task = state.withLock({ $0.received.enter(event) }) { onEvent(event, task) }
    let done = state.withLock { $0.received.leave(isLast: event.isLast) }
    _ = done  // Released here, outside the lock.
    changes.notify()
  }

  /// Called when the completion of a send was called; errors of other types count as a lost connection.
  func complete(_ error: (any Error)?) {
    state.withLock { $0.completions.append(error.map { $0 as? WebSocketError ?? .connectionLost }) }
    changes.notify()
  }

  var events: [WebSocketTransportEvent] { state.withLock { $0.received.events } }
  var completions: [WebSocketError?] { state.withLock { $0.completions } }

  var messages: [WebSocketMessage] {
    events.compactMap { if case .message(let message) = $0 { message } else { nil } }
  }

  var opening: WebSocketOpening? {
    events.lazy.compactMap { if case .opened(let opening) = $0 { opening } else { nil } }.first
  }

  var failure: (any Error)? {
    events.lazy.compactMap { if case .failed(let error, _) = $0 { error } else { nil } }.first
  }

  func wait(
    for what: String, until isThere: @Sendable ([WebSocketTransportEvent]) -> Bool
  ) async throws {
    try await changes.wait(orThrow: "\(what) did not come, only \(self.summary)") { isThere(events) }
  }

  func waitForCompletions(_ count: Int) async throws {
    try await changes.wait(orThrow: "only \(self.completions.count) of \(count.counted("send")) completed") {
      completions.count >= count
    }
  }

  func waitForMessages(_ count: Int) async throws {
    try await wait(for: count.counted("message")) { events in
      events.count { if case .message = $0 { true } else { false } } >= count || events.last?.isLast == true
    }
  }

  /// Checks `interim* (head body* finished | opened (message | ping | pong)* closed | … failed)`, one at a time.
  func checkGrammar() throws {
    let (events, overlapped) = state.withLock { ($0.received.events, $0.received.overlapped) }
    try ContractBreach.unless(!overlapped, "an event was delivered during another one")
    var former = "start"
    for event in events {
      let word = event.word
      try ContractBreach.unless(
        WebSocketTransportEvent.successors[former]?.contains(word) == true,
        "events out of order: \(summary)")
      former = ["message", "ping", "pong"].contains(word) ? "opened" : word
    }
  }

  /// The events as short text, without pings, because reporting them is optional.
  ///
  /// Chunks of a body are joined.
  var summary: [String] {
    events.reduce(into: []) { summary, event in
      if case .ping = event { return }
      if case .interim = event { return }
      let text = event.text
      if text == "body", summary.last == "body" { return }
      summary.append(text)
    }
  }
}

extension WebSocketTransportEvent {
  var isOpening: Bool { if case .opened = self { true } else { false } }

  /// The kinds of event that may follow each kind.
  fileprivate static let successors: [String: Set<String>] = [
    "start": ["interim", "head", "opened", "failed"], "interim": ["interim", "head", "opened", "failed"],
    "head": ["body", "finished", "failed"], "body": ["body", "finished", "failed"],
    "opened": ["message", "ping", "pong", "closed", "failed"],
  ]

  fileprivate var word: String {
    switch self {
    case .interim: "interim"
    case .head: "head"
    case .body: "body"
    case .finished: "finished"
    case .opened: "opened"
    case .message: "message"
    case .ping: "ping"
    case .pong: "pong"
    case .closed: "closed"
    case .failed: "failed"
    }
  }

  fileprivate var text: String {
    switch self {
    case .head(let head): "head \(head.status)"
    case .closed(let closure): "closed \(closure.code)"
    case .failed(let error, let phase): error is CancellationError ? "cancelled" : "failed(\(phase))"
    default: word
    }
  }
}
