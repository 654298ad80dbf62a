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
    /// Calls ``waited()`` and delivers after this time.
    case wait(Duration)
  }

  private var steps: ArraySlice<Step>
  private var receiver: (any TransportReceiver)?
  private var isResumed = false
  private var isPaused = false
  private var isCancelled = false
  private var isDelivering = false
  private var isWaiting = false
  private var phase = TransportPhase.connect

  init(_ steps: [Step], receiver: any TransportReceiver) {
    self.steps = steps[...]
    self.receiver = receiver
  }

  mutating func resume() { isResumed = true }

  mutating func pause() { isPaused = true }

  mutating func proceed() { isPaused = false }

  mutating func cancel() {
    guard !isCancelled, receiver != nil else { return }
    isCancelled = true
    isResumed = true
    isWaiting = false
    steps = [.event(.failed(CancellationError(), phase: phase))]
  }

  /// The time is over.
  mutating func waited() { isWaiting = false }

  /// Whether no more events follow.
  var hasEnded: Bool { receiver == nil }

  /// Returns true if the caller must deliver the events; false if another thread, or a caller further up, does.
  mutating func beginDelivering() -> Bool {
    guard isResumed, !isDelivering, !isWaiting else { return false }
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
    steps.removeFirst()
    guard case .event(let event) = step else {
      (isDelivering, isWaiting) = (false, true)
      return step.duration.map(Next.wait)
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
