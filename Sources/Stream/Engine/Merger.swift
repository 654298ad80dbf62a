public import Synchronization

/// Runs the streams that a source brings, up to a limit at a time, and merges what they send.
///
/// The engine of `flatMap` (no limit), `merge(maxConcurrent:)` and `concatMap` (a limit of one). As a slot it
/// holds the handle of the source.
@usableFromInline
final class Merger<Element: Sendable>: Slot, @unchecked Sendable {  // Constants, an atomic, and locks.
  @usableFromInline struct State: Sendable {
    @usableFromInline var running: [MergedStream<Element>] = []
    /// How many run: those in `running`, and those of one element that are being delivered.
    @usableFromInline var count = 0
    @usableFromInline var waiting = FIFO<Observable<Element>>()
    @usableFromInline var isSourceDone = false

    @inlinable
    init() {}
  }

  @usableFromInline let sink: Sink<Element>
  @usableFromInline let limit: Int
  @usableFromInline let gate = Gate<Event<Element>>()
  @usableFromInline let state = Lock(State())
  /// The source, and every stream that has been brought and has not ended yet.
  @usableFromInline let open = Atomic(1)

  @inlinable
  init(_ sink: Sink<Element>, limit: Int) {
    self.sink = sink
    self.limit = limit
    super.init()
  }

  // MARK: The source

  /// Takes a stream. False: stop.
  @inlinable
  func bring(_ stream: Observable<Element>) -> Bool {
    guard !isDisposed else { return false }
    if limit == .max, case .just(let element) = stream.storage {
      // Needs no place in the books: it is over before the source can end.
      send(element)
      return !isDisposed
    }
    open.add(1, ordering: .relaxed)
    let mayStart = state.withLock { state in
      if state.count < limit {
        state.count += 1
        return true
      }
      state.waiting.append(stream)
      return false
    }
    if mayStart { start(stream) }
    return !isDisposed
  }

  @inlinable
  func sourceEnded(_ ending: Ending) {
    switch ending {
    case .completed: closeOne()
    case .error: finish(ending)
    }
  }

  // MARK: The streams

  /// Runs the stream, and those that can start because it has ended, in a loop: a hundred thousand streams that
  /// end at once keep the stack flat (law 7).
  @inlinable
  func start(_ stream: Observable<Element>) {
    var current: Observable<Element>? = stream
    while let stream = current {
      guard !isDisposed else { return }
      if case .just(let element) = stream.storage {
        send(element)
        current = successor(of: nil)
      } else {
        let merged = MergedStream(self)
        enlist(merged)
        merged.run(stream)
        guard merged.hasReturned() else { return }
        current = successor(of: merged)
      }
    }
  }

  /// Strikes a stream off the books and takes the next from the queue.
  @inlinable
  func successor(of ended: MergedStream<Element>?) -> Observable<Element>? {
    let next: Observable<Element>? = state.withLock { state in
      if let ended { Merger.strike(ended, &state) }
      guard let next = state.waiting.popFirst() else {
        state.count -= 1
        return nil
      }
      return next
    }
    closeOne()
    return next
  }

  @inlinable
  func enlist(_ stream: MergedStream<Element>) {
    state.withLock { state in
      stream.index = state.running.count
      state.running.append(stream)
    }
    // Disposal empties the list once. One that comes later takes itself off it, or the two would keep each other.
    guard isDisposed else { return }
    state.withLock { Merger.strike(stream, &$0) }
    stream.dispose()
  }

  @inlinable
  static func strike(_ stream: MergedStream<Element>, _ state: inout State) {
    let index = stream.index
    guard index < state.running.count, state.running[index] === stream else { return }
    state.running.swapAt(index, state.running.count - 1)
    state.running[index].index = index
    state.running.removeLast()
  }

  // MARK: Below

  @inlinable
  func send(_ element: Element) {
    guard gate.enter() else {
      if gate.call(.next(element)) { drain() }
      return
    }
    if !isDisposed, !sink.next(element) { dispose() }
    if !gate.leave() { drain() }
  }

  @inlinable
  func closeOne() {
    if open.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { finish(.completed) }
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
    let (running, waiting) = state.withLock { state in
      defer {
        state.running = []
        state.waiting = FIFO()
      }
      return (state.running, state.waiting)
    }
    for stream in running { stream.dispose() }
    _ = waiting  // Released here, outside the lock.
  }
}

/// One of the streams that a merger runs. As a slot it holds the stream's handle.
@usableFromInline
final class MergedStream<Element: Sendable>: Slot, @unchecked Sendable {
  @usableFromInline let merger: Merger<Element>
  /// Where it stands in the merger's list; guarded by the merger's lock.
  @usableFromInline var index = 0
  @usableFromInline let turn = Turn()

  @inlinable
  init(_ merger: Merger<Element>) {
    self.merger = merger
    super.init()
  }

  @inlinable
  func run(_ stream: Observable<Element>) {
    stream.run(Sink(slot: self, next: { self.next($0) }, end: { self.end($0) }))
  }

  /// True when the stream ended while it was being started: then the caller's loop goes on.
  @inlinable
  func hasReturned() -> Bool { !turn.startReturned() }

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
    guard turn.ended() else { return }
    if let next = merger.successor(of: self) { merger.start(next) }
  }
}
