import Net

/// One request to a recording transport.
///
/// When the request starts, it gets a task that sends, replays or fails it. All calls are forwarded to that task.
final class RecordingTask: TransportTask {
  /// The arguments needed at the start, released afterwards.
  fileprivate struct Order: Sendable {
    var request: TransportRequest
    var receiver: any TransportReceiver
    var transport: RecordingTransport
  }

  fileprivate enum Phase: Sendable {
    case ready(Order)
    /// A thread is creating the task, and will then perform the calls that arrive meanwhile.
    case starting
    case running(any TransportTask)
  }

  fileprivate struct State: Sendable {
    var phase: Phase
    var isPaused = false
    var isCancelled = false
  }

  private let state: Lock<State>

  init(_ request: TransportRequest, receiver: any TransportReceiver, transport: RecordingTransport) {
    let order = Order(request: request, receiver: receiver, transport: transport)
    state = Lock(State(phase: .ready(order)))
  }

  func resume() {
    guard let order = state.withLock({ $0.begin() }) else { return }
    run(order.transport.start(order.request, receiver: order.receiver))
  }

  func pause() {
    runningTask { $0.isPaused = true }?.pause()
  }

  func proceed() {
    runningTask { $0.isPaused = false }?.proceed()
  }

  func cancel() {
    if let task = runningTask({ $0.isCancelled = true }) { return task.cancel() }
    // Cancelled before it was resumed: nothing must be replayed or sent.
    guard let order = state.withLock({ $0.begin() }) else { return }
    run(ReplayTask(failingWith: CancellationError(), receiver: order.receiver))
  }

  /// Records a call; returns the task to forward it to, if there is one.
  private func runningTask(_ note: (inout State) -> Void) -> (any TransportTask)? {
    state.withLock { state in
      note(&state)
      if case .running(let task) = state.phase { return task }
      return nil
    }
  }

  private func run(_ task: any TransportTask) {
    var isPaused = false
    // Calls that arrived meanwhile are performed first, so that they precede later ones.
    while !state.withLock({ $0.run(task, isPaused: isPaused) }) {
      isPaused.toggle()
      if isPaused { task.pause() } else { task.proceed() }
    }
    if state.withLock({ $0.isCancelled }) { task.cancel() }
    task.resume()
  }
}

extension RecordingTask.State {
  /// Returns the arguments to the caller that must create the task; nil to every other caller.
  fileprivate mutating func begin() -> RecordingTask.Order? {
    guard case .ready(let order) = phase else { return nil }
    phase = .starting
    return order
  }

  /// Returns true if the task is in the requested state, so that calls go to it from now on.
  fileprivate mutating func run(_ task: any TransportTask, isPaused: Bool) -> Bool {
    guard isPaused == self.isPaused else { return false }
    phase = .running(task)
    return true
  }
}
