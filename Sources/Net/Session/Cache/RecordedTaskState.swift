import Foundation

/// The state of a ``RecordedTask`` as a pure value: the task that it follows, what happens to the response, and the
/// events that wait for the store.
struct RecordedTaskState: Sendable {
  /// What a cancellation does.
  enum CancelAction: Sendable {
    case nothing
    case task(any TransportTask)
    /// Nothing was sent. The receiver is called with the failure.
    case neverSent
  }

  /// The source of the response that the receiver gets.
  indirect enum Delivery: Sendable {
    /// From the network.
    case passes
    /// From the store, when the 304 has ended.
    case replays(PlayedResponse, CacheStatus)
    /// From another request, when the 304 has ended.
    case resends(CacheForward)
  }

  /// A request as it was sent.
  struct Sent: Sendable {
    /// Replaces that of the task; nil if it is the same.
    ///
    /// Boxed, because it is rare.
    var forward: Boxed<CacheForward>?
    /// The number of the last removal from the cache before it was sent.
    var lastRemoval: Int
    var time: Date
    /// Whether the transport has followed a redirect.
    var isRedirected = false
  }

  /// What remains of a response at its end.
  struct Ending: Sendable {
    /// Released without the lock held, because it may retain its receiver.
    var task: (any TransportTask)?
    var delivery = Delivery.passes
    var writing: EntryWriting?
    /// The entries that the response shows to be outdated if it is not stored.
    var outdated: [Int] = []
    var lastRemoval = 0
  }

  private var isResumed = false
  /// Whether the caller has paused the task.
  var isPaused = false
  private(set) var isCancelled = false
  private var task: (any TransportTask)?
  private var pauses = PauseControl()
  private var leg = 0
  /// The request; nil after its end.
  private var sent: Sent?
  private var delivery = Delivery.passes
  /// The entry that is being written.
  private var writing: EntryWriting?
  private var outdated: [Int] = []
  /// The work that waits for a store, which may wait for a disk.
  private var waiting = Waiting()

  private struct Waiting: Sendable {
    var events = FIFO<TransportEvent>()
    /// The number of body bytes.
    var size = 0
    var isBeingHandled = false
    /// Whether the transport was asked to pause because too much waits.
    var isHeld = false
  }

  // MARK: - The task

  /// Begins the first request; returns the number of its events, or nil if it must not be sent.
  mutating func resume(sending request: Sent) -> Int? {
    defer { isResumed = true }
    return isResumed || isCancelled ? nil : send(request)
  }

  /// Returns the task, and whether it must be paused or resumed now.
  ///
  /// The caller does it, and then calls ``endCall(_:)`` and this method again.
  mutating func beginCall() -> (task: any TransportTask, call: PauseControl.Call)? {
    pauses.begin(task, pausing: isPaused || waiting.isHeld)
  }

  /// Called when the call has returned.
  mutating func endCall(_ call: PauseControl.Call) { pauses.end(call) }

  mutating func cancel() -> CancelAction {
    guard !isCancelled else { return .nothing }
    isCancelled = true
    if let task { return .task(task) }
    return isResumed ? .nothing : .neverSent
  }

  /// Begins a request, whose events have the number that this returns.
  mutating func send(_ request: Sent) -> Int {
    sent = request
    delivery = .passes
    leg += 1
    return leg
  }

  /// Follows this task from now on; returns whether it must be cancelled, or paused before it begins.
  mutating func follow(_ task: any TransportTask) -> (cancels: Bool, pauses: Bool) {
    self.task = task
    pauses.restart()
    return (isCancelled, isPaused || waiting.isHeld)
  }

  // MARK: - The response

  func isCurrent(_ number: Int) -> Bool { number == leg }

  /// The request of a head that has arrived; nil if it has ended.
  func request(_ number: Int) -> Sent? { number == leg ? sent : nil }

  /// The transport follows a redirect; returns the request if it is the first one, and the present one.
  mutating func redirect(_ number: Int) -> Sent? {
    guard number == leg, let request = sent, !request.isRedirected else { return nil }
    sent?.isRedirected = true
    return request
  }

  /// Decides what happens to the response.
  mutating func begin(_ delivery: Delivery) { self.delivery = delivery }

  /// Called when a response from the network shows that these entries are outdated, unless it replaces them.
  mutating func begin(outdating entries: [Int]) { outdated = entries }

  /// Called when the caller has opened an entry for the body, or discarded it.
  mutating func write(_ writing: EntryWriting?) { self.writing = writing }

  /// Returns whether a chunk of the body is passed on, and the entry that it is written to.
  func chunk(_ number: Int) -> (passes: Bool, writing: EntryWriting?) {
    guard number == leg, case .passes = delivery else { return (false, nil) }
    return (true, writing)
  }

  /// Ends the response.
  ///
  /// Returns nil if it is not the present one.
  mutating func end(_ number: Int) -> Ending? {
    guard number == leg else { return nil }
    // Moved out, because another request may follow, and a cancellation in between must not be lost.
    var ending = Ending(
      task: task.take(), delivery: delivery, writing: writing.take(), lastRemoval: sent?.lastRemoval ?? 0)
    swap(&ending.outdated, &outdated)
    sent = nil
    return ending
  }

  // MARK: - Events that wait for the store

  /// Adds an event that waits for the store; returns whether the caller must handle the events, and whether too much
  /// waits from now on.
  mutating func add(_ event: TransportEvent, leg number: Int) -> (begins: Bool, pauses: Bool) {
    guard number == leg else { return (false, false) }
    waiting.events.append(event)
    if case .body(let chunk) = event { waiting.size += chunk.count }
    let begins = !waiting.isBeingHandled
    waiting.isBeingHandled = true
    guard !waiting.isHeld, waiting.size > Self.limit else { return (begins, false) }
    waiting.isHeld = true
    return (begins, true)
  }

  /// Returns the next event with its number, and whether the transport may proceed because less waits now.
  ///
  /// Without an event, the turn of the handling thread ends.
  mutating func next() -> (event: (TransportEvent, leg: Int)?, proceeds: Bool) {
    let event = waiting.events.popFirst()
    if case .body(let chunk)? = event { waiting.size -= chunk.count }
    waiting.isBeingHandled = event != nil
    let numbered = event.map { ($0, leg: leg) }
    guard waiting.isHeld, waiting.size <= Self.limit / 2 else { return (numbered, false) }
    waiting.isHeld = false
    return (numbered, true)
  }

  /// How many bytes wait before the transport must pause.
  private static let limit = 1 << 20
}
