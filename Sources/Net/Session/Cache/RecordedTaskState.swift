/// The state of a ``RecordedTask`` as a pure value: the task that it follows, and the events that wait for the store.
struct RecordedTaskState: Sendable {
  /// What a cancellation does.
  enum CancelAction: Sendable {
    case nothing
    case task(any TransportTask)
    /// Nothing was sent. The receiver is called with the failure.
    case neverSent
  }

  private var isResumed = false
  private var isPaused = false
  private var isCancelled = false
  private var task: (any TransportTask)?
  private var leg = 0
  private var events = FIFO<TransportEvent>()
  /// The number of body bytes that wait.
  private var size = 0
  private var isHandling = false
  /// Whether the transport was asked to pause because too much waits for the store.
  private var isHeld = false

  /// Returns true if the request must be sent.
  mutating func resume() -> Bool {
    defer { isResumed = true }
    return !isResumed && !isCancelled
  }

  /// Returns the task to pause.
  mutating func pause() -> (any TransportTask)? {
    isPaused = true
    return task
  }

  /// Returns the task to resume.
  mutating func proceed() -> (any TransportTask)? {
    isPaused = false
    return isHeld ? nil : task
  }

  mutating func cancel() -> CancelAction {
    guard !isCancelled else { return .nothing }
    isCancelled = true
    if let task { return .task(task) }
    return isResumed ? .nothing : .neverSent
  }

  /// Begins another request, whose events have this number.
  mutating func nextLeg() -> Int {
    leg += 1
    return leg
  }

  /// Follows this task from now on.
  mutating func follow(_ task: any TransportTask) -> (isPaused: Bool, isCancelled: Bool) {
    self.task = task
    return (isPaused, isCancelled)
  }

  /// Returns the task that has ended, which is not needed any more.
  mutating func release() -> (any TransportTask)? {
    defer { task = nil }
    return task
  }

  func isCurrent(_ number: Int) -> Bool { number == leg }

  /// Adds an event that waits for the store; returns whether the caller must handle the events, and the task to pause.
  mutating func add(_ event: TransportEvent, leg number: Int) -> (begins: Bool, pausing: (any TransportTask)?)
  {
    guard number == leg else { return (false, nil) }
    events.append(event)
    if case .body(let chunk) = event { size += chunk.count }
    let begins = !isHandling
    isHandling = true
    guard !isHeld, size > Self.limit else { return (begins, nil) }
    isHeld = true
    return (begins, task)
  }

  /// Returns the next event; nil ends the turn of the handling thread.
  mutating func next() -> (event: TransportEvent?, proceeding: (any TransportTask)?) {
    let event = events.popFirst()
    if case .body(let chunk)? = event { size -= chunk.count }
    isHandling = event != nil
    guard isHeld, size <= Self.limit / 2 else { return (event, nil) }
    isHeld = false
    return (event, isPaused ? nil : task)
  }

  /// How many bytes wait before the transport must pause.
  private static let limit = 1 << 20
}
