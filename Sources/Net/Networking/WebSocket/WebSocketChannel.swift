import Dispatch

/// A thread-safe wrapper of ``WebSocketConnectionState``: receives the events of a task and performs the actions.
package final class WebSocketChannel: WebSocketReceiver {
  /// What monitors are notified of.
  package enum News: Sendable {
    case opened(subprotocol: String?)
    case sent(WebSocketMessage)
    case received(WebSocketMessage)
    case ponged(after: Duration)
    case closed(WebSocketClosure)
  }

  private struct Contents: Sendable {
    var state: WebSocketConnectionState
    var timers: [WebSocketConnectionState.Timer: (step: Int, cancellation: any Cancellation)] = [:]
    var reading = PauseControl()
    var delivery = ResponseDelivery.inline
    /// Called once when the connection has ended.
    var onEnd: (@Sendable () -> Void)?
  }

  let opening: WebSocketOpening
  private let task: any WebSocketTask
  /// The task, if it reports its bytes.
  private let measured: (any MeasuredWebSocketTask)?
  private let timer: any NetworkTimer
  private let report: (@Sendable (News) -> Void)?
  private let measures: Bool
  private let contents: Lock<Contents>

  /// Creates a channel for a task whose next event follows `opened`.
  ///
  /// - Parameters:
  ///   - task: The task.
  ///   - opening: What was agreed.
  ///   - options: The limits and times.
  ///   - timer: The clock.
  ///   - report: Called with what a monitor may know; nil without monitors.
  package init(
    _ task: any WebSocketTask, opening: WebSocketOpening, options: WebSocketOptions,
    timer: any NetworkTimer, report: (@Sendable (News) -> Void)? = nil
  ) {
    self.task = task
    measured = task as? any MeasuredWebSocketTask
    self.opening = opening
    self.timer = timer
    self.report = report
    let state = WebSocketConnectionState(options: options)
    measures = state.measures
    contents = Lock(Contents(state: state))
  }

  /// Starts measuring time.
  ///
  /// - Parameter onEnd: Called once when the connection has ended, before its consumer.
  package func open(onEnd: @escaping @Sendable () -> Void = {}) {
    let now = timer.now
    let hasEnded = contents.withLock { contents in
      guard contents.state.end == nil else { return true }
      contents.onEnd = onEnd
      return false
    }
    if hasEnded { onEnd() } else { change { $0.open(at: now) } }
  }

  package func receive(_ event: WebSocketTransportEvent) {
    switch event {
    case .message(let message):
      report?(.received(message))
      let now = measures ? timer.now : nil
      change { $0.receive(message, at: now) }
    case .pong:
      let now = timer.now
      change { $0.receivePong(at: now) }
    case .closed(let closure): change { $0.finish(.success(closure)) }
    case .failed(let error, _):
      let error = Self.failure(for: error)
      change { $0.finish(.failure(error)) }
    case .interim, .head, .body, .finished, .opened, .ping: break
    }
  }

  func send(_ message: WebSocketMessage, _ completion: @escaping @Sendable ((any Error)?) -> Void) {
    task.send(message) { [self] error in
      guard let error else {
        report?(.sent(message))
        return completion(nil)
      }
      let cause = Self.failure(for: error)
      completion(contents.withLock { $0.state.sendError(cause) })
    }
  }

  /// Returns what a consumer receives for an error of the transport.
  ///
  /// Only a task that awaits and is cancelled itself gets a `CancellationError`.
  private static func failure(for error: any Error) -> any Error {
    guard error.isCancellation, !(error is NetworkError) else { return error }
    return NetworkError(.cancelled, underlyingError: error)
  }

  func close(_ closure: WebSocketClosure, _ closer: (@Sendable (WebSocketConnectionState.End) -> Void)? = nil)
  {
    let (now, traffic) = (timer.now, measured?.traffic)
    change { $0.close(closure, closer: closer, at: now, traffic: traffic) }
  }

  /// Ends the connection at once, and drops the messages that wait.
  func cancel() {
    contents.withLock { $0.state.cancel() }
    task.cancel()
  }

  /// Whether it was cancelled, so that only the end is delivered.
  var isCancelled: Bool { contents.withLock { $0.state.isCancelled } }

  /// Registers the only consumer; returns false if there already is one.
  func consume() -> Bool { contents.withLock { $0.state.consume() } }

  /// Passes all messages and the end to a handler, one at a time.
  func handle(_ delivery: ResponseDelivery, _ handler: @escaping WebSocketConnectionState.Step) {
    let blocks = if case .inline = delivery { true } else { false }
    change(before: { $0.delivery = delivery }) { $0.handle(handler, blocks: blocks) }
  }

  func next(_ step: @escaping WebSocketConnectionState.Step) {
    let now = timer.now
    change { $0.next(step, at: now) }
  }

  /// Withdraws a step that waits, which is then called with the error.
  func withdraw(_ error: any Error) {
    contents.withLock { $0.state.withdraw() }?(.end(.failure(error)))
  }

  // MARK: - Actions

  private func change(
    before: (inout Contents) -> Void = { _ in },
    _ change: (inout WebSocketConnectionState) -> [WebSocketConnectionState.Action]
  ) {
    let actions = contents.withLock { contents in
      before(&contents)
      return change(&contents.state)
    }
    for action in actions { perform(action) }
  }

  private func perform(_ action: WebSocketConnectionState.Action) {
    switch action {
    case .updateReading: updateReading()
    case .cancel: task.cancel()
    case .ping:
      guard let measured else { return task.ping() }
      measured.ping { [weak self] in self?.taken(.pong) }
    case .close(let closure):
      guard let measured else { return task.close(closure) }
      measured.close(closure) { [weak self] in self?.taken(.close) }
    case .schedule(let timer, let delay, let step): schedule(timer, delay, step: step)
    case .unschedule(let timer, let step):
      contents.withLock { contents -> (any Cancellation)? in
        guard let former = contents.timers[timer], former.step < step else { return nil }
        return contents.timers.removeValue(forKey: timer)?.cancellation
      }?.cancel()
    case .drain: startDraining()
    case .give(let step, let delivery): step(delivery)
    case .answer(let closer, let end): closer(end)
    case .ponged(let duration): report?(.ponged(after: duration))
    case .ended(let end, let closers):
      contents.withLock { $0.onEnd.take() }?()
      report?(.closed(Self.closure(of: end)))
      for closer in closers { closer(end) }
    }
  }

  /// Returns the close frame, or the code of a connection that ended without one (RFC 6455 section 7.1.5).
  private static func closure(of end: WebSocketConnectionState.End) -> WebSocketClosure {
    switch end {
    case .success(let closure), .failure(WebSocketError.closed(let closure)): closure
    case .failure: WebSocketClosure(code: .abnormal)
    }
  }

  /// Pauses or resumes the task, as the state says.
  ///
  /// The receiving and the consuming thread may both call it.
  private func updateReading() {
    while let call = contents.withLock({ $0.reading.begin(pausing: $0.state.isPaused) }) {
      if call.pauses { task.pause() } else { task.proceed() }
      contents.withLock { $0.reading.end(call) }
    }
  }

  /// Called when the system has taken the ping or the close frame whose answer the timer waits for.
  private func taken(_ timer: WebSocketConnectionState.Timer) {
    let now = self.timer.now
    change { $0.taken(timer, at: now) }
  }

  private func schedule(_ timer: WebSocketConnectionState.Timer, _ delay: Duration, step: Int) {
    let scheduled = self.timer.schedule(after: delay) { [weak self] in
      guard let self else { return }
      let (now, traffic) = (self.timer.now, measured?.traffic)
      change { $0.fired(timer, step: step, at: now, traffic: traffic) }
    }
    let (isWanted, former) = contents.withLock { contents -> (Bool, (any Cancellation)?) in
      guard contents.state.expects(timer, step: step) else { return (false, nil) }
      return (true, contents.timers.updateValue((step, scheduled), forKey: timer)?.cancellation)
    }
    former?.cancel()
    if !isWanted { scheduled.cancel() }
  }

  private func startDraining() {
    switch contents.withLock({ $0.delivery }) {
    case .queue(let queue): queue.async { self.drain() }
    case .inline, .callbackQueue: drain()
    }
  }

  private func drain() {
    while true {
      let now = timer.now
      let next = contents.withLock { $0.state.nextForHandler(at: now) }
      for action in next.actions { perform(action) }
      guard let delivery = next.delivery else { return }
      next.handler?(delivery)
      guard case .end = delivery else { continue }
      // What the handler captures is released without the lock held.
      withExtendedLifetime(contents.withLock { $0.state.dropHandler() }) {}
      return
    }
  }
}
