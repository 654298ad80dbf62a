import Net

/// The back half of a mocked request as a pure value.
///
/// ```text
/// idle ──start──▶ waiting ──beginDelivery──▶ delivering ──end──▶ ended
///                    ├──beginStreaming──▶ streaming ──end──▶ ended
///                    └────────────cancel──────────────────────────▶ ended
/// ```
///
/// A cancellation during the delivery is carried out by the one who delivers, so that the client is called
/// serially. An answer that comes piece by piece is *streaming* from its first piece to its end, by an exchange of its own.
/// A cancellation that overtakes the start, on another thread, is carried out by the one who starts.
struct MockExchangeState {
  private enum Phase {
    case idle(cancelled: Bool)
    case waiting
    case delivering(cancelled: Bool)
    case streaming(any Exchange, cancelled: Bool)
    case ended
  }

  private var phase = Phase.idle(cancelled: false)
  private var client: (any ExchangeClient)?
  private var scheduled: (any Cancellation)?
  /// What the request is to be; nil when it could not be built.
  private(set) var plan: Plan?
  /// The head that was delivered.
  var head: ResponseHead?

  /// A request that could be built, and how its response is judged and read.
  struct Plan: Sendable {
    var request: TransportRequest
    var rules: ValidationRules
    var decoder: any DataDecoder
    /// What the caller said, where the body does not go into memory; nil where it does.
    var streamed: RequestDescription?
  }

  /// What is to be done about a cancellation.
  struct Cancelling: Sendable {
    /// Whether the exchange had not ended.
    var isEffective = false
    /// Who is to be told; nil when the one who delivers will.
    var client: (any ExchangeClient)?
    /// What is scheduled, and is to be called off.
    var scheduled: (any Cancellation)?
    /// The exchange that streams the answer, and is to be cancelled.
    var streaming: (any Exchange)?
  }

  /// Starts; true when a cancellation has overtaken it, which is then to be carried out.
  mutating func start(_ plan: Plan?, client: any ExchangeClient) -> Bool {
    guard case .idle(let cancelled) = phase else { return false }
    phase = .waiting
    self.client = client
    self.plan = plan
    return cancelled
  }

  /// Keeps what is scheduled; gives it back when there is nothing to wait for any more.
  mutating func keep(_ scheduled: any Cancellation) -> (any Cancellation)? {
    guard case .waiting = phase else { return scheduled }
    self.scheduled = scheduled
    return nil
  }

  /// The client to deliver to; nil when that has happened, or has been called off.
  mutating func beginDelivery() -> (any ExchangeClient)? {
    guard case .waiting = phase else { return nil }
    phase = .delivering(cancelled: false)
    scheduled = nil
    return client
  }

  /// The client to stream to; nil when it has its answer, or that has been called off.
  mutating func beginStreaming(_ exchange: any Exchange) -> (any ExchangeClient)? {
    guard case .waiting = phase else { return nil }
    phase = .streaming(exchange, cancelled: false)
    scheduled = nil
    return client
  }

  /// Whether the delivery goes on.
  var isDelivering: Bool {
    if case .delivering(cancelled: false) = phase { true } else { false }
  }

  /// Ends the delivery; true when it was cancelled meanwhile.
  mutating func endDelivery() -> Bool {
    defer {
      phase = .ended
      client = nil
    }
    switch phase {
    case .delivering(let cancelled), .streaming(_, let cancelled): return cancelled
    default: return false
    }
  }

  mutating func cancel() -> Cancelling {
    switch phase {
    case .waiting:
      defer {
        phase = .ended
        client = nil
        scheduled = nil
      }
      return Cancelling(isEffective: true, client: client, scheduled: scheduled)
    case .delivering(cancelled: false):
      phase = .delivering(cancelled: true)
      return Cancelling(isEffective: true)
    case .streaming(let exchange, cancelled: false):
      phase = .streaming(exchange, cancelled: true)
      return Cancelling(isEffective: true, streaming: exchange)
    case .idle:
      phase = .idle(cancelled: true)
      return Cancelling()
    case .delivering, .streaming, .ended:
      return Cancelling()
    }
  }
}
