/// Runs the streams that a source sends, up to a limit at a time, and merges their elements.
///
/// Implements `flatMap` (no limit), `merge(maxConcurrent:)` and `concatMap` (a limit of one). Its ``Slot`` holds the
/// handle of the source. ``MergeState`` decides, and this class performs its actions.
@usableFromInline
final class Merger<Element: Sendable>: Slot, @unchecked Sendable {  // Constants, a gate, and a lock.
  @usableFromInline typealias State = MergeState<Observable<Element>, MergedStream<Element>>

  @usableFromInline let sink: Sink<Element>
  @usableFromInline let isUnlimited: Bool
  @usableFromInline let gate = Gate<Event<Element>>()
  @usableFromInline let state: Lock<State>

  @inlinable
  init(_ sink: Sink<Element>, limit: Int) {
    self.sink = sink
    isUnlimited = limit == .max
    state = Lock(State(limit: limit))
    super.init()
  }

  // MARK: The source

  /// Adds a stream that the source has sent.
  ///
  /// Returns false if the source must stop.
  @inlinable
  func add(_ stream: Observable<Element>) -> Bool {
    guard !isDisposed else { return false }
    if isUnlimited, case .just(let element) = stream.storage {
      // Needs no entry in the state, because it ends before the source can.
      send(element)
    } else {
      perform(state.withLock { $0.add(stream) })
    }
    return !isDisposed
  }

  /// Counts a stream that will be added later.
  ///
  /// Call `add` for it, then `release`.
  @inlinable
  func reserve() { state.withLock { $0.reserve() } }

  @inlinable
  func release() { perform(state.withLock { $0.ended(at: nil) }) }

  @inlinable
  func sourceEnded(_ ending: Ending) {
    switch ending {
    case .completed: perform(state.withLock { $0.sourceEnded() })
    case .error: finish(ending)
    }
  }

  // MARK: The streams

  /// Performs an action of the state: starts a stream, or completes.
  ///
  /// If a stream ends while it is being started, the next one is started in the same loop. So the stack stays flat even
  /// if a hundred thousand streams end at once (law 7).
  @inlinable
  func perform(_ action: State.Action) {
    var action = action
    while case .start(let stream) = action {
      guard !isDisposed else { return }
      if case .just(let element) = stream.storage {
        send(element)
        action = state.withLock { $0.ended(at: nil) }
      } else {
        let merged = MergedStream(self)
        guard merged.run(stream) else { return }
        action = merged.unregister()
      }
    }
    if case .complete = action { finish(.completed) }
  }

  // MARK: Downstream

  @inlinable
  func send(_ element: Element) {
    guard gate.enterSoon() else {
      if gate.call(.next(element)) { drain() }
      return
    }
    if !isDisposed, !sink.next(element) { dispose() }
    if !gate.leave() { drain() }
  }

  @inlinable
  func finish(_ ending: Ending) {
    guard gate.enter() else {
      if gate.call(Event(ending)) { drain() }
      return
    }
    deliver(ending)
    if !gate.leave() { drain() }
  }

  @inlinable
  func drain() {
    while let batch = gate.take() {
      for event in batch {
        switch event {
        case .next(let element):
          if !isDisposed, !sink.next(element) { dispose() }
        case .error(let error): deliver(.error(error))
        case .completed: deliver(.completed)
        }
      }
    }
  }

  @inlinable
  func deliver(_ ending: Ending) {
    guard !isDisposed else { return }
    sink.end(ending)
    dispose()
  }

  @inlinable
  override func dispose() {
    guard close() else { return }
    let stopped = state.withLock { $0.stop() }
    for stream in stopped.subscriptions { stream?.dispose() }
    // What waited is released here, outside the lock.
  }
}

/// One of the streams that a merger runs.
///
/// Its ``Slot`` holds the handle of the stream.
@usableFromInline
final class MergedStream<Element: Sendable>: Slot, @unchecked Sendable {
  @usableFromInline let merger: Merger<Element>
  /// Its position in the merger's state; written before the stream runs.
  @safe @exclusivity(unchecked) @usableFromInline var position: Int?
  @usableFromInline let turn = Turn()

  @inlinable
  init(_ merger: Merger<Element>) {
    self.merger = merger
    super.init()
  }

  /// Returns true if the stream ended while it was being started; the caller's loop then continues.
  @inlinable
  func run(_ stream: Observable<Element>) -> Bool {
    guard let position = merger.state.withLock({ $0.subscribe(self) }) else { return false }
    self.position = position
    stream.run(Sink(slot: self, next: { self.next($1) }, end: { self.end($0) }))
    return !turn.startReturned()
  }

  @inlinable
  func unregister() -> Merger<Element>.State.Action {
    merger.state.withLock { $0.ended(at: position) }
  }

  @inlinable
  func next(_ element: Element) -> Bool {
    guard !isDisposed else { return false }
    merger.send(element)
    return !isDisposed && !merger.isDisposed
  }

  @inlinable
  func end(_ ending: Ending) {
    guard !isDisposed else { return }
    if case .error = ending {
      merger.finish(ending)
      _ = close()
      return
    }
    _ = close()
    if turn.ended() { merger.perform(unregister()) }
  }
}
