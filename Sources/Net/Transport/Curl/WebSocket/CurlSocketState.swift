#if os(Linux)
  /// The state of a WebSocket task, as a pure value: what its caller has asked for, and the undelivered events.
  ///
  /// ```text
  /// ready ─▶ submitted ─▶ complete ─▶ ended
  /// ```
  ///
  /// A *complete* task has a last event that has not been delivered yet. Completion handlers of sends are delivered
  /// before events, and also while the task is paused. After cancellation only the last event is delivered.
  struct CurlSocketState: Sendable {
    typealias Completion = @Sendable ((any Error)?) -> Void

    /// Something to do in order.
    enum Command: Sendable {
      case send(WebSocketMessage, Completion)
      /// The completion is called when the system has taken the close frame, or not at all.
      case close(WebSocketClosure, Completion)
    }

    /// The next step of a delivery.
    enum Delivery: Sendable {
      case event(WebSocketTransportEvent)
      case completion(Completion, (any Error)?)
      /// Reading may continue.
      case proceeds
      case nothing
    }

    private enum Phase: Sendable {
      case ready
      case submitted
      case complete
      case ended
    }

    private var phase = Phase.ready
    private var commands = FIFO<Command>()
    private var pings: [Completion] = []
    /// Whether a letter is on its way to the loop.
    private var isPosted = false
    private var events = FIFO<WebSocketTransportEvent>()
    private var completed = FIFO<(completion: Completion, error: (any Error)?)>()
    private var backlog: WebSocketBacklog
    private var isDelivering = false
    private var isPaused = false
    /// Whether the loop has stopped reading.
    private var isReadingStopped = false
    private(set) var isCancelled = false
    private(set) var receiver: (any WebSocketReceiver)?

    init(receiver: any WebSocketReceiver, options: WebSocketOptions) {
      self.receiver = receiver
      backlog = WebSocketBacklog(options)
    }

    // MARK: - From anywhere. Each returns whether to post a letter.

    mutating func resume() -> Bool {
      guard case .ready = phase, !isCancelled else { return false }
      phase = .submitted
      return posts()
    }

    /// Adds a command, or returns nil if the task has ended.
    mutating func add(_ command: Command) -> Bool? {
      guard isActive else { return nil }
      commands.append(command)
      return posts()
    }

    mutating func ping(_ completion: @escaping Completion) -> Bool {
      guard isActive else { return false }
      pings.append(completion)
      return posts()
    }

    mutating func pause() { isPaused = true }

    mutating func proceed() -> Bool {
      guard isPaused else { return false }
      isPaused = false
      return posts()
    }

    /// Cancels the task.
    ///
    /// Returns the dropped events if the loop must be notified, and nil if not.
    mutating func cancel() -> (dropped: FIFO<WebSocketTransportEvent>, posts: Bool)? {
      if case .ended = phase { return nil }
      guard !isCancelled else { return nil }
      isCancelled = true
      let dropped = events
      events = FIFO()
      backlog.removeAll()
      if case .complete = phase { events.append(.failed(CancellationError(), phase: .body)) }
      if case .ready = phase { phase = .submitted }
      return (dropped, posts())
    }

    private var isActive: Bool {
      guard !isCancelled else { return false }
      switch phase {
      case .ready, .submitted: return true
      case .complete, .ended: return false
      }
    }

    private mutating func posts() -> Bool {
      switch phase {
      case .ready, .ended: return false
      case .submitted, .complete: break
      }
      guard !isPosted else { return false }
      isPosted = true
      return true
    }

    // MARK: - On the loop

    /// Called when the letter has arrived.
    mutating func letterArrived() { isPosted = false }

    /// Whether the task is in progress, so that the receiver gets all events, not only the last one.
    var isInProgress: Bool {
      if case .submitted = phase { return !isCancelled }
      return false
    }

    /// Returns the next command, or nil without one.
    mutating func nextCommand() -> Command? { commands.popFirst() }

    /// Returns the completions of the pings to send.
    mutating func takePings() -> [Completion] {
      defer { pings = [] }
      return pings
    }

    /// Returns whether reading may continue.
    ///
    /// If not, the loop is notified when it may.
    mutating func mayRead() -> Bool {
      isReadingStopped = isPaused || backlog.isFull
      return !isReadingStopped
    }

    /// Adds an event; returns true if the caller must deliver the task.
    mutating func add(_ event: WebSocketTransportEvent) -> Bool {
      guard isInProgress else { return false }
      switch event {
      case .message(let message): backlog.add(message)
      // The peer may send any number of them.
      case .pong: backlog.add(messages: 1)
      case .body(let data): backlog.add(bytes: data.count)
      default: break
      }
      events.append(event)
      return begins()
    }

    /// Adds a completion handler to call; returns true if the caller must deliver the task.
    mutating func complete(_ completion: @escaping Completion, _ error: (any Error)?) -> Bool {
      completed.append((completion, error))
      return begins()
    }

    /// Adds the last event unless there is one, and fails the messages that were not sent; returns true if the caller
    /// must deliver the task.
    mutating func end(_ event: WebSocketTransportEvent) -> Bool {
      switch phase {
      case .complete, .ended: return begins()
      case .ready, .submitted: phase = .complete
      }
      var error: any Error = WebSocketError.notOpen
      var last = event
      if case .failed(let failure, let phase) = event {
        error = failure
        if isCancelled { last = .failed(CancellationError(), phase: phase) }
      } else if isCancelled {
        last = .failed(CancellationError(), phase: .body)
      }
      if isCancelled { error = CancellationError() }
      while let command = commands.popFirst() {
        if case .send(_, let completion) = command { completed.append((completion, error)) }
      }
      events.append(last)
      return begins()
    }

    /// Starts a delivery; returns true if the caller must deliver the task.
    mutating func begins() -> Bool {
      guard !isDelivering, !completed.isEmpty || mayDeliver else { return false }
      isDelivering = true
      return true
    }

    private var mayDeliver: Bool { !events.isEmpty && (!isPaused || isCancelled) }

    // MARK: - On the thread that delivers

    mutating func next() -> Delivery {
      if let (completion, error) = completed.popFirst() { return .completion(completion, error) }
      if isReadingStopped, isInProgress, !isPaused, backlog.isHalfEmpty, posts() { return .proceeds }
      guard mayDeliver, let event = events.popFirst() else {
        isDelivering = false
        return .nothing
      }
      switch event {
      case .message(let message): backlog.remove(message)
      case .pong: backlog.remove(messages: 1)
      case .body(let data): backlog.remove(bytes: data.count)
      case .finished, .closed, .failed:
        phase = .ended
        isDelivering = false
        receiver = nil
      default: break
      }
      return .event(event)
    }

    /// Ends a delivery even if events still wait.
    mutating func abandon() { isDelivering = false }
  }
#endif
