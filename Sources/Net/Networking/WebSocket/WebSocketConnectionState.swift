/// An open WebSocket as its consumer sees it, as a pure value: messages that wait, pings, and how it ends.
///
/// ```text
/// open ─ close() ─▶ closing ─ close frame ─▶ ended
///   └─ close frame, error, pong or idle timeout ─┘
/// ```
///
/// It reads no clock: whoever calls it passes the time. If more messages wait than the options allow, reading
/// pauses. Meanwhile, and while a handler has not returned that blocks the thread of the transport, no ping
/// is sent and the times stand still (``WebSocketClock``). Afterwards they continue.
struct WebSocketConnectionState: Sendable {
  /// How the connection ended.
  typealias End = Result<WebSocketClosure, any Error>

  /// What the consumer receives.
  enum Delivery: Sendable {
    case message(WebSocketMessage)
    case end(End)
  }

  typealias Step = @Sendable (Delivery) -> Void

  /// What the handler receives next.
  ///
  /// A structure, because a closure inside a tuple is wrapped, which allocates, when the tuple is a generic result.
  struct HandlerStep: Sendable {
    /// Nil if the handler has to wait.
    var delivery: Delivery?
    var actions: [Action]
    var handler: Step?
  }

  enum Timer: Int, Sendable, CaseIterable {
    case ping, pong, idle, close
  }

  /// What the owner does, without a lock held.
  enum Action: Sendable {
    /// Pauses or resumes reading, as ``WebSocketConnectionState/isPaused`` says when it is performed.
    case updateReading
    case cancel
    case ping
    case close(WebSocketClosure)
    case schedule(Timer, Duration, step: Int)
    /// Cancels the timer unless it was scheduled again, in a later step.
    case unschedule(Timer, before: Int)
    /// Passes the waiting messages to the handler.
    case drain
    case give(Step, Delivery)
    case ponged(after: Duration)
    case ended(End, closers: [@Sendable (End) -> Void])
    /// Pass the end to a closer that came after it.
    case answer(@Sendable (End) -> Void, End)
  }

  private let options: WebSocketOptions
  private var queue = FIFO<WebSocketMessage>()
  private var backlog: WebSocketBacklog
  /// Whether reading is paused.
  private(set) var isPaused = false
  private var hasConsumer = false
  /// The step of a loop that waits for the next message.
  private var waiting: Step?
  private var handler: Step?
  private var isDraining = false
  /// Whether the handler runs on the thread that reports the events.
  private var handlerBlocks = false
  private var isClosing = false
  private(set) var isCancelled = false
  private(set) var end: End?
  /// Why the owner cancelled the task.
  private var failure: WebSocketError?
  private var closers: [@Sendable (End) -> Void] = []
  private var steps = [Int](repeating: 0, count: Timer.allCases.count)
  private var clock = WebSocketClock()
  // Times by the connection's clock.
  private var nextPing: Duration?
  private var pingTime: Duration?
  private var pongStart = Duration.zero
  private var lastActivity: Duration = .zero
  /// When the timers are due, by the session's clock.
  private var silences = [SilenceTimer](repeating: SilenceTimer(), count: Timer.allCases.count)
  /// The timers that fired or were stopped while the clock was stopped.
  private var held: Set<Timer> = []
  /// For each timer whose question still waits behind messages, how many bytes the system had taken when it was set.
  private var marks = [Int?](repeating: nil, count: Timer.allCases.count)
  /// For each timer, how many bytes of an incomplete message had arrived when it last fired.
  private var arrivals = [Int](repeating: 0, count: Timer.allCases.count)

  init(options: WebSocketOptions) {
    backlog = WebSocketBacklog(options)
    var options = options
    // With no time between two pings, each pong would be answered by a ping.
    if let interval = options.pingInterval, interval <= .zero { options.pingInterval = nil }
    self.options = options
  }

  /// Whether the time of each message is needed, because there is an idle timeout or a ping interval.
  var measures: Bool { options.idleTimeout != nil || options.pingInterval != nil }

  /// Called when the connection is open.
  mutating func open(at now: Duration) -> [Action] {
    lastActivity = clock.time(at: now)
    let idle = options.idleTimeout.map { schedule(.idle, after: $0, at: now) }
    return (idle.map { [$0] } ?? []) + startPing(at: now)
  }

  // MARK: - Receiving

  /// Called when a message has arrived.
  mutating func receive(_ message: WebSocketMessage, at now: Duration?) -> [Action] {
    guard end == nil, !isClosing, !isCancelled else { return [] }
    if let now { lastActivity = clock.time(at: now) }
    if let step = waiting.take() { return [.give(step, .message(message))] }
    queue.append(message)
    backlog.add(message)
    var actions: [Action] = []
    if !isPaused, backlog.isFull {
      isPaused = true
      actions = [.updateReading] + holdTimers(at: now)
    }
    return actions + drains()
  }

  mutating func receivePong(at now: Duration) -> [Action] {
    let time = clock.time(at: now)
    lastActivity = time
    guard let start = pingTime, end == nil else { return [] }
    pingTime = nil
    marks[Timer.pong.rawValue] = nil
    held.remove(.pong)
    return [.ponged(after: time - start)] + stopTimers([.pong]) + startPing(at: now)
  }

  /// Returns the error of a message that was not sent, for the one of the task.
  ///
  /// It is the reason why the owner cancelled the task, if there is one, and not the cancellation.
  func sendError(_ error: any Error) -> any Error {
    if case WebSocketError.notOpen = error { return error }
    return failure ?? (isCancelled ? NetworkError(.cancelled) : error)
  }

  /// Called when the task has ended.
  mutating func finish(_ result: End) -> [Action] {
    guard end == nil else { return [] }
    var result = result
    if let failure {
      result = .failure(failure)
    } else if isCancelled {
      // The peer may have closed the connection meanwhile.
      result = .failure(NetworkError(.cancelled))
    } else if case .success(let closure) = result, !closure.isClean, !isClosing {
      result = .failure(WebSocketError.closed(closure))
    }
    end = result
    defer { closers = [] }
    var actions = stopTimers(Timer.allCases) + [.ended(result, closers: closers)]
    if let step = waiting.take() { actions.append(.give(step, .end(result))) }
    return actions + drains()
  }

  // MARK: - The consumer

  /// Registers the only consumer; returns false if there already is one.
  mutating func consume() -> Bool {
    defer { hasConsumer = true }
    return !hasConsumer
  }

  /// Sets the handler of all messages.
  ///
  /// - Parameters:
  ///   - handler: The handler.
  ///   - blocks: Whether it runs on the thread that reports the events, so that a pong waits for it to return.
  /// - Returns: What to do.
  mutating func handle(_ handler: @escaping Step, blocks: Bool) -> [Action] {
    self.handler = handler
    handlerBlocks = blocks
    return drains()
  }

  /// Asks for the next message.
  mutating func next(_ step: @escaping Step, at now: Duration) -> [Action] {
    if let (delivery, actions) = take(at: now) { return actions + [.give(step, delivery)] }
    waiting = step
    return []
  }

  /// Returns what the handler receives next.
  mutating func nextForHandler(at now: Duration) -> HandlerStep {
    guard let handler, let (delivery, actions) = take(at: now) else {
      isDraining = false
      return HandlerStep(actions: resumeTimers(at: now))
    }
    if handlerBlocks, measures { clock.stop(at: now) }
    return HandlerStep(delivery: delivery, actions: actions, handler: handler)
  }

  /// Called when the handler has received the end.
  mutating func dropHandler() -> Step? { handler.take() }

  /// Withdraws a step that waits.
  mutating func withdraw() -> Step? { waiting.take() }

  private mutating func take(at now: Duration) -> (Delivery, [Action])? {
    guard let message = queue.popFirst() else { return end.map { (.end($0), []) } }
    backlog.remove(message)
    guard isPaused, end == nil, backlog.isHalfEmpty else { return (.message(message), []) }
    isPaused = false
    return (.message(message), [.updateReading] + resumeTimers(at: now))
  }

  private mutating func drains() -> [Action] {
    guard handler != nil, !isDraining, !queue.isEmpty || end != nil else { return [] }
    isDraining = true
    return [.drain]
  }

  // MARK: - Closing

  /// Starts the close handshake, unless it has begun.
  mutating func close(
    _ closure: WebSocketClosure, closer: (@Sendable (End) -> Void)?, at now: Duration? = nil,
    traffic: WebSocketTraffic? = nil
  ) -> [Action] {
    if let end { return closer.map { [.answer($0, end)] } ?? [] }
    if let closer { closers.append(closer) }
    guard !isClosing else { return [] }
    isClosing = true
    marks[Timer.close.rawValue] = traffic?.taken
    dropMessages()
    var actions: [Action] = [.close(closure)]
    if isPaused {
      isPaused = false
      actions.append(.updateReading)
    }
    return actions + stopTimers([.ping, .pong, .idle]) + [
      schedule(.close, after: options.closeTimeout, at: now)
    ]
  }

  /// Called when the consumer or the session cancels the task: only the end is delivered after this.
  mutating func cancel() {
    isCancelled = true
    dropMessages()
  }

  private mutating func dropMessages() {
    queue = FIFO()
    backlog.removeAll()
  }

  // MARK: - Time

  /// Called when a timer has fired; with the traffic, ``taken(_:at:)`` follows each ping and close frame.
  mutating func fired(
    _ timer: Timer, step: Int, at now: Duration, traffic: WebSocketTraffic? = nil
  ) -> [Action] {
    guard end == nil, steps[timer.rawValue] == step else { return [] }
    if timer == .close {
      return silence(.close, at: now) ?? extend(.close, traffic, at: now) ?? fail(.closeTimeout)
    }
    guard !clock.isStopped else {
      held.insert(timer)
      return []
    }
    guard let rest = rest(of: timer, at: now), rest <= .zero else { return start(timer, at: now) }
    switch timer {
    case .ping:
      nextPing = nil
      marks[Timer.pong.rawValue] = traffic?.taken
      pingTime = clock.time(at: now)
      pongStart = clock.time(at: now)
      return [.ping] + start(.pong, at: now)
    case .pong: return silence(.pong, at: now) ?? extend(.pong, traffic, at: now) ?? fail(.pongTimeout)
    case .idle: return silence(.idle, at: now) ?? extend(.idle, traffic, at: now) ?? fail(.idleTimeout)
    case .close: return []
    }
  }

  /// Schedules a timer once more that fired much too late; returns nil if it did not.
  private mutating func silence(_ timer: Timer, at now: Duration) -> [Action]? {
    guard silences[timer.rawValue].needsGrace(at: now) else { return nil }
    return [scheduleStep(timer, after: SilenceTimer.grace)]
  }

  private mutating func fail(_ error: WebSocketError) -> [Action] {
    failure = error
    return [.cancel]
  }

  /// Called when the system has taken the ping or the close frame: the time for its answer begins.
  mutating func taken(_ timer: Timer, at now: Duration) -> [Action] {
    guard end == nil, marks[timer.rawValue] != nil else { return [] }
    marks[timer.rawValue] = nil
    if timer == .pong { pingTime = clock.time(at: now) }
    return restart(timer, at: now)
  }

  /// Starts the time once more if the peer cannot have answered, and something moves: the system has taken more of the
  /// messages before the question, or more has arrived of a message, before whose end no answer comes.
  ///
  /// Returns nil if not.
  private mutating func extend(_ timer: Timer, _ traffic: WebSocketTraffic?, at now: Duration) -> [Action]? {
    guard let traffic else { return nil }
    let (mark, arrived) = (marks[timer.rawValue], arrivals[timer.rawValue])
    arrivals[timer.rawValue] = traffic.arrived
    if mark != nil { marks[timer.rawValue] = traffic.taken }
    let isArriving = traffic.arrived != 0 && traffic.arrived != arrived
    return isArriving || (mark ?? traffic.taken) != traffic.taken ? restart(timer, at: now) : nil
  }

  private mutating func restart(_ timer: Timer, at now: Duration) -> [Action] {
    switch timer {
    case .close: return [schedule(.close, after: options.closeTimeout, at: now)]
    case .idle: lastActivity = clock.time(at: now)
    case .ping, .pong: pongStart = clock.time(at: now)
    }
    // Otherwise it starts with the clock.
    return clock.isStopped ? [] : start(timer, at: now)
  }

  private mutating func startPing(at now: Duration) -> [Action] {
    guard !isClosing, let interval = options.pingInterval else { return [] }
    nextPing = clock.time(at: now).addingSaturated(interval)
    guard !clock.isStopped else {
      held.insert(.ping)
      return []
    }
    return start(.ping, at: now)
  }

  /// Called when reading has paused.
  private mutating func holdTimers(at now: Duration?) -> [Action] {
    guard let now else { return [] }
    clock.stop(at: now)
    let timers = [Timer.ping, .pong, .idle].filter { rest(of: $0, at: now) != nil }
    held.formUnion(timers)
    return stopTimers(timers)
  }

  /// Starts the clock again, unless reading is paused or a handler has not returned.
  private mutating func resumeTimers(at now: Duration) -> [Action] {
    guard clock.isStopped, !isPaused, !(isDraining && handlerBlocks) else { return [] }
    clock.start(at: now)
    defer { held = [] }
    guard end == nil, !isClosing else { return [] }
    return Timer.allCases.filter(held.contains).flatMap { start($0, at: now) }
  }

  /// The time that is left until a timer is due; nil if it is not needed.
  private func rest(of timer: Timer, at now: Duration) -> Duration? {
    let due: Duration? =
      switch timer {
      case .ping: nextPing
      case .pong: pingTime.map { _ in pongStart.addingSaturated(options.pongTimeout) }
      case .idle: options.idleTimeout.map { lastActivity.addingSaturated($0) }
      case .close: nil
      }
    return due.map { $0.subtractingSaturated(clock.time(at: now)) }
  }

  /// Schedules a timer for the time that is left.
  private mutating func start(_ timer: Timer, at now: Duration) -> [Action] {
    rest(of: timer, at: now).map { [schedule(timer, after: max(.zero, $0), at: now)] } ?? []
  }

  private mutating func schedule(_ timer: Timer, after delay: Duration, at now: Duration?) -> Action {
    if let now { silences[timer.rawValue].schedule(after: delay, at: now) }
    return scheduleStep(timer, after: delay)
  }

  private mutating func scheduleStep(_ timer: Timer, after delay: Duration) -> Action {
    steps[timer.rawValue] += 1
    return .schedule(timer, delay, step: steps[timer.rawValue])
  }

  private mutating func stopTimers(_ timers: [Timer]) -> [Action] {
    timers.map { timer in
      steps[timer.rawValue] += 1
      return .unschedule(timer, before: steps[timer.rawValue])
    }
  }

  /// Returns whether a scheduled timer is still needed.
  func expects(_ timer: Timer, step: Int) -> Bool { end == nil && steps[timer.rawValue] == step }
}
