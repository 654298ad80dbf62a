/// An open WebSocket as its consumer sees it, as a pure value: messages that wait, pings, and how it ends.
///
/// ```text
/// open ─ close() ─▶ closing ─ close frame ─▶ ended
///   └─ close frame, error, pong or idle timeout ─┘
/// ```
///
/// It reads no clock: whoever calls it passes the time. If more messages wait than the options allow, reading pauses;
/// meanwhile no ping is sent and no time is measured.
struct WebSocketConnectionState: Sendable {
  /// How the connection ended.
  typealias End = Result<WebSocketClosure, any Error>

  /// What the consumer receives.
  enum Delivery: Sendable {
    case message(WebSocketMessage)
    case end(End)
  }

  typealias Step = @Sendable (Delivery) -> Void

  enum Timer: Int, Sendable, CaseIterable {
    case ping, pong, idle, close
  }

  /// What the owner does, without a lock held.
  enum Action: Sendable {
    case pause
    case proceed
    case cancel
    case ping
    case close(WebSocketClosure)
    case schedule(Timer, Duration, step: Int)
    case unschedule(Timer)
    /// Passes the waiting messages to the handler.
    case drain
    case give(Step, Delivery)
    case ponged(after: Duration)
    case ended(End, closers: [@Sendable (End) -> Void])
  }

  private let options: WebSocketOptions
  private var queue = FIFO<WebSocketMessage>()
  private var waitingMessages = 0
  private var waitingBytes = 0
  private var isPaused = false
  private var hasConsumer = false
  /// The step of a loop that waits for the next message.
  private var waiting: Step?
  private(set) var handler: Step?
  private var isDraining = false
  private var isClosing = false
  private(set) var end: End?
  /// Why the owner cancelled the task.
  private var failure: WebSocketError?
  private var closers: [@Sendable (End) -> Void] = []
  private var steps = [Int](repeating: 0, count: Timer.allCases.count)
  private var pingTime: Duration?
  private var lastHeard: Duration = .zero

  init(options: WebSocketOptions) { self.options = options }

  /// Whether the time of each message matters.
  var measures: Bool { options.idleTimeout != nil }

  /// The connection is open.
  mutating func open(at now: Duration) -> [Action] {
    lastHeard = now
    return startTimers(at: now)
  }

  // MARK: - Receiving

  /// A message has arrived.
  mutating func receive(_ message: WebSocketMessage, at now: Duration?) -> [Action] {
    guard end == nil, !isClosing else { return [] }
    if let now { lastHeard = now }
    if let step = waiting {
      waiting = nil
      return [.give(step, .message(message))]
    }
    queue.append(message)
    waitingMessages += 1
    waitingBytes += message.count
    var actions: [Action] = []
    if !isPaused,
      waitingMessages >= options.maximumWaitingMessages || waitingBytes >= options.maximumWaitingBytes
    {
      isPaused = true
      actions = [.pause] + stopTimers([.ping, .pong, .idle])
    }
    return actions + drains()
  }

  mutating func receivePong(at now: Duration) -> [Action] {
    lastHeard = now
    guard let start = pingTime, end == nil else { return [] }
    pingTime = nil
    return [.ponged(after: now - start)] + stopTimers([.pong]) + startPing()
  }

  /// The task has ended.
  mutating func finish(_ result: End) -> [Action] {
    guard end == nil else { return [] }
    var result = result
    if let failure {
      result = .failure(failure)
    } else if case .success(let closure) = result, !closure.isClean, !isClosing {
      result = .failure(WebSocketError.closed(closure))
    }
    end = result
    defer { closers = [] }
    var actions = stopTimers(Timer.allCases) + [.ended(result, closers: closers)]
    if let step = waiting {
      waiting = nil
      actions.append(.give(step, .end(result)))
    }
    return actions + drains()
  }

  // MARK: - The consumer

  /// Takes the place of the consumer; false if it is taken.
  mutating func consume() -> Bool {
    defer { hasConsumer = true }
    return !hasConsumer
  }

  /// Sets the handler of all messages.
  mutating func handle(_ handler: @escaping Step) -> [Action] {
    self.handler = handler
    return drains()
  }

  /// Asks for the next message.
  mutating func next(_ step: @escaping Step, at now: Duration) -> [Action] {
    if let (delivery, actions) = take(at: now) { return actions + [.give(step, delivery)] }
    waiting = step
    return []
  }

  /// Returns what the handler receives next, or nil if it has to wait.
  mutating func nextForHandler(at now: Duration) -> (delivery: Delivery, actions: [Action])? {
    guard handler != nil, let next = take(at: now) else {
      isDraining = false
      return nil
    }
    return next
  }

  /// The handler has received the end.
  mutating func dropHandler() -> Step? {
    defer { handler = nil }
    return handler
  }

  /// Withdraws a step that waits.
  mutating func withdraw() -> Step? {
    defer { waiting = nil }
    return waiting
  }

  private mutating func take(at now: Duration) -> (Delivery, [Action])? {
    guard let message = queue.popFirst() else { return end.map { (.end($0), []) } }
    waitingMessages -= 1
    waitingBytes -= message.count
    guard isPaused, end == nil, waitingMessages <= options.maximumWaitingMessages / 2,
      waitingBytes <= options.maximumWaitingBytes / 2
    else { return (.message(message), []) }
    isPaused = false
    lastHeard = now
    return (.message(message), [.proceed] + startTimers(at: now))
  }

  private mutating func drains() -> [Action] {
    guard handler != nil, !isDraining, !queue.isEmpty || end != nil else { return [] }
    isDraining = true
    return [.drain]
  }

  // MARK: - Closing

  /// Starts the close handshake, unless it has begun.
  mutating func close(
    _ closure: WebSocketClosure, closer: (@Sendable (End) -> Void)?
  ) -> [Action] {
    if let end { return [.ended(end, closers: closer.map { [$0] } ?? [])] }
    if let closer { closers.append(closer) }
    guard !isClosing else { return [] }
    isClosing = true
    queue = FIFO()
    (waitingMessages, waitingBytes) = (0, 0)
    var actions: [Action] = [.close(closure)]
    if isPaused {
      isPaused = false
      actions.append(.proceed)
    }
    return actions + stopTimers([.ping, .pong, .idle]) + [schedule(.close, after: options.closeTimeout)]
  }

  // MARK: - Time

  mutating func fired(_ timer: Timer, step: Int, at now: Duration) -> [Action] {
    guard end == nil, steps[timer.rawValue] == step else { return [] }
    switch timer {
    case .ping:
      pingTime = now
      return [.ping, schedule(.pong, after: options.pongTimeout)]
    case .pong: return fail(.pongTimeout)
    case .close: return fail(.closeTimeout)
    case .idle:
      let rest = (options.idleTimeout ?? .zero) - (now - lastHeard)
      return rest > .zero ? [schedule(.idle, after: rest)] : fail(.idleTimeout)
    }
  }

  private mutating func fail(_ error: WebSocketError) -> [Action] {
    failure = error
    return [.cancel]
  }

  private mutating func startTimers(at now: Duration) -> [Action] {
    var actions: [Action] = []
    if let idle = options.idleTimeout { actions.append(schedule(.idle, after: idle)) }
    if pingTime != nil {
      pingTime = now
      return actions + [schedule(.pong, after: options.pongTimeout)]
    }
    return actions + startPing()
  }

  private mutating func startPing() -> [Action] {
    guard !isPaused, !isClosing, let interval = options.pingInterval else { return [] }
    return [schedule(.ping, after: interval)]
  }

  private mutating func schedule(_ timer: Timer, after delay: Duration) -> Action {
    steps[timer.rawValue] += 1
    return .schedule(timer, delay, step: steps[timer.rawValue])
  }

  private mutating func stopTimers(_ timers: [Timer]) -> [Action] {
    timers.map { timer in
      steps[timer.rawValue] += 1
      return .unschedule(timer)
    }
  }

  /// Returns whether a scheduled timer is still wanted.
  func expects(_ timer: Timer, step: Int) -> Bool { end == nil && steps[timer.rawValue] == step }
}
