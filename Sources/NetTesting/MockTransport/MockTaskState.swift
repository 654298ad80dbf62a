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

  /// What the one who delivers is to do.
  enum Delivery {
    /// Hand this on.
    case event(TransportEvent, any TransportReceiver)
    /// Come back after so long, with this number.
    case wait(Duration, number: Int)
  }

  private var phase = Phase.ready
  private var playback: StubPlayback?
  /// What comes before the rest of the playback: a piece that was kept back, or the end of a cancelled task.
  private var held: TransportEvent?
  private var isDelivering = false
  private var isPaused = false
  /// Whether a pause within the answer lasts, and its number.
  private var isResting = false
  private var restNumber = 0
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

  /// Whether the response has yet to come.
  var isWaiting: Bool { if case .waiting = phase { true } else { false } }

  /// Keeps what is scheduled for the answer; gives it back when there is nothing to wait for any more.
  mutating func keep(_ scheduled: any Cancellation) -> (any Cancellation)? {
    guard case .waiting = phase else { return scheduled }
    self.scheduled = scheduled
    return nil
  }

  /// Keeps what is scheduled for the end of a pause; gives it back when that is over.
  mutating func keep(_ scheduled: any Cancellation, forRest number: Int) -> (any Cancellation)? {
    guard isResting, restNumber == number else { return scheduled }
    self.scheduled = scheduled
    return nil
  }

  /// Takes the answer; false when there is one, or the task has been cancelled.
  mutating func answer(_ playback: StubPlayback) -> Bool {
    guard case .waiting = phase else { return false }
    phase = .answering
    self.playback = playback
    scheduled = nil
    return true
  }

  /// The pause of this number is over; false when nobody cares any more.
  mutating func endRest(_ number: Int) -> Bool {
    guard isResting, restNumber == number else { return false }
    isResting = false
    scheduled = nil
    return true
  }

  mutating func pause() { isPaused = true }

  mutating func proceed() { isPaused = false }

  /// True when the task had not ended; what was scheduled is given back, to be cancelled.
  mutating func cancel() -> (isEffective: Bool, scheduled: (any Cancellation)?) {
    if isCancelled { return (false, nil) }
    if case .ended = phase { return (false, nil) }
    isCancelled = true
    isResting = false
    phase = .answering
    playback = nil
    held = .failed(CancellationError(), phase: progress)
    defer { scheduled = nil }
    return (true, scheduled)
  }

  /// True when the caller is to deliver the events; false when another thread, or a caller further up, does.
  mutating func beginDelivering() -> Bool {
    guard !isDelivering else { return false }
    isDelivering = true
    return true
  }

  /// What to do next; nil when there is nothing for now, which ends the delivering.
  mutating func nextDelivery() -> Delivery? {
    guard let receiver, !isResting, let step = step() else {
      isDelivering = false
      return nil
    }
    switch step {
    case .wait(let delay):
      isResting = true
      restNumber += 1
      isDelivering = false
      return .wait(delay, number: restNumber)
    case .event(let event) where isPaused && event.isBody:
      held = event
      isDelivering = false
      return nil
    case .event(let event):
      passed(event)
      return .event(event, receiver)
    case .silence:
      isDelivering = false
      return nil
    }
  }

  private mutating func step() -> StubPlayback.Step? {
    guard case .answering = phase else { return nil }
    if let event = held {
      held = nil
      return .event(event)
    }
    return playback?.next()
  }

  private mutating func passed(_ event: TransportEvent) {
    switch event {
    case .sent, .interim: progress = .head
    case .head, .body, .trailers: progress = .body
    case .redirect: break
    case .finished, .failed:
      phase = .ended
      receiver = nil
      playback = nil
    }
  }
}

extension TransportEvent {
  var isEnd: Bool {
    switch self {
    case .finished, .failed: true
    case .sent, .interim, .head, .body, .trailers, .redirect: false
    }
  }

  var isBody: Bool {
    if case .body = self { true } else { false }
  }
}
