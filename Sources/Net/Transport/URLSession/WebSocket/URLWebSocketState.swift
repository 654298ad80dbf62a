import Foundation

/// The state of a WebSocket over Foundation's task, as a pure value.
///
/// ```text
/// ready ─▶ connecting ─▶ open ─▶ complete ─▶ ended
/// ```
///
/// Foundation delivers one message for each that is asked for, which stops while as many wait as the options allow, or
/// the task is paused. One message is sent at a time, because Foundation does not document the order of several. A
/// *complete* task has a last event that has not been delivered yet.
struct URLWebSocketState: Sendable {
  typealias Completion = @Sendable ((any Error)?) -> Void

  /// Something to do in order.
  enum Command: Sendable {
    case send(WebSocketMessage, Completion)
    case close(WebSocketClosure)
  }

  /// What the owner does, without a lock held.
  enum Action: Sendable {
    case start
    case send(WebSocketMessage)
    case ping
    case close(WebSocketClosure)
    /// Cancels Foundation's task.
    case cancel
    /// Delivers on a thread of the transport.
    case deliver
  }

  /// The next step of a delivery.
  enum Delivery: Sendable {
    case event(WebSocketTransportEvent)
    case completion(Completion, (any Error)?)
    /// Request a message from Foundation.
    case receive
    case nothing
  }

  private enum Phase: Sendable {
    case ready
    case connecting
    case open
    case complete
    case ended
  }

  private let subprotocols: [String]
  private let limit: Int
  private var phase = Phase.ready
  private var commands = FIFO<Command>()
  /// The completion of the message that Foundation is sending.
  private var sending: Completion?
  /// Whether a close frame was asked for, and whether it was sent.
  private var isClosing = false
  private var hasSentClose = false
  private var isReceiving = false
  /// Whether Foundation delivers no more messages.
  private var hasReceivedAll = false
  private var closure: WebSocketClosure?
  private var failure: (any Error)?
  /// Why the server is not trusted.
  private var distrust: (any Error)?
  private var timings = TransportTimings()
  private var events = FIFO<WebSocketTransportEvent>()
  private var backlog: WebSocketBacklog
  private var completed = FIFO<(completion: Completion, error: (any Error)?)>()
  private var isDelivering = false
  private var isPaused = false
  private var isCancelled = false
  private(set) var receiver: (any WebSocketReceiver)?

  init(receiver: any WebSocketReceiver, subprotocols: [String], options: WebSocketOptions) {
    self.receiver = receiver
    self.subprotocols = subprotocols
    limit = options.maximumMessageSize
    backlog = WebSocketBacklog(options)
  }

  /// Whether the task has not ended, so that its connection is still needed.
  var isActive: Bool { phase == .ready || phase == .connecting || phase == .open }

  // MARK: - From anywhere

  mutating func resume() -> [Action] {
    guard phase == .ready else { return [] }
    phase = .connecting
    return [.start]
  }

  /// Adds a command, or returns nil if messages are no longer sent.
  mutating func add(_ command: Command) -> [Action]? {
    guard isActive, !isClosing else { return nil }
    commands.append(command)
    if case .close = command { isClosing = true }
    return sendNext()
  }

  func ping() -> [Action] { phase == .open && !hasSentClose ? [.ping] : [] }

  mutating func pause() { isPaused = true }

  mutating func proceed() -> [Action] {
    isPaused = false
    return delivers()
  }

  /// Cancels the task.
  ///
  /// - Returns: What to do, and the dropped events, which are released without a lock held.
  mutating func cancel() -> ([Action], FIFO<WebSocketTransportEvent>) {
    guard !isCancelled, phase != .ended else { return ([], FIFO()) }
    let dropped = events
    events = FIFO()
    isCancelled = true
    guard phase != .complete else {
      events.append(.failed(CancellationError(), phase: .body))
      return (delivers(), dropped)
    }
    let reached: TransportPhase = phase == .open ? .body : .connect
    let actions: [Action] = phase == .ready ? [] : [.cancel]
    return (actions + end(.failed(CancellationError(), phase: reached)), dropped)
  }

  // MARK: - From Foundation

  /// Called when the handshake has succeeded.
  mutating func opened(_ head: ResponseHead, subprotocol: String?) -> [Action] {
    guard phase == .connecting else { return [] }
    if let subprotocol, !subprotocols.contains(where: subprotocol.hasCodePoints) {
      events.append(.head(head))
      let error = WebSocketError.handshake(.subprotocol(subprotocol))
      return [.cancel] + end(.failed(error, phase: .head))
    }
    phase = .open
    let extensions = WebSocketHandshake.tokens(head.headers["Sec-WebSocket-Extensions"])
    let isCompressed = extensions.contains { $0.hasPrefix(WebSocketCompression.name) }
    events.append(
      .opened(
        WebSocketOpening(head: head, subprotocol: subprotocol, isCompressed: isCompressed, timings: timings)))
    return sendNext() + delivers()
  }

  /// Called when Foundation has received a message, or has failed to.
  ///
  /// - Parameters:
  ///   - result: The message or the error.
  ///   - closure: The close frame of the server, if Foundation has one.
  /// - Returns: What to do.
  mutating func received(
    _ result: Result<WebSocketMessage, any Error>, closure: WebSocketClosure?
  ) -> [Action] {
    isReceiving = false
    guard phase == .open else { return [] }
    switch result {
    case .success(let message):
      guard message.count <= limit else {
        return [.cancel] + end(.failed(WebSocketError.messageTooLarge(limit: limit), phase: .body))
      }
      guard !hasSentClose else { return delivers() }
      events.append(.message(message))
      backlog.add(message)
      return delivers()
    case .failure(let error):
      hasReceivedAll = true
      if let closure = self.closure ?? closure { return end(.closed(closure)) }
      // The end of the task follows, maybe with a close frame.
      guard !hasSentClose else { return [] }
      failure = failure ?? error
      return [.cancel]
    }
  }

  /// Called when Foundation has sent the message, or has failed to.
  mutating func sent(_ error: (any Error)?) -> [Action] {
    guard let completion = sending else { return [] }
    sending = nil
    completed.append((completion, error))
    return sendNext() + delivers()
  }

  mutating func ponged(_ error: (any Error)?) -> [Action] {
    guard phase == .open, error == nil else { return [] }
    events.append(.pong)
    return delivers()
  }

  /// Called when Foundation has received a close frame; with nil if it reports another end as one.
  mutating func closed(_ closure: WebSocketClosure?) -> [Action] {
    guard phase == .open, let closure else { return [] }
    self.closure = closure
    // Otherwise the messages that arrived before the close frame are received first.
    return hasSentClose || hasReceivedAll ? end(.closed(closure)) : delivers()
  }

  /// Called when Foundation does not know the code of the close frame.
  mutating func cannotClose() -> [Action] {
    guard phase == .open else { return [] }
    return [.cancel] + end(.failed(WebSocketError.invalidClosure, phase: .body))
  }

  mutating func distrusted(_ error: any Error) { distrust = error }

  mutating func measured(_ timings: TransportTimings) { self.timings = timings }

  /// Foundation's task has ended.
  ///
  /// - Parameters:
  ///   - error: The error, or nil.
  ///   - facts: What the error says about itself; with nil it is asked here.
  ///   - head: The head of the response, if there is one.
  ///   - closure: The close frame of the server, if Foundation has one.
  /// - Returns: What to do.
  mutating func completed(
    _ error: (any Error)?, facts: URLErrorFacts? = nil, head: ResponseHead?, closure: WebSocketClosure?
  ) -> [Action] {
    switch phase {
    case .ready, .complete, .ended: return []
    case .connecting:
      if let head { events.append(.head(head)) }
      if let head, head.status != 101 { return end(.finished(timings)) }
      if let distrust { return end(.failed(distrust, phase: .secureConnection)) }
      let error = error ?? URLError(.badServerResponse)
      return end(.failed(error, phase: TransportPhase(of: facts ?? URLErrorFacts(error), soFar: .head)))
    case .open:
      if let closure = self.closure ?? closure { return end(.closed(closure)) }
      let isCancellation = (error as? URLError)?.code == .cancelled
      if hasSentClose, error == nil || isCancellation {
        return end(.closed(WebSocketClosure(code: .noStatus)))
      }
      return end(.failed(failure ?? error ?? WebSocketError.connectionLost, phase: .body))
    }
  }

  // MARK: - Sending

  private mutating func sendNext() -> [Action] {
    guard phase == .open, sending == nil, let command = commands.popFirst() else { return [] }
    switch command {
    case .send(let message, let completion):
      sending = completion
      return [.send(message)]
    case .close(let closure):
      guard (try? closure.payload()) != nil else { return cannotClose() }
      hasSentClose = true
      // Messages are received and discarded from now on, even while paused.
      return [.close(closure)] + delivers()
    }
  }

  // MARK: - The end

  /// Adds the last event, and completes the sends.
  private mutating func end(_ event: WebSocketTransportEvent) -> [Action] {
    phase = .complete
    var error: any Error = WebSocketError.notOpen
    if case .failed(let failure, _) = event { error = failure }
    if let completion = sending { completed.append((completion, error)) }
    sending = nil
    while let command = commands.popFirst() {
      if case .send(_, let completion) = command { completed.append((completion, error)) }
    }
    events.append(event)
    return delivers()
  }

  // MARK: - Delivering

  private var mayDeliver: Bool { !events.isEmpty && (!isPaused || isCancelled) }

  private var wantsMessage: Bool {
    phase == .open && !isReceiving && !hasReceivedAll
      && (hasSentClose || !isPaused && !backlog.isFull)
  }

  private mutating func delivers() -> [Action] {
    guard !isDelivering, !completed.isEmpty || mayDeliver || wantsMessage else { return [] }
    isDelivering = true
    return [.deliver]
  }

  mutating func next() -> Delivery {
    if let (completion, error) = completed.popFirst() { return .completion(completion, error) }
    if wantsMessage {
      isReceiving = true
      return .receive
    }
    guard mayDeliver, let event = events.popFirst() else {
      isDelivering = false
      return .nothing
    }
    if case .message(let message) = event { backlog.remove(message) }
    if event.isLast {
      phase = .ended
      receiver = nil
      isDelivering = false
    }
    return .event(event)
  }
}
