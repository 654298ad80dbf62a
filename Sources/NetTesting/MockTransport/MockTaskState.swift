import Foundation
import Net

/// The state of a task of a mock or of a cassette, as a pure value: its events in order, and whether the next may be
/// delivered.
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

  /// What the delivering thread does next.
  enum Delivery {
    /// Deliver this event.
    case event(TransportEvent, any TransportReceiver)
    /// Wait this long, then end the wait with this number.
    case wait(Duration, number: Int)
  }

  private var phase = Phase.ready
  private var playback: StubPlayback?
  /// The event that precedes the rest of the playback: a chunk that was held back, or the failure of a cancelled task.
  private var held: TransportEvent?
  /// The size of the sent body, until that is delivered; it precedes the response.
  private var sentBytes: Int64?
  private var isDelivering = false
  private var isPaused = false
  /// The wait between two events.
  private var wait = NumberedWait()
  private(set) var isCancelled = false
  /// The position of the request among all requests of the mock, from 1; nil before it is sent.
  var number: Int?
  /// When and where the response is delivered; nil before the request is sent.
  var delivery: MockDelivery?
  /// The held request, if no stub answers it and nothing has said so yet.
  var unmatched: RecordedRequest?
  private var progress = TransportPhase.connect
  private var receiver: (any TransportReceiver)?
  private var scheduled: (any Cancellation)?
  /// The body of the request while it is read.
  private var reading: SequenceReading?

  /// - `playback`: The response, if it is known already and is delivered once the task is resumed.
  init(receiver: any TransportReceiver, playback: StubPlayback? = nil) {
    self.receiver = receiver
    self.playback = playback
  }

  /// Returns true if the request must be sent.
  mutating func resume() -> Bool {
    guard case .ready = phase else { return false }
    phase = playback == nil ? .waiting : .answering
    return true
  }

  /// Whether the task still waits for its response.
  var isWaiting: Bool { if case .waiting = phase { true } else { false } }

  /// Stores the reading of the body; returns false if the task was cancelled, and the body must not be read.
  mutating func keep(_ reading: SequenceReading) -> Bool {
    guard case .waiting = phase else { return false }
    self.reading = reading
    return true
  }

  /// Removes and returns the reading of the body; nil if the body is not being read.
  mutating func takeReading() -> SequenceReading? { reading.take() }

  /// Stores the scheduled response; returns it if the task no longer waits for one.
  mutating func keep(_ scheduled: any Cancellation) -> (any Cancellation)? {
    guard case .waiting = phase else { return scheduled }
    self.scheduled = scheduled
    return nil
  }

  /// Stores the scheduled end of a wait; returns it if the wait is already over.
  mutating func keep(_ scheduled: any Cancellation, forWait number: Int) -> (any Cancellation)? {
    wait.keep(scheduled, for: number)
  }

  /// Whether the body of the request is sent before there is a response.
  private(set) var hasSent = false

  /// Sends the body of the request before there is a response.
  ///
  /// Deliver it afterwards.
  mutating func send(_ bytes: Int) {
    guard case .waiting = phase else { return }
    hasSent = true
    sentBytes = Int64(bytes)
  }

  /// Starts the response; returns false if the task already has one or was cancelled.
  mutating func answer(_ playback: StubPlayback) -> Bool {
    guard case .waiting = phase else { return false }
    phase = .answering
    self.playback = playback
    scheduled = nil
    return true
  }

  /// Removes and returns the held request that no stub answers; nil if it has been completed.
  mutating func takeUnmatched() -> RecordedRequest? {
    guard case .waiting = phase else { return nil }
    return unmatched.take()
  }

  /// Ends the wait with this number; returns false if it is already over.
  mutating func endWait(_ number: Int) -> Bool { wait.end(number) }

  mutating func pause() { isPaused = true }

  mutating func proceed() { isPaused = false }

  /// Cancels the task; returns whether it was still running, and the scheduled work, which the caller must cancel.
  mutating func cancel() -> (isEffective: Bool, scheduled: (any Cancellation)?) {
    if isCancelled { return (false, nil) }
    if case .ended = phase { return (false, nil) }
    isCancelled = true
    let waiting = wait.stop()
    phase = .answering
    playback = nil
    sentBytes = nil
    held = .failed(CancellationError(), phase: progress)
    return (true, scheduled.take() ?? waiting)
  }

  /// Ends the task without an event; returns the receiver.
  mutating func end() -> (any TransportReceiver)? {
    phase = .ended
    return receiver.take()
  }

  /// Returns true if the caller must deliver the events; false if another thread, or a caller further up, does.
  mutating func beginDelivering() -> Bool {
    guard !isDelivering else { return false }
    isDelivering = true
    return true
  }

  /// Returns the next step; nil if there is none yet, which ends the delivery loop.
  mutating func nextDelivery() -> Delivery? {
    guard let receiver, !wait.isRunning, let step = step() else {
      isDelivering = false
      return nil
    }
    switch step {
    case .wait(let delay):
      isDelivering = false
      return .wait(delay, number: wait.begin())
    case .event(let event) where isPaused && !isCancelled && event.waitsForPause:
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
    if let bytes = sentBytes.take() { return .event(.sent(bytes: bytes)) }
    guard case .answering = phase else { return nil }
    if let event = held.take() { return .event(event) }
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
