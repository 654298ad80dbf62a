import Net

/// One request to a recording transport: decides at its start who answers, and hands all calls on to that.
final class RecordingTask: TransportTask {
  /// What is to be done at the start, and is kept no longer.
  fileprivate struct Order: Sendable {
    var request: TransportRequest
    var receiver: any TransportReceiver
    var transport: RecordingTransport
  }

  fileprivate enum Phase: Sendable {
    case ready(Order)
    /// Somebody is making the task that answers; calls meanwhile are done by them.
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
    // Cancelled before it was resumed: there is nothing to answer or to send.
    guard let order = state.withLock({ $0.begin() }) else { return }
    run(ReplayTask(failingWith: CancellationError(), receiver: order.receiver))
  }

  /// Notes a call; the task to hand it on to, when there is one.
  private func runningTask(_ note: (inout State) -> Void) -> (any TransportTask)? {
    state.withLock { state in
      note(&state)
      if case .running(let task) = state.phase { return task }
      return nil
    }
  }

  private func run(_ task: any TransportTask) {
    var isPaused = false
    // What was asked for meanwhile is done first, so that it does not come after what is asked for next.
    while !state.withLock({ $0.run(task, isPaused: isPaused) }) {
      isPaused.toggle()
      if isPaused { task.pause() } else { task.proceed() }
    }
    if state.withLock({ $0.isCancelled }) { task.cancel() }
    task.resume()
  }
}

extension RecordingTask.State {
  /// What is to be done, for the one that is to do it.
  fileprivate mutating func begin() -> RecordingTask.Order? {
    guard case .ready(let order) = phase else { return nil }
    phase = .starting
    return order
  }

  /// True when the task is as it was asked to be, and calls go to it from now on.
  fileprivate mutating func run(_ task: any TransportTask, isPaused: Bool) -> Bool {
    guard isPaused == self.isPaused else { return false }
    phase = .running(task)
    return true
  }
}
