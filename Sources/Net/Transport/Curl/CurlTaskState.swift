#if os(Linux)
  /// One task as its callers see it, as a pure value: who may do what, and what its receiver has yet to be told.
  ///
  /// ```text
  /// ready ─▶ submitted ─▶ complete ─▶ ended
  /// ```
  ///
  /// *Complete* is a task whose end has not been delivered yet. Cancelled, a task tells nothing but its end from that
  /// moment on; the end comes from the loop alone, so there is exactly one.
  struct CurlTaskState: Sendable {
    /// How a task ended.
    enum Outcome: Sendable {
      case finished(HTTPHeaders, TransportTimings)
      case failed(any Error, TransportPhase)
    }

    /// What a chunk of a body may do.
    enum Passage: Sendable {
      case passes
      /// It waits with libcurl until the receiver takes more.
      case waits
      /// Nobody wants it.
      case ends
    }

    /// What is delivered next.
    enum Delivery: Sendable {
      case event(TransportEvent, any TransportReceiver)
      case nothing
      /// Nothing, and the loop is to let libcurl go on, which has kept a chunk back.
      case proceeds
    }

    private enum Phase: Sendable {
      case ready
      case submitted
      case complete
      case ended
    }

    /// How many bytes of a body wait for their delivery, before libcurl keeps the rest.
    static let limit = 1 << 19

    private var phase = Phase.ready
    private var inbox = EventInbox()
    /// Whether libcurl keeps a chunk back.
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

    /// What nobody is told any more, if the loop is to be told; nil if not.
    mutating func cancel() -> FIFO<TransportEvent>? {
      if case .ended = phase { return nil }
      guard !isCancelled else { return nil }
      isCancelled = true
      return inbox.silence()
    }

    mutating func pause() { inbox.isPaused = true }

    /// Whether the loop is to be told, because something waits.
    mutating func proceed() -> Bool {
      guard inbox.isPaused else { return false }
      inbox.isPaused = false
      return isBodyWaiting || !inbox.isEmpty
    }

    /// Whether anything but the end is told.
    var isTold: Bool {
      if case .submitted = phase { return !isCancelled }
      return false
    }

    // MARK: - On the loop

    /// A chunk of the body wants to pass.
    mutating func admit() -> Passage {
      guard isTold else { return .ends }
      isBodyWaiting = inbox.isPaused || inbox.size >= Self.limit
      return isBodyWaiting ? .waits : .passes
    }

    /// Whether libcurl is to go on with the chunk that it has kept back.
    mutating func releaseBody() -> Bool {
      guard mayProceed else { return false }
      isBodyWaiting = false
      return true
    }

    private var mayProceed: Bool {
      isBodyWaiting && isTold && !inbox.isPaused && inbox.size <= Self.limit / 2
    }

    /// Something has happened; true when the caller is to have it delivered.
    mutating func add(_ event: TransportEvent) -> Bool {
      guard isTold else { return false }
      return inbox.add(event)
    }

    /// The transfer is over; true when the caller is to have that delivered.
    mutating func complete(_ outcome: Outcome, at phase: TransportPhase) -> Bool {
      switch self.phase {
      case .complete, .ended: return begins()
      case .ready, .submitted: self.phase = .complete
      }
      if isCancelled { return inbox.add(.failed(CancellationError(), phase: phase)) }
      switch outcome {
      case .failed(let error, let phase): return inbox.add(.failed(error, phase: phase))
      case .finished(let trailers, let timings):
        let begins = !trailers.isEmpty && inbox.add(.trailers(trailers))
        return inbox.add(.finished(timings)) || begins
      }
    }

    /// Whether the caller is to have delivered what has been waiting.
    mutating func begins() -> Bool { inbox.begins() }

    // MARK: - On the thread that delivers

    mutating func next() -> Delivery {
      guard let receiver else { return .nothing }
      guard let event = inbox.next() else { return mayProceed ? .proceeds : .nothing }
      if event.isLast {
        phase = .ended
        self.receiver = nil
      }
      return .event(event, receiver)
    }

    /// Delivers no more, though there is more.
    mutating func abandon() { inbox.abandon() }
  }
#endif
