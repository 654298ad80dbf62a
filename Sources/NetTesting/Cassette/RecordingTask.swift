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
    /// The body is being read; it must arrive before the task is created.
    case reading(SequenceReading, Order)
    /// A thread is creating the task, and then performs the calls that arrived meanwhile.
    case starting
    case running(any TransportTask)
  }

  fileprivate struct State: Sendable {
    var phase: Phase
    var isPaused = false
    var pauses = PauseControl()
    var isCancelled = false
  }

  private let state: Lock<State>

  init(_ request: TransportRequest, receiver: any TransportReceiver, transport: RecordingTransport) {
    let order = Order(request: request, receiver: receiver, transport: transport)
    state = Lock(State(phase: .ready(order)))
  }

  func resume() {
    guard let order = state.withLock({ $0.begin() }) else { return }
    guard order.transport.problem == nil, let reading = order.request.body.sequenceReading else {
      return run(order.transport.start(order.request, receiver: order.receiver))
    }
    guard state.withLock({ $0.keep(reading, order) }) else { return runCancelled(order) }
    reading.read(upTo: order.transport.sizeToRead(of: order.request)) { [self] body in
      // If it was cancelled meanwhile, that has started the task.
      guard let (_, order) = state.withLock({ $0.takeReading() }) else { return }
      run(order.transport.start(order.request, body: body, receiver: order.receiver))
    }
  }

  func pause() {
    state.withLock { $0.isPaused = true }
    updatePause()
  }

  func proceed() {
    state.withLock { $0.isPaused = false }
    updatePause()
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    if let task { return task.cancel() }
    if let (reading, order) = state.withLock({ $0.takeReading() }) {
      reading.cancel()
      return runCancelled(order)
    }
    // Cancelled before it was resumed.
    guard let order = state.withLock({ $0.begin() }) else { return }
    runCancelled(order)
  }

  /// Starts a task that only fails: nothing must be replayed or sent.
  private func runCancelled(_ order: Order) {
    run(ReplayTask(failingWith: CancellationError(), receiver: order.receiver))
  }

  /// Pauses or resumes the task, as the last call says.
  private func updatePause() {
    while let (task, call) = state.withLock({ $0.pauses.begin($0.task, pausing: $0.isPaused) }) {
      if call.pauses { task.pause() } else { task.proceed() }
      state.withLock { $0.pauses.end(call) }
    }
  }

  private func run(_ task: any TransportTask) {
    let isCancelled = state.withLock { state in
      state.phase = .running(task)
      return state.isCancelled
    }
    updatePause()
    if isCancelled { task.cancel() }
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

  /// Keeps the reading of the body; returns false if the request was cancelled.
  fileprivate mutating func keep(_ reading: SequenceReading, _ order: RecordingTask.Order) -> Bool {
    if !isCancelled { phase = .reading(reading, order) }
    return !isCancelled
  }

  /// Returns what is needed to the caller that must create the task once the body is read or not needed any more.
  fileprivate mutating func takeReading() -> (SequenceReading, RecordingTask.Order)? {
    guard case .reading(let reading, let order) = phase else { return nil }
    phase = .starting
    return (reading, order)
  }

  /// The task that calls are forwarded to; nil before it is created.
  fileprivate var task: (any TransportTask)? {
    if case .running(let task) = phase { task } else { nil }
  }
}
