/// What a task has yet to tell its receiver, as a pure value.
///
/// ```text
/// transport ──add──▶ inbox ──next──▶ the one thread that delivers ──▶ receiver
/// ```
///
/// Events may come while an earlier one is being delivered, on whatever thread; they are delivered one at a time, in order.
/// Whoever is told to deliver takes events until there are none. Paused, an inbox keeps bodies and ends; silenced, it has
/// nothing but its end.
struct EventInbox: Sendable {
  private var events = FIFO<TransportEvent>()
  /// How many bytes of the body wait.
  private(set) var size = 0
  private var isDelivering = false
  private var isSilenced = false
  private(set) var hasEnded = false
  var isPaused = false

  /// Whether nothing waits.
  var isEmpty: Bool { events.isEmpty }

  /// Adds an event; true when the caller is to have the inbox delivered.
  mutating func add(_ event: TransportEvent) -> Bool {
    guard !hasEnded else { return false }
    let isLast = event.isLast
    guard isLast || !isSilenced else { return false }
    hasEnded = isLast
    if case .body(let chunk) = event { size += chunk.count }
    events.append(event)
    return begins()
  }

  /// Whether the caller is to have the inbox delivered, for what has been waiting.
  mutating func begins() -> Bool {
    guard !isDelivering, let first = events.first, !isPaused || isSilenced || !first.waitsForPause else {
      return false
    }
    isDelivering = true
    return true
  }

  /// The next event for whoever delivers; nil ends that.
  mutating func next() -> TransportEvent? {
    guard let first = events.first, !isPaused || isSilenced || !first.waitsForPause else {
      isDelivering = false
      return nil
    }
    events.first = nil
    if case .body(let chunk) = first { size -= chunk.count }
    return first
  }

  /// Drops all but the end, which becomes a cancellation.
  ///
  /// - Returns: What was there, to be released under no lock.
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

  /// Drops the body that waits, and ends with this error, also while it is paused.
  ///
  /// - Returns: Whether the caller is to have the inbox delivered.
  mutating func fail(_ error: any Error) -> Bool {
    var kept = FIFO<TransportEvent>()
    for event in events.all where !event.waitsForPause { kept.append(event) }
    kept.append(.failed(error, phase: .body))
    (events, size, hasEnded, isPaused) = (kept, 0, true, false)
    return begins()
  }

  /// Ends a delivery before its time.
  mutating func abandon() { isDelivering = false }
}

extension TransportEvent {
  /// Whether nothing follows it.
  var isLast: Bool {
    switch self {
    case .finished, .failed: true
    default: false
    }
  }

  /// Whether a paused task keeps it back.
  fileprivate var waitsForPause: Bool {
    switch self {
    case .body, .trailers, .finished, .failed: true
    default: false
    }
  }
}
