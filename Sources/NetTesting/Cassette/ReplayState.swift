import Net

/// The state of one replayed task, as a pure value: its events in order, and whether the next may be delivered.
///
/// ```text
/// ready ──resume──▶ playing ⇄ waiting ──last event──▶ ended
///   └─────────────────┴──cancel──▶ the end of a cancelled task, then ended
/// ```
struct ReplayState {
  /// An event, or the time that passes before the next one.
  enum Step: Sendable {
    case event(TransportEvent)
    case wait(Duration)
  }

  /// What the owner does next.
  enum Next: Sendable {
    case deliver(TransportEvent, any TransportReceiver)
    /// Calls ``waited(_:)`` after this time, and delivers if it returns true.
    case wait(Duration, number: Int)
  }

  private var steps: FIFO<Step>
  private var receiver: (any TransportReceiver)?
  private var isResumed = false
  private var isPaused = false
  private var isCancelled = false
  private var isDelivering = false
  private var wait = NumberedWait()
  private var phase = TransportPhase.connect

  init(_ steps: [Step], receiver: any TransportReceiver) {
    self.steps = FIFO(steps)
    self.receiver = receiver
  }

  mutating func resume() { isResumed = true }

  mutating func pause() { isPaused = true }

  mutating func proceed() { isPaused = false }

  /// Returns the delay to cancel.
  mutating func cancel() -> (any Cancellation)? {
    guard !isCancelled, receiver != nil else { return nil }
    isCancelled = true
    isResumed = true
    steps = FIFO([.event(.failed(CancellationError(), phase: phase))])
    return wait.stop()
  }

  /// Keeps the delay of a wait, or returns it if the wait is over.
  mutating func keep(_ delay: any Cancellation, forWait number: Int) -> (any Cancellation)? {
    wait.keep(delay, for: number)
  }

  /// Called when the time of a wait is over; returns false if the wait was over before.
  mutating func waited(_ number: Int) -> Bool { wait.end(number) }

  /// Returns true if the caller must deliver the events; false if another thread, or a caller further up, does.
  mutating func beginDelivering() -> Bool {
    guard isResumed, !isDelivering, !wait.isRunning else { return false }
    isDelivering = true
    return true
  }

  /// Returns the next step; nil if there is none yet.
  ///
  /// After nil or a wait, the delivery loop ends.
  mutating func next() -> Next? {
    guard let receiver, let step = steps.first, !(isPaused && !isCancelled && step.isHeldBack) else {
      isDelivering = false
      return nil
    }
    steps.first = nil
    guard case .event(let event) = step else {
      isDelivering = false
      return step.duration.map { .wait($0, number: wait.begin()) }
    }
    switch event {
    case .sent, .interim: phase = .head
    case .head, .body, .trailers: phase = .body
    case .finished, .failed: self.receiver = nil
    case .redirect: break
    }
    return .deliver(event, receiver)
  }
}

extension ReplayState.Step {
  /// Whether the event waits while the task is paused.
  fileprivate var isHeldBack: Bool { if case .event(let event) = self { event.waitsForPause } else { false } }

  fileprivate var duration: Duration? { if case .wait(let duration) = self { duration } else { nil } }
}
