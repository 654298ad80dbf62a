#if os(Linux)
  /// The state of a task, as a pure value: the allowed transitions and the undelivered events.
  ///
  /// ```text
  /// ready ─▶ submitted ─▶ complete ─▶ ended
  /// ```
  ///
  /// A *complete* task has a last event that has not been delivered yet. After cancellation only the last event is
  /// delivered. Only the loop adds it, so there is exactly one.
  struct CurlTaskState: Sendable {
    /// How a task ended.
    enum Outcome: Sendable {
      case finished(HTTPHeaders, TransportTimings)
      case failed(any Error, TransportPhase)
    }

    /// What happens to a chunk of a body.
    enum Passage: Sendable {
      case passes
      /// libcurl keeps the chunk until the receiver accepts more.
      case waits
      /// The chunk is no longer needed, and the transfer ends.
      case ends
    }

    /// The next step of a delivery.
    ///
    /// It is not copyable, because every event of every request is passed on in one.
    enum Delivery: Sendable, ~Copyable {
      case event(TransportEvent)
      case nothing
      /// No event is left, and libcurl may continue with the chunk that it has kept.
      case proceeds
    }

    private enum Phase: Sendable {
      case ready
      case submitted
      case complete
      case ended
    }

    /// The number of undelivered body bytes at which libcurl stops reading.
    static let limit = 1 << 19

    private var phase = Phase.ready
    private var inbox = EventInbox()
    /// Whether libcurl keeps a chunk.
    private var isBodyWaiting = false
    private(set) var isCancelled = false
    private(set) var receiver: (any TransportReceiver)?

    init(receiver: any TransportReceiver) { self.receiver = receiver }

    /// Returns whether to send the request now.
    mutating func resume() -> Bool {
      guard case .ready = phase, !isCancelled else { return false }
      phase = .submitted
      return true
    }

    /// Cancels the task.
    ///
    /// Returns the dropped events if the loop must be notified, and nil if not.
    mutating func cancel() -> FIFO<TransportEvent>? {
      if case .ended = phase { return nil }
      guard !isCancelled else { return nil }
      isCancelled = true
      return inbox.silence()
    }

    mutating func pause() { inbox.isPaused = true }

    /// Resumes delivery; returns whether the loop must be notified, because events or a chunk wait.
    mutating func proceed() -> Bool {
      guard inbox.isPaused else { return false }
      inbox.isPaused = false
      return isBodyWaiting || !inbox.isEmpty
    }

    /// Whether the task is submitted and not cancelled, so that the receiver gets all events, not only the last one.
    var isInProgress: Bool {
      if case .submitted = phase { return !isCancelled }
      return false
    }

    // MARK: - On the loop

    /// Returns what happens to a chunk of the body.
    mutating func admit() -> Passage {
      guard isInProgress else { return .ends }
      isBodyWaiting = inbox.isPaused || inbox.size >= Self.limit
      return isBodyWaiting ? .waits : .passes
    }

    /// Returns whether libcurl must continue with the chunk that it has kept.
    mutating func releaseBody() -> Bool {
      guard mayProceed else { return false }
      isBodyWaiting = false
      return true
    }

    private var mayProceed: Bool {
      isBodyWaiting && isInProgress && !inbox.isPaused && inbox.size <= Self.limit / 2
    }

    /// Adds an event; returns true if the caller must deliver the task.
    mutating func add(_ event: TransportEvent) -> Bool {
      guard isInProgress else { return false }
      return inbox.add(event)
    }

    /// Adds the last event; returns true if the caller must deliver the task.
    mutating func complete(_ outcome: Outcome) -> Bool {
      switch phase {
      case .complete, .ended: return begins()
      case .ready, .submitted: phase = .complete
      }
      switch outcome {
      case .failed(let error, let phase):
        return inbox.add(.failed(isCancelled ? CancellationError() : error, phase: phase))
      case .finished where isCancelled: return inbox.add(.failed(CancellationError(), phase: .body))
      case .finished(let trailers, let timings):
        let begins = !trailers.isEmpty && inbox.add(.trailers(trailers))
        return inbox.add(.finished(timings)) || begins
      }
    }

    /// Whether the last event has been taken for its delivery.
    var hasEnded: Bool { if case .ended = phase { true } else { false } }

    /// Starts a delivery of the waiting events; returns true if the caller must deliver the task.
    mutating func begins() -> Bool { inbox.begins() }

    // MARK: - On the thread that delivers

    mutating func next() -> Delivery {
      guard let event = inbox.next() else { return mayProceed ? .proceeds : .nothing }
      if event.isLast {
        phase = .ended
        self.receiver = nil
      }
      return .event(event)
    }

    /// Ends a delivery even if events still wait.
    mutating func abandon() { inbox.abandon() }
  }
#endif
