import Dispatch
import Net

/// What the threads of a server share: commands for the loop, the log, and the means to wake the loop.
final class ServerCore: Sendable {
  /// What the loop is told from outside.
  enum Command: Sendable {
    case late(Ticket, Late)
    case refuse(Reply)
    case accept(Reply)
    case stop
  }

  /// What comes later than the request.
  enum Late: Sendable {
    /// An answer.
    case answer(StubResponse, SourcePlace)
    /// The rest of the answer that is under way.
    case goOn
  }

  /// Waits for the loop to have followed a command.
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

  /// Stands for one request on one connection; an answer with an old one is dropped.
  struct Ticket: Sendable, Hashable {
    var connection: Int
    var serial: Int
  }

  private struct State: Sendable {
    var commands: [Command] = []
    var log = ServerLog()
    /// The way to the loop while it runs.
    ///
    /// Written to under the lock, so that it is never written to once closed.
    var pipe: WakePipe?
    var nextWaiter = 0
    /// Whether commands come too late.
    var hasEnded = false
  }

  private let ledger: StubLedger
  private let state = Lock(State())
  private let changes = Changes()

  init(_ ledger: StubLedger) { self.ledger = ledger }

  /// Sends a command; once the loop has ended, nobody cares.
  func post(_ command: Command) {
    let isHeard = state.withLock { state in
      guard !state.hasEnded else { return false }
      state.commands.append(command)
      if state.commands.count == 1 { state.pipe?.wake() }
      return true
    }
    if !isHeard { Self.drop(command) }
  }

  private static func drop(_ command: Command) {
    switch command {
    case .refuse(let reply), .accept(let reply): reply.give(.notRunning)
    case .late, .stop: break
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

  /// The loop runs, and hears of commands through the pipe.
  func loopBegins(with pipe: WakePipe) { state.withLock { $0.pipe = pipe } }

  /// There is no loop after all; it may be tried again, with the same stubs.
  func loopDidNotBegin() {
    let notices = state.withLock { state in
      state.pipe = nil
      return state.log.releaseAll()
    }
    for notice in notices { notice.deliver() }
  }

  /// The loop has ended: the stubs are removed, and with them what their closures hold; nobody need wait.
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

  /// Changes the log, and tells who waits for the change.
  @discardableResult
  func change<Value: Sendable>(_ body: (inout ServerLog) -> Value) -> Value {
    let (value, notices) = state.withLock { state in
      (body(&state.log), state.log.due(at: .now))
    }
    for notice in notices { notice.deliver() }
    changes.notify()
    return value
  }

  /// Waits until the log has it, as long as the loop runs.
  func wait(for want: ServerLog.Want, within limit: Duration) async throws -> RecordedRequest? {
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        add(
          ServerLog.Waiter(id: id, want: want, deadline: .now + limit, limit: limit) {
            continuation.resume(with: $0)
          })
        if Task.isCancelled { cancelWaiter(id) }
      }
    } onCancel: {
      cancelWaiter(id)
    }
  }

  /// Waits on this thread until no request is open, or the time has passed; not at all when no loop runs.
  func waitUntilIdle(within limit: Duration) {
    let isOver = DispatchSemaphore(value: 0)
    let id = state.withLock { state in
      state.nextWaiter += 1
      return state.nextWaiter
    }
    add(
      ServerLog.Waiter(id: id, want: .noOpenRequests, deadline: .now + limit, limit: limit) { _ in
        isOver.signal()
      })
    isOver.wait()
  }

  private func add(_ waiter: ServerLog.Waiter) {
    let notices = state.withLock { state in
      state.log.add(waiter)
      let due = state.log.due(at: .now)
      if state.pipe == nil { return due + state.log.releaseAll() }
      // So that the loop takes the deadline into account.
      state.pipe?.wake()
      return due
    }
    for notice in notices { notice.deliver() }
  }

  private func cancelWaiter(_ id: Int) {
    for notice in state.withLock({ $0.log.cancelWaiter(id) }) { notice.deliver() }
  }
}
