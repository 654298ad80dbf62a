/// The front half of a request as a pure value: its configuration, its handlers and its state.
///
/// ```text
/// ready ──start──▶ running ──finish──▶ ended
///   └────cancel────────────────────────▶ ended
/// ```
struct RequestLifecycle {
  typealias Handler = @Sendable (ExchangeOutcome) -> Void

  /// The handlers of a request.
  struct Handlers: Sendable {
    var head: [@Sendable (ResponseHead) -> Void] = []
    var progress: [@Sendable (TransferProgress) -> Void] = []
    var upload: [@Sendable (TransferProgress) -> Void] = []
    var completion: [Handler] = []
    /// The description with the caller's code, which is released with the handlers.
    var description: RequestDescription?

    /// The news that there is a handler for.
    var news: ExchangeNews {
      var news: ExchangeNews = []
      if !head.isEmpty { news.insert(.head) }
      if !progress.isEmpty { news.insert(.progress) }
      if !upload.isEmpty { news.insert(.uploadProgress) }
      return news
    }
  }

  /// What the request does without the lock held.
  enum Action: Sendable {
    case nothing
    /// Start the exchange, with the `Accept` field of the first serializer.
    case start(RequestDescription, accept: String?)
    /// Pass the outcome to the completion handlers, and then release all handlers. What they capture may call the
    /// request when it is released.
    case deliver(ExchangeOutcome, Handlers)
    /// Tell the handler that another call receives the body.
    case refuse(Handler)
    /// Report a request that was cancelled before its start, and pass its outcome to the completion handlers.
    case endUnstarted(RequestDescription, NetworkError, Handlers)
    /// Cancel the exchange, which then finishes.
    case cancelExchange
  }

  private enum Phase {
    case ready
    /// Whether it has been cancelled. Its exchange decides how it ends, and may have ended already.
    case running(cancelled: Bool)
    /// Whether it had started. Otherwise it was cancelled before.
    case ended(ExchangeOutcome, hasStarted: Bool)
  }

  private var phase = Phase.ready
  private(set) var handlers = Handlers()
  private(set) var description: RequestDescription
  /// The number of changes to the description.
  private var changes = 0

  init(_ description: RequestDescription) { self.description = description }

  var state: RequestState {
    switch phase {
    case .ready: .ready
    case .running(let cancelled): cancelled ? .cancelled : .running
    case .ended(let outcome, _): outcome.error?.reason == .cancelled ? .cancelled : .finished
    }
  }

  /// Whether the request has started, so that configuring it comes too late.
  ///
  /// It never becomes false again.
  var hasStarted: Bool {
    switch phase {
    case .ready: false
    case .running: true
    case .ended(_, let hasStarted): hasStarted
    }
  }

  private var isReady: Bool {
    if case .ready = phase { true } else { false }
  }

  /// Returns the description, for the caller to change and set, or nil after the start and after the end.
  func descriptionToChange() -> (description: RequestDescription, change: Int)? {
    isReady ? (description, changes) : nil
  }

  /// Sets the changed description; returns false after another change, after the start and after the end.
  mutating func setDescription(_ description: RequestDescription, change: Int) -> Bool {
    guard isReady, change == changes else { return false }
    changes += 1
    self.description = description
    return true
  }

  /// Adds a handler; returns false after the start and after the end.
  mutating func listen(_ add: (inout Handlers) -> Void) -> Bool {
    guard isReady else { return false }
    add(&handlers)
    return true
  }

  /// Starts the request, with a first completion handler if there is one.
  ///
  /// Later calls add their handler, unless they are refused: they do not wait for a body that they do not receive.
  mutating func start(
    _ handler: Handler?, accept: String? = nil, isRefused: @autoclosure () -> Bool = false
  ) -> Action {
    switch phase {
    case .ready:
      // The call that receives the body is about to start the request.
      if let handler, description.bodyClaim != nil, isRefused() { return .refuse(handler) }
      phase = .running(cancelled: false)
      if let handler { handlers.completion.append(handler) }
      return .start(description, accept: accept)
    case .running(let isCancelled):
      if let handler, !isCancelled, isRefused() { return .refuse(handler) }
      if let handler { handlers.completion.append(handler) }
      return .nothing
    case .ended(let outcome, _):
      return handler.map { .deliver(outcome, Handlers(completion: [$0])) } ?? .nothing
    }
  }

  /// Called when the exchange has ended.
  mutating func finish(_ outcome: ExchangeOutcome) -> Action {
    guard case .running = phase else { return .nothing }
    return .deliver(outcome, end(outcome))
  }

  /// Cancels the request unless it has ended.
  mutating func cancel() -> Action {
    switch phase {
    case .ready:
      var error = NetworkError(.cancelled)
      error.unsent = description.unsent
      if let redaction = description.carriedRedaction { error.redaction = redaction }
      var unstarted = description
      unstarted.isUnstarted = true
      return .endUnstarted(unstarted, error, end(ExchangeOutcome(.failure(error))))
    case .running(cancelled: false):
      phase = .running(cancelled: true)
      return .cancelExchange
    case .running, .ended:
      return .nothing
    }
  }

  /// Returns the handlers.
  private mutating func end(_ outcome: ExchangeOutcome) -> Handlers {
    // The handlers receive the outcome; what is kept for later ones has no code of a body.
    phase = .ended(outcome.withoutCode, hasStarted: hasStarted)
    defer { handlers = Handlers() }
    handlers.description = description.removeCode()
    return handlers
  }
}
