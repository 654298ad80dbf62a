import Net

/// One request to a recording transport: decides at its start who answers, and hands all calls on to that.
final class RecordingTask: TransportTask {
  fileprivate enum Phase: Sendable {
    case ready
    /// Somebody is making the task that answers; calls meanwhile are done by them.
    case starting
    case running(any TransportTask)
  }

  fileprivate struct State: Sendable {
    var phase = Phase.ready
    var isPaused = false
    var isCancelled = false
  }

  private let state = Lock(State())
  private let request: TransportRequest
  private let receiver: any TransportReceiver
  private let transport: RecordingTransport

  init(_ request: TransportRequest, receiver: any TransportReceiver, transport: RecordingTransport) {
    self.request = request
    self.receiver = receiver
    self.transport = transport
  }

  func resume() {
    guard begin() else { return }
    run(transport.start(request, receiver: receiver))
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
    guard begin() else { return }
    run(ReplayTask(failing: request, with: CancellationError(), receiver: receiver))
  }

  /// True for the one that is to make the task that answers.
  private func begin() -> Bool {
    state.withLock { state in
      guard case .ready = state.phase else { return false }
      state.phase = .starting
      return true
    }
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
  /// True when the task is as it was asked to be, and calls go to it from now on.
  fileprivate mutating func run(_ task: any TransportTask, isPaused: Bool) -> Bool {
    guard isPaused == self.isPaused else { return false }
    phase = .running(task)
    return true
  }
}
