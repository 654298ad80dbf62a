import Foundation
import Net

/// One task of a mock transport as a pure value: its events in order, and whether the next may be delivered.
///
/// ```text
/// ready ──resume──▶ waiting ──answer──▶ answering ──last event──▶ ended
///   └─────────────────┴──cancel───────────┘
/// ```
struct MockTaskState {
  private enum Phase {
    case ready
    case waiting
    case answering
    case ended
  }

  private var phase = Phase.ready
  private var events: [TransportEvent] = []
  private var isDelivering = false
  private var isPaused = false
  private(set) var isCancelled = false
  private var progress = TransportPhase.connect
  private var receiver: (any TransportReceiver)?
  private var scheduled: (any Cancellation)?

  init(receiver: any TransportReceiver) { self.receiver = receiver }

  /// True when the request is to be sent.
  mutating func resume() -> Bool {
    guard case .ready = phase else { return false }
    phase = .waiting
    return true
  }

  /// Keeps what is scheduled; gives it back when there is nothing to wait for any more.
  mutating func keep(_ scheduled: any Cancellation) -> (any Cancellation)? {
    guard case .waiting = phase else { return scheduled }
    self.scheduled = scheduled
    return nil
  }

  /// Takes the answer; false when there is one, or the task has been cancelled.
  mutating func answer(_ events: [TransportEvent]) -> Bool {
    guard case .waiting = phase else { return false }
    phase = .answering
    self.events = events
    scheduled = nil
    return true
  }

  mutating func pause() { isPaused = true }

  mutating func proceed() { isPaused = false }

  /// True when the task had not ended; what was scheduled is given back, to be called off.
  mutating func cancel() -> (isEffective: Bool, scheduled: (any Cancellation)?) {
    if isCancelled { return (false, nil) }
    if case .ended = phase { return (false, nil) }
    isCancelled = true
    phase = .answering
    events = [.failed(CancellationError(), phase: progress)]
    defer { scheduled = nil }
    return (true, scheduled)
  }

  /// True when the caller is to deliver the events; false when another thread, or a caller further up, does.
  mutating func beginDelivering() -> Bool {
    guard !isDelivering else { return false }
    isDelivering = true
    return true
  }

  /// The next event and who receives it; nil when there is none for now, which ends the delivering.
  mutating func next() -> (event: TransportEvent, receiver: any TransportReceiver)? {
    guard let receiver, let event = events.first, !(isPaused && event.isBody) else {
      isDelivering = false
      return nil
    }
    events.removeFirst()
    switch event {
    case .sent: progress = .head
    case .head, .body: progress = .body
    case .redirect: break
    case .finished, .failed:
      phase = .ended
      self.receiver = nil
    }
    return (event, receiver)
  }
}

extension TransportEvent {
  var isEnd: Bool {
    switch self {
    case .finished, .failed: true
    case .sent, .head, .body, .redirect: false
    }
  }

  var isBody: Bool {
    if case .body = self { true } else { false }
  }
}
