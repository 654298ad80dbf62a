/// The front half of a request as a pure value: what it has been told, and what is to be done about it.
///
/// ```text
/// ready ──start──▶ running ──finish──▶ ended
///   └────cancel────────────────────────▶ ended
/// ```
struct RequestLifecycle {
  typealias Handler = @Sendable (any ExchangeOutcome) -> Void

  /// What the shell performs after unlocking.
  enum Action: Sendable {
    case nothing
    /// Start the exchange.
    case start(RequestDescription)
    /// Hand the outcome to the handlers.
    case deliver(any ExchangeOutcome, [Handler])
    /// Cancel the exchange, which then finishes.
    case cancelExchange
  }

  private enum Phase {
    case ready
    case running(cancelled: Bool)
    case ended(any ExchangeOutcome, cancelled: Bool)
  }

  private var phase = Phase.ready
  private var handlers: [Handler] = []
  private(set) var description: RequestDescription
  private(set) var headHandlers: [@Sendable (ResponseHead) -> Void] = []
  private(set) var progressHandlers: [@Sendable (TransferProgress) -> Void] = []

  init(_ description: RequestDescription) { self.description = description }

  var state: RequestState {
    switch phase {
    case .ready: .ready
    case .running(let cancelled): cancelled ? .cancelled : .running
    case .ended(_, let cancelled): cancelled ? .cancelled : .finished
    }
  }

  private var isReady: Bool {
    if case .ready = phase { true } else { false }
  }

  /// Changes the description; false when it is too late for that.
  mutating func configure(_ change: (inout RequestDescription) -> Void) -> Bool {
    guard isReady else { return false }
    change(&description)
    return true
  }

  /// Adds a listener for heads; false when it is too late for that.
  mutating func addHeadHandler(_ handler: @escaping @Sendable (ResponseHead) -> Void) -> Bool {
    guard isReady else { return false }
    headHandlers.append(handler)
    return true
  }

  /// Adds a listener for progress; false when it is too late for that.
  mutating func addProgressHandler(_ handler: @escaping @Sendable (TransferProgress) -> Void) -> Bool {
    guard isReady else { return false }
    progressHandlers.append(handler)
    return true
  }

  /// Starts, with a first handler or without one; adds the handler to a request that runs.
  mutating func start(_ handler: Handler?) -> Action {
    switch phase {
    case .ready:
      phase = .running(cancelled: false)
      if let handler { handlers.append(handler) }
      return .start(description)
    case .running:
      if let handler { handlers.append(handler) }
      return .nothing
    case .ended(let outcome, _):
      return handler.map { .deliver(outcome, [$0]) } ?? .nothing
    }
  }

  /// The exchange has ended.
  mutating func finish(_ outcome: any ExchangeOutcome) -> Action {
    guard case .running(let cancelled) = phase else { return .nothing }
    phase = .ended(outcome, cancelled: cancelled)
    defer {
      handlers = []
      headHandlers = []
      progressHandlers = []
    }
    return .deliver(outcome, handlers)
  }

  /// Cancels; what has ended stays as it is.
  mutating func cancel() -> Action {
    switch phase {
    case .ready:
      phase = .ended(FailedOutcome(NetworkError(.cancelled)), cancelled: true)
      return .nothing
    case .running(cancelled: false):
      phase = .running(cancelled: true)
      return .cancelExchange
    case .running, .ended:
      return .nothing
    }
  }
}
