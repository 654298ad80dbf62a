/// Sends each event to its observers, and replays the latest elements to new ones.
///
/// A new observer receives the kept elements before `add` returns. Its own emitter serializes them with the
/// events that are sent meanwhile.
@usableFromInline
final class ReplayCore<Element: Sendable>: @unchecked Sendable {  // The gate guards the receivers.
  @usableFromInline struct Entry: Sendable {
    let number: Int
    /// Nil when the observer has left.
    @usableFromInline var emitter: Emitter<Element>?
  }

  @usableFromInline struct State: Sendable {
    @usableFromInline var kept = FIFO<Element>()
    /// The observers, in the order of their numbers.
    ///
    /// An observer that leaves becomes a gap. The array is compacted when half of it is gaps, so the cost of
    /// leaving does not depend on the number of observers.
    @usableFromInline var entries: [Entry] = []
    /// Whether the entries differ from those at the latest delivery.
    @usableFromInline var haveChanged = false
    var gaps = 0
    var nextNumber = 0
    @usableFromInline var ending: Ending?

    /// Returns the index of the entry.
    func index(of number: Int) -> Int? {
      var low = 0
      var high = entries.count
      while low < high {
        let middle = (low + high) / 2
        if entries[middle].number < number { low = middle + 1 } else { high = middle }
      }
      return low < entries.count && entries[low].number == number ? low : nil
    }
  }

  /// An event, and the source whose element it is, if elements of that may cease to count.
  @usableFromInline struct Input: Sendable {
    @usableFromInline let event: Event<Element>
    @usableFromInline let origin: Origin?

    @inlinable
    init(_ event: Event<Element>, _ origin: Origin?) {
      self.event = event
      self.origin = origin
    }
  }

  @usableFromInline let gate = Gate<Input>()
  @usableFromInline let state = Lock(State())
  /// The observers that receive the next element, if the entries have not changed since the latest one.
  ///
  /// Only a change makes a delivery retain them. An observer that has left stays here until the next delivery, but has
  /// released what it captured.
  @safe @exclusivity(unchecked) @usableFromInline var receivers = Receivers<Emitter<Element>>()
  @usableFromInline let limit: Int
  /// Whether observers that subscribe after the end also receive the kept elements.
  private let replaysAfterTheEnd: Bool

  @usableFromInline
  init(limit: Int, initial: Element? = nil, replaysAfterTheEnd: Bool) {
    self.limit = max(0, limit)
    self.replaysAfterTheEnd = replaysAfterTheEnd
    if let initial { state.withLock { $0.kept.append(initial) } }
  }

  var observerCount: Int { state.withLock { $0.entries.count - $0.gaps } }

  @usableFromInline var ending: Ending? { state.withLock { $0.ending } }

  /// The latest of the kept elements.
  var latest: Element? { state.withLock { $0.kept.elements.last ?? nil } }

  @usableFromInline
  func add(_ sink: Sink<Element>) {
    let emitter = Emitter(sink)
    sink.slot.hold(emitter)
    // Entered before the emitter is shared, so that new events wait for the kept elements.
    guard emitter.gate.enter() else { return }
    let (kept, ending, number) = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      if state.ending == nil {
        state.entries.append(Entry(number: number, emitter: emitter))
        state.haveChanged = true
      }
      let isReplayed = state.ending == nil || replaysAfterTheEnd
      return (isReplayed ? state.kept : FIFO(), state.ending, number)
    }
    // Held before anything is delivered, so that an observer that ends meanwhile has left at its end. It has left
    // already if the emitter has been closed.
    if ending == nil { emitter.hold(Leaving { [weak self] in self?.remove(number) }) }
    for case .some(let element) in kept.elements where !emitter.isDisposed {
      _ = emitter.deliver(element)
    }
    if let ending { emitter.finish(ending) }
    if emitter.isDisposed {
      emitter.abandon()
    } else if !emitter.gate.leave() {
      emitter.drain()
    }
  }

  /// Sends an event.
  ///
  /// It is specialized at the caller. Otherwise the runtime would look up the metadata of `State` and of the
  /// tuple in `deliver` for each element, which takes thirty times as long as the delivery.
  @inlinable @inline(never)
  func send(_ event: Event<Element>, from origin: Origin? = nil) {
    guard gate.enter() else {
      if gate.call(Input(event, origin)) { drain() }
      return
    }
    deliver(event, from: origin)
    if !gate.leave() { drain() }
  }

  @inlinable
  func drain() {
    while let batch = gate.take() {
      for input in batch { deliver(input.event, from: input.origin) }
    }
  }

  @inlinable
  func deliver(_ event: Event<Element>, from origin: Origin?) {
    switch event {
    case .next(let element): deliver(element, from: origin)
    case .error(let error): finish(.error(error))
    case .completed: finish(.completed)
    }
  }

  @inlinable
  func deliver(_ element: Element, from origin: Origin?) {
    let (isSent, changed, dropped) = state.withLock { state -> (Bool, [Entry]?, Element?) in
      // Asked under the lock: an observer that is added later receives the element only as one that is kept.
      guard state.ending == nil, origin?.isRevoked != true else { return (false, nil, nil) }
      let dropped = limit > 0 ? state.kept.push(element, limit: limit) : nil
      guard state.haveChanged else { return (true, nil, dropped) }
      state.haveChanged = false
      return (true, state.entries, dropped)
    }
    _ = dropped  // Released here, outside the lock.
    guard isSent else { return }
    if let changed { receive(changed) }
    receivers.forEach { $0.next(element) }
  }

  @usableFromInline
  func receive(_ entries: [Entry]) { receivers.replace(with: entries.compactMap(\.emitter)) }

  @usableFromInline
  func finish(_ ending: Ending) {
    let entries = state.withLock { state -> [Entry] in
      guard state.ending == nil else { return [] }
      state.ending = ending
      defer {
        state.entries = []
        state.gaps = 0
      }
      return state.entries
    }
    receive([])
    for entry in entries { entry.emitter?.end(ending) }
  }

  private func remove(_ number: Int) {
    let removed = state.withLock { state -> Emitter<Element>? in
      guard let index = state.index(of: number), let emitter = state.entries[index].emitter else {
        return nil
      }
      state.entries[index].emitter = nil
      state.haveChanged = true
      state.gaps += 1
      if 2 * state.gaps > state.entries.count {
        state.entries.removeAll { $0.emitter == nil }
        state.gaps = 0
      }
      return emitter
    }
    _ = removed  // Released here, outside the lock.
  }
}

/// The handle in an observer's emitter, which runs an action when the observer leaves.
private final class Leaving: Handle, @unchecked Sendable {  // A constant.
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
    super.init()
  }

  override func dispose() { action() }
}
