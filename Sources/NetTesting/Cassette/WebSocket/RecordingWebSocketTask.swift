import Net

/// One WebSocket of a recording transport: it decides when it is resumed whether it replays or records.
final class RecordingWebSocketTask: WebSocketTask {
  private struct Contents: Sendable {
    var receiver: (any WebSocketReceiver)?
    var task: (any WebSocketTask)?
    var isPaused = false
    var pauses = PauseControl()
    var isCancelled = false
  }

  private let contents: Lock<Contents>
  private let start: @Sendable (any WebSocketReceiver) -> any WebSocketTask

  /// Creates a task.
  ///
  /// - Parameters:
  ///   - receiver: Receives the events.
  ///   - start: Creates the task that replays, records or fails.
  init(
    _ receiver: any WebSocketReceiver,
    start: @escaping @Sendable (any WebSocketReceiver) -> any WebSocketTask
  ) {
    self.start = start
    contents = Lock(Contents(receiver: receiver))
  }

  func resume() {
    guard let receiver = takeReceiver() else { return }
    let task = start(receiver)
    let isCancelled = contents.withLock { contents in
      contents.task = task
      return contents.isCancelled
    }
    updatePause()
    if isCancelled { task.cancel() }
    task.resume()
  }

  func cancel() {
    let task = contents.withLock { contents in
      contents.isCancelled = true
      return contents.task
    }
    if let task { return task.cancel() }
    // Cancelled before it was resumed: nothing must be replayed or sent.
    takeReceiver()?.receive(.failed(CancellationError(), phase: .connect))
  }

  func pause() {
    contents.withLock { $0.isPaused = true }
    updatePause()
  }

  func proceed() {
    contents.withLock { $0.isPaused = false }
    updatePause()
  }

  /// Pauses or resumes the task, as the last call says.
  private func updatePause() {
    while let (task, call) = contents.withLock({ $0.pauses.begin($0.task, pausing: $0.isPaused) }) {
      if call.pauses { task.pause() } else { task.proceed() }
      contents.withLock { $0.pauses.end(call) }
    }
  }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    guard let task else { return completion(WebSocketError.notOpen) }
    task.send(message, completion: completion)
  }

  func ping() { task?.ping() }

  func close(_ closure: WebSocketClosure) { task?.close(closure) }

  private var task: (any WebSocketTask)? { contents.withLock { $0.task } }

  private func takeReceiver() -> (any WebSocketReceiver)? {
    contents.withLock { contents in
      defer { contents.receiver = nil }
      return contents.receiver
    }
  }
}
