public import Synchronization

/// Buffers elements for an iterating task.
///
/// Its ``Slot`` holds the handle of the source.
@usableFromInline
final class Inbox<Element: Sendable>: Slot, @unchecked Sendable {  // Constants and a lock.
  @usableFromInline struct State: Sendable {
    @usableFromInline var elements = FIFO<Element>()
    /// The element for a task that waited for it.
    ///
    /// It is not in the buffer, so that a limit does not apply to it.
    @usableFromInline var handedOver: Element?
    @usableFromInline var ending: Ending?
    @usableFromInline var waiting: CheckedContinuation<Void, Never>?
    @usableFromInline var hasStarted = false
    @usableFromInline var isCancelled = false
    /// Retained as long as the subscription is live, if a test watches it.
    @usableFromInline var token: (any AnyObject & Sendable)?

    @inlinable
    init() {}
  }

  @usableFromInline enum Found: Sendable {
    case elements([Element])
    case ending(Ending)
    case nothing
  }

  @usableFromInline let source: Observable<Element>
  @usableFromInline let policy: BufferingPolicy
  @usableFromInline let state = Lock(State())

  @inlinable
  init(_ source: Observable<Element>, _ policy: BufferingPolicy) {
    self.source = source
    self.policy = policy
    super.init()
  }

  @usableFromInline var isCancelled: Bool { Task.isCancelled }

  /// Waits for elements; returns an empty array at the end.
  ///
  /// A bounded inbox returns one element at a time. Otherwise elements that were returned but not yet used
  /// would exceed the limit.
  @inlinable
  func nextBatch() async throws -> [Element] {
    try checkCancellation()
    try await startOnce()
    while true {
      switch look() {
      case .elements(let elements): return elements
      case .ending(.completed): return []
      case .ending(.error(let error)): throw error
      case .nothing: try await wait()
      }
    }
  }

  /// Disposes of the source, ends the sequence and throws if the task has been cancelled.
  ///
  /// A cancellation while no element is awaited has no other effect.
  @inlinable
  func checkCancellation() throws {
    guard isCancelled else { return }
    dispose()
    let dropped = state.withLock { state in
      state.hasStarted = true
      state.ending = .completed
      return (state.handedOver.take(), state.elements.takeAll(), state.token.take())
    }
    _ = dropped  // Released here, outside the lock.
    throw CancellationError()
  }

  @inlinable
  func startOnce() async throws {
    let isFirst = state.withLock { state in
      defer { state.hasStarted = true }
      return !state.hasStarted
    }
    guard isFirst else { return }
    // Relaxed, because a watcher applies only to code that runs after the store.
    if SubscriptionWatch.isUsed.load(ordering: .relaxed) { watch() }
    // A source may send all of its elements before `run` returns, so a cancellation must dispose of it meanwhile.
    await withTaskCancellationHandler {
      source.run(Sink(slot: self, next: { self.next($1) }, end: { self.end($0) }))
    } onCancel: {
      dispose()
    }
    try checkCancellation()
  }

  /// Lets the watcher of this task know the subscription, and end it.
  @usableFromInline
  func watch() {
    let token = SubscriptionWatch.token(Element.self) { [weak self] in
      self?.dispose()
      self?.end(.completed)
    }
    state.withLock { $0.token = token }
  }

  /// Lets the watcher know that the subscription has ended.
  @usableFromInline
  func releaseToken() {
    let token = state.withLock { $0.token.take() }
    _ = token  // Released here, outside the lock.
  }

  @inlinable
  func look() -> Found {
    state.withLock { state in
      if policy == .unbounded, !state.elements.isEmpty {
        return .elements(state.elements.takeAll())
      }
      if let element = state.handedOver.take() ?? state.elements.popFirst() { return .elements([element]) }
      guard let ending = state.ending else { return .nothing }
      // An error is thrown once. After that, the sequence has ended.
      state.ending = .completed
      return .ending(ending)
    }
  }

  @inlinable
  func wait() async throws {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isReady = state.withLock { state in
          if state.isCancelled || state.ending != nil || !state.elements.isEmpty { return true }
          state.waiting = continuation
          return false
        }
        if isReady { continuation.resume() }
      }
    } onCancel: {
      dispose()
      wake { $0.isCancelled = true }
    }
    try checkCancellation()
  }

  @inlinable
  func next(_ element: Element) -> Bool {
    guard !isDisposed else { return false }
    let (waiting, dropped) = state.withLock { state in
      let dropped = Inbox.add(element, to: &state, policy)
      defer { state.waiting = nil }
      return (state.waiting, dropped)
    }
    _ = dropped  // Released here, outside the lock.
    waiting?.resume()
    return true
  }

  /// Adds the element if a task waits for it or the policy allows it, and returns an older one that was dropped to make
  /// room.
  @inlinable
  static func add(_ element: Element, to state: inout State, _ policy: BufferingPolicy) -> Element? {
    var dropped: Element?
    if policy != .unbounded, state.waiting != nil {
      state.handedOver = element
      return nil
    }
    switch policy {
    case .unbounded: break
    case .bufferingOldest(let limit):
      guard state.elements.count < limit else { return nil }
    case .bufferingNewest(let limit):
      guard limit > 0 else { return nil }
      if state.elements.count >= limit { dropped = state.elements.popFirst() }
    }
    state.elements.append(element)
    return dropped
  }

  @inlinable
  func end(_ ending: Ending) {
    if SubscriptionWatch.isUsed.load(ordering: .relaxed) { releaseToken() }
    wake { $0.ending = $0.ending ?? ending }
    _ = close()
  }

  @inlinable
  func wake(_ change: (inout State) -> Void) {
    let waiting: CheckedContinuation<Void, Never>? = state.withLock { state in
      change(&state)
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume()
  }
}
