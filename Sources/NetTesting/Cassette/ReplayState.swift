import Net

/// The state of one replayed task, as a pure value: its events in order, and whether the next may be delivered.
///
/// ```text
/// ready ──resume──▶ playing ──last event──▶ ended
///   └─────────────────┴──cancel──▶ the end of a cancelled task, then ended
/// ```
struct ReplayState {
  private var events: ArraySlice<TransportEvent>
  private var receiver: (any TransportReceiver)?
  private var isResumed = false
  private var isPaused = false
  private var isCancelled = false
  private var isDelivering = false
  private var phase = TransportPhase.connect

  init(_ events: [TransportEvent], receiver: any TransportReceiver) {
    self.events = events[...]
    self.receiver = receiver
  }

  mutating func resume() { isResumed = true }

  mutating func pause() { isPaused = true }

  mutating func proceed() { isPaused = false }

  mutating func cancel() {
    guard !isCancelled, receiver != nil else { return }
    isCancelled = true
    isResumed = true
    events = [.failed(CancellationError(), phase: phase)]
  }

  /// Returns true if the caller must deliver the events; false if another thread, or a caller further up, does.
  mutating func beginDelivering() -> Bool {
    guard isResumed, !isDelivering else { return false }
    isDelivering = true
    return true
  }

  /// The next event and its receiver; nil if there is none for now, which ends the delivery.
  mutating func next() -> (event: TransportEvent, receiver: any TransportReceiver)? {
    guard let receiver, let event = events.first, !(isPaused && event.isHeldBack) else {
      isDelivering = false
      return nil
    }
    events.removeFirst()
    switch event {
    case .sent, .interim: phase = .head
    case .head, .body, .trailers: phase = .body
    case .finished, .failed: self.receiver = nil
    case .redirect: break
    }
    return (event, receiver)
  }
}

extension TransportEvent {
  /// Whether the event waits while the task is paused.
  fileprivate var isHeldBack: Bool { if case .body = self { true } else { false } }
}
