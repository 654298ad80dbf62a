/// The undelivered events of a task, as a pure value.
///
/// ```text
/// transport ──add──▶ inbox ──next──▶ the delivering thread ──▶ receiver
/// ```
///
/// Any thread may add events, even while an earlier one is being delivered. They are delivered one at a time, in order.
/// When a method asks its caller to deliver the inbox, that thread takes events until there are none. A paused inbox
/// holds back the body and the last event. A silenced inbox delivers only its last event.
struct EventInbox: Sendable {
  private var events = FIFO<TransportEvent>()
  /// The number of body bytes that wait.
  private(set) var size = 0
  private var isDelivering = false
  private var isSilenced = false
  private var hasEnded = false
  var isPaused = false

  /// Whether no events wait.
  var isEmpty: Bool { events.isEmpty }

  /// Whether there is a first event that need not wait.
  private var hasDeliverable: Bool {
    guard !events.isEmpty else { return false }
    return !isPaused || isSilenced || events.first?.waitsForPause == false
  }

  /// Adds an event; returns true if the caller must deliver the inbox.
  @inline(never)
  mutating func add(_ event: consuming TransportEvent) -> Bool {
    guard !hasEnded else { return false }
    let isLast = event.isLast
    guard isLast || !isSilenced else { return false }
    hasEnded = isLast
    if case .body(let chunk) = event { size += chunk.count }
    events.append(event)
    return begins()
  }

  /// Starts a delivery of the waiting events; returns true if the caller must deliver the inbox.
  mutating func begins() -> Bool {
    guard !isDelivering, hasDeliverable else { return false }
    isDelivering = true
    return true
  }

  /// Returns the next event for the delivering thread; nil ends the delivery.
  mutating func next() -> TransportEvent? {
    guard hasDeliverable, let first = events.popFirst() else {
      isDelivering = false
      return nil
    }
    if case .body(let chunk) = first { size -= chunk.count }
    return first
  }

  /// Drops everything except the last event, which becomes a cancellation.
  ///
  /// - Returns: The dropped events. Release them without holding a lock.
  mutating func silence() -> FIFO<TransportEvent> {
    let dropped = events
    isSilenced = true
    size = 0
    events = FIFO()
    switch dropped.all.last {
    case .finished?: events.append(.failed(CancellationError(), phase: .body))
    case .failed(_, let phase)?: events.append(.failed(CancellationError(), phase: phase))
    default: break
    }
    return dropped
  }

  /// Drops the waiting body and ends with this error, even while the inbox is paused.
  ///
  /// - Returns: Whether the caller must deliver the inbox.
  mutating func fail(_ error: any Error) -> Bool {
    var kept = FIFO<TransportEvent>()
    for event in events.all where !event.waitsForPause { kept.append(event) }
    kept.append(.failed(error, phase: .body))
    (events, size, hasEnded, isPaused) = (kept, 0, true, false)
    return begins()
  }

  /// Ends a delivery although events may still wait.
  mutating func abandon() { isDelivering = false }
}

extension TransportEvent {
  /// Whether no event follows this one.
  package var isLast: Bool {
    switch self {
    case .finished, .failed: true
    default: false
    }
  }

  /// Whether a paused task holds this event back: the body, and what follows it.
  package var waitsForPause: Bool {
    switch self {
    case .body, .trailers, .finished, .failed: true
    default: false
    }
  }
}
