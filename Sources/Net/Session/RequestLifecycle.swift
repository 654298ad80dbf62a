/// The front half of a request as a pure value: what it has been told, and what is to be done about it.
///
/// ```text
/// ready ──start──▶ running ──finish──▶ ended
///   └────cancel────────────────────────▶ ended
/// ```
struct RequestLifecycle {
  typealias Handler = @Sendable (any ExchangeOutcome) -> Void

  /// Whom to tell, and of what.
  struct Handlers: Sendable {
    var head: [@Sendable (ResponseHead) -> Void] = []
    var progress: [@Sendable (TransferProgress) -> Void] = []
    var upload: [@Sendable (TransferProgress) -> Void] = []
    var completion: [Handler] = []
  }

  /// What the shell performs after unlocking.
  enum Action: Sendable {
    case nothing
    /// Start the exchange.
    case start(RequestDescription)
    /// Hand the outcome to those who wait for it, and release all of them: not before, since what they
    /// capture may call the request back as it goes.
    case deliver(any ExchangeOutcome, Handlers)
    /// Cancel the exchange, which then finishes.
    case cancelExchange
  }

  private enum Phase {
    case ready
    /// Whether it has been cancelled. How it ends is up to its exchange, which may have ended already.
    case running(cancelled: Bool)
    case ended(any ExchangeOutcome)
  }

  private var phase = Phase.ready
  private(set) var handlers = Handlers()
  private(set) var description: RequestDescription
  /// Counts the changes of the description.
  private var changes = 0

  init(_ description: RequestDescription) { self.description = description }

  var state: RequestState {
    switch phase {
    case .ready: .ready
    case .running(let cancelled): cancelled ? .cancelled : .running
    case .ended(let outcome): outcome.isCancelled ? .cancelled : .finished
    }
  }

  private var isReady: Bool {
    if case .ready = phase { true } else { false }
  }

  /// The description, to be changed by the caller and set again; nil when it is too late for that.
  func descriptionToChange() -> (description: RequestDescription, change: Int)? {
    isReady ? (description, changes) : nil
  }

  /// Sets the description that was changed; false when it has been changed otherwise since, or sealed.
  mutating func setDescription(_ description: RequestDescription, change: Int) -> Bool {
    guard isReady, change == changes else { return false }
    changes += 1
    self.description = description
    return true
  }

  /// Adds a listener; false when it is too late for that.
  mutating func listen(_ add: (inout Handlers) -> Void) -> Bool {
    guard isReady else { return false }
    add(&handlers)
    return true
  }

  /// Starts, with a first handler or without one; adds the handler to a request that runs.
  mutating func start(_ handler: Handler?) -> Action {
    switch phase {
    case .ready:
      phase = .running(cancelled: false)
      if let handler { handlers.completion.append(handler) }
      return .start(description)
    case .running:
      if let handler { handlers.completion.append(handler) }
      return .nothing
    case .ended(let outcome):
      return handler.map { .deliver(outcome, Handlers(completion: [$0])) } ?? .nothing
    }
  }

  /// The exchange has ended.
  mutating func finish(_ outcome: any ExchangeOutcome) -> Action {
    guard case .running = phase else { return .nothing }
    return end(outcome)
  }

  /// Cancels; what has ended stays as it is.
  mutating func cancel() -> Action {
    switch phase {
    case .ready:
      return end(FailedOutcome(NetworkError(.cancelled)))
    case .running(cancelled: false):
      phase = .running(cancelled: true)
      return .cancelExchange
    case .running, .ended:
      return .nothing
    }
  }

  private mutating func end(_ outcome: any ExchangeOutcome) -> Action {
    phase = .ended(outcome)
    defer { handlers = Handlers() }
    return .deliver(outcome, handlers)
  }
}
