#if os(Linux)
  /// One task as its callers see it, as a pure value: who may do what, and who hears of it.
  ///
  /// ```text
  /// ready ─▶ submitted ─▶ (held) ─▶ ended
  /// ```
  ///
  /// *Held* is a task whose end has come while it was paused. Cancelled, a task tells nothing but its end from that
  /// moment on; the end comes from the loop alone, so there is exactly one.
  struct CurlTaskState: Sendable {
    /// How a task ended.
    enum Outcome: Sendable {
      case finished(HTTPHeaders, TransportTimings)
      case failed(any Error, TransportPhase)
    }

    /// An end to be told.
    struct Ending: Sendable {
      let receiver: any TransportReceiver
      let outcome: Outcome
    }

    /// What a piece of a body may do.
    enum Passage: Sendable {
      case passes
      /// It waits with libcurl until the task proceeds.
      case waits
      /// Nobody wants it.
      case ends
    }

    private enum Phase: Sendable {
      case ready
      case submitted
      case held(Outcome)
      case ended
    }

    private var phase = Phase.ready
    private var isPaused = false
    /// Whether libcurl keeps a piece back because of the pause.
    private var isBodyWaiting = false
    private(set) var isCancelled = false
    private(set) var receiver: (any TransportReceiver)?

    init(receiver: any TransportReceiver) { self.receiver = receiver }

    /// Whether the request is to be sent now.
    mutating func resume() -> Bool {
      guard case .ready = phase, !isCancelled else { return false }
      phase = .submitted
      return true
    }

    /// Whether the loop is to be told.
    mutating func cancel() -> Bool {
      if case .ended = phase { return false }
      guard !isCancelled else { return false }
      isCancelled = true
      return true
    }

    mutating func pause() { isPaused = true }

    /// Whether the loop is to be told, because something waits.
    mutating func proceed() -> Bool {
      guard isPaused else { return false }
      isPaused = false
      if case .held = phase { return true }
      return isBodyWaiting
    }

    /// Whether anything but the end is told.
    var isTold: Bool {
      if case .submitted = phase { return !isCancelled }
      return false
    }

    /// A piece of the body wants to pass.
    mutating func admit() -> Passage {
      guard isTold else { return .ends }
      isBodyWaiting = isPaused
      return isPaused ? .waits : .passes
    }

    /// Whether the piece that waits with libcurl is to be asked for now.
    mutating func releaseBody() -> Bool {
      guard isTold, isBodyWaiting, !isPaused else { return false }
      isBodyWaiting = false
      return true
    }

    /// The end that waited for the task to proceed, if it may come now.
    mutating func releaseEnd(at phase: TransportPhase) -> Ending? {
      guard case .held(let outcome) = self.phase, isCancelled || !isPaused else { return nil }
      return end(outcome, at: phase)
    }

    /// The transfer is over: who is told of which end; nil when it has been told, or waits for the task to proceed.
    mutating func complete(_ outcome: Outcome, at phase: TransportPhase) -> Ending? {
      switch self.phase {
      case .ended, .held: return nil
      case .ready, .submitted: break
      }
      if isPaused, !isCancelled {
        self.phase = .held(outcome)
        return nil
      }
      return end(outcome, at: phase)
    }

    private mutating func end(_ outcome: Outcome, at phase: TransportPhase) -> Ending? {
      self.phase = .ended
      defer { receiver = nil }
      return receiver.map {
        Ending(receiver: $0, outcome: isCancelled ? .failed(CancellationError(), phase) : outcome)
      }
    }
  }
#endif
