import Dispatch
import Net

/// The state that the threads of a server share: commands for the loop, the log, and the pipe that wakes the loop.
final class ServerCore: Sendable {
  /// A command to the loop.
  enum Command: Sendable {
    case late(Ticket, Late)
    /// What the script of a WebSocket does, and the number of its connection.
    case webSocket(WebSocketCommand, connection: Int)
    case refuse(Reply)
    case accept(Reply)
    case stop
  }

  /// What the script of a WebSocket does to its connection.
  enum WebSocketCommand: Sendable {
    case send([UInt8])
    case read(Bool)
    case end(reset: Bool)
  }

  /// A part of a response that follows later than the request.
  enum Late: Sendable {
    /// A response.
    case answer(StubResponse, SourcePlace)
    /// The rest of the response that has started.
    case rest
  }

  /// Waits until the loop has performed a command.
  final class Reply: Sendable {
    private let failure = Lock<MockServerError?>(nil)
    private let isGiven = DispatchSemaphore(value: 0)

    func give(_ failure: MockServerError?) {
      self.failure.withLock { $0 = failure }
      isGiven.signal()
    }

    func wait() -> MockServerError? {
      isGiven.wait()
      return failure.withLock { $0 }
    }
  }

  /// Identifies one request, or one delay, on one connection; what has an outdated ticket is dropped.
  struct Ticket: Sendable, Hashable {
    var connection: Int
    var serial: Int
  }

  private struct State: Sendable {
    var commands: [Command] = []
    var log = ServerLog()
    /// Wakes the loop while it runs.
    ///
    /// It is written to under the lock, so that it is never written to after it is closed.
    var pipe: WakePipe?
    var nextWaiter = 0
    /// Whether the loop has ended, so that commands are dropped.
    var hasEnded = false
  }

  private let ledger: StubLedger
  private let state = Lock(State())
  private let changes = Changes()

  init(_ ledger: StubLedger) { self.ledger = ledger }

  /// Sends a command; it is dropped if the loop has ended.
  func post(_ command: Command) {
    let isAccepted = state.withLock { state in
      guard !state.hasEnded else { return false }
      state.commands.append(command)
      if state.commands.count == 1 { state.pipe?.wake() }
      return true
    }
    if !isAccepted { Self.drop(command) }
  }

  private static func drop(_ command: Command) {
    switch command {
    case .refuse(let reply), .accept(let reply): reply.give(.notRunning)
    case .late, .webSocket, .stop: break
    }
  }

  /// Takes all commands, in order.
  func takeCommands() -> [Command] {
    state.withLock { state in
      guard !state.commands.isEmpty else { return [] }
      defer { state.commands = [] }
      return state.commands
    }
  }

  /// Notes that the loop runs and is woken by this pipe.
  func loopBegins(with pipe: WakePipe) { state.withLock { $0.pipe = pipe } }

  /// Records that the loop could not start.
  ///
  /// It may be started again with the same stubs.
  func loopDidNotBegin() {
    let notices = state.withLock { state in
      state.pipe = nil
      return state.log.releaseAll()
    }
    for notice in notices { notice.deliver() }
  }

  /// Records that the loop has ended: releases the stubs with their closures, and ends all waits.
  func loopEnds() {
    let (commands, notices) = state.withLock { state in
      defer { state.commands = [] }
      state.pipe = nil
      state.hasEnded = true
      return (state.commands, state.log.releaseAll())
    }
    for command in commands { Self.drop(command) }
    ledger.retire()
    for notice in notices { notice.deliver() }
  }

  /// Reads the log.
  func read<Value: Sendable>(_ body: (ServerLog) -> Value) -> Value {
    changes.noteRead()
    return state.withLock { body($0.log) }
  }

  /// Changes the log and notifies the waiters.
  @discardableResult
  func change<Value: Sendable>(_ body: (inout ServerLog) -> Value) -> Value {
    let (value, notices) = state.withLock { state in
      (body(&state.log), state.log.due(at: .now))
    }
    for notice in notices { notice.deliver() }
    changes.notify()
    return value
  }

  /// The deadline of the waiter whose time passes next; nil without one.
  var nextDeadline: ContinuousClock.Instant? { state.withLock { $0.log.nextDeadline } }

  /// Notifies the waiters whose time has passed.
  func endWaits() {
    for notice in state.withLock({ $0.log.due(at: .now) }) { notice.deliver() }
  }

  /// Waits until the log contains this, as long as the loop runs.
  func wait(for want: ServerLog.Want, within limit: Duration) async throws -> RecordedRequest? {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(
          ServerLog.Waiter(id: id, want: want, deadline: .now + min(limit, .longestWait), limit: limit) {
            continuation.resume(with: $0)
          })
        if Task.isCancelled { cancelWaiter(id) }
      }
    } onCancel: {
      cancelWaiter(id)
    }
  }

  /// Blocks this thread until no request is open or the time has passed; returns immediately if no loop runs.
  func waitUntilIdle(within limit: Duration) {
    let isOver = DispatchSemaphore(value: 0)
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    add(
      ServerLog.Waiter(id: id, want: .noOpenRequests, deadline: .now + min(limit, .longestWait), limit: limit)
      { _ in
        isOver.signal()
      })
    isOver.wait()
  }

  private func add(_ waiter: ServerLog.Waiter) {
    let notices = state.withLock { state in
      state.log.add(waiter)
      let due = state.log.due(at: .now)
      if state.pipe == nil { return due + state.log.releaseAll() }
      // Lets the loop take the deadline into account.
      state.pipe?.wake()
      return due
    }
    for notice in notices { notice.deliver() }
  }

  private func cancelWaiter(_ id: Int) {
    for notice in state.withLock({ $0.log.cancelWaiter(id) }) { notice.deliver() }
  }
}
