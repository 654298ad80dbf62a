public import Synchronization

/// One observer of a subject.
@usableFromInline
final class SubjectEntry<Element: Sendable>: Handle, @unchecked Sendable {
  @usableFromInline let isClosed = Atomic(false)
  // Only the one inside the subject's gate touches them. One by one, because calling one then retains one object.
  @safe @exclusivity(unchecked) @usableFromInline var sendNext: (@Sendable (Element) -> Bool)?
  @safe @exclusivity(unchecked) @usableFromInline var sendEnd: (@Sendable (Ending) -> Void)?
  private let core: SubjectCore<Element>

  init(_ sink: Sink<Element>, _ core: SubjectCore<Element>) {
    sendNext = sink.next
    sendEnd = sink.end
    self.core = core
    super.init()
  }

  /// Lets go of what the observer's closures captured.
  @usableFromInline
  func release() {
    sendNext = nil
    sendEnd = nil
  }

  /// True for the first call only.
  @usableFromInline
  func close() -> Bool { !isClosed.exchange(true, ordering: .acquiringAndReleasing) }

  @usableFromInline
  override func dispose() {
    if close() { core.entryClosed(self) }
  }
}

/// Sends each event to an array of observers that does not change meanwhile.
///
/// The array belongs to the one inside the gate. Whoever comes is put aside under the lock, whoever goes is only
/// marked; the array is brought up to date before the next event.
@usableFromInline
final class SubjectCore<Element: Sendable>: @unchecked Sendable {  // The gate guards `entries` and `gone`.
  private struct Arrivals: Sendable {
    var entries: [SubjectEntry<Element>] = []
    var ending: Ending?
  }

  @usableFromInline let gate = Gate<Event<Element>>()
  @usableFromInline let isOutdated = Atomic(false)
  @safe @exclusivity(unchecked) @usableFromInline var entries: [SubjectEntry<Element>] = []
  /// How many of the entries have been left by their observers; guarded by the gate too.
  @safe @exclusivity(unchecked) private var gone = 0
  private let arrivals = Lock(Arrivals())
  private let count = Atomic(0)

  init() {}

  var observerCount: Int { count.load(ordering: .relaxed) }

  @usableFromInline var isStopped: Bool { arrivals.withLock { $0.ending != nil } }

  @usableFromInline
  func add(_ sink: Sink<Element>) {
    let entry = SubjectEntry(sink, self)
    // Counted first: from here on the slot may be disposed of, which counts down.
    count.add(1, ordering: .relaxed)
    sink.slot.hold(entry)
    let ending: Ending? = arrivals.withLock { arrivals in
      if arrivals.ending == nil { arrivals.entries.append(entry) }
      return arrivals.ending
    }
    isOutdated.store(true, ordering: .releasing)
    if let ending {
      guard entry.close() else { return }
      count.subtract(1, ordering: .relaxed)
      entry.release()  // Never came into the gate's reach.
      sink.end(ending)
    } else if entry.isClosed.load(ordering: .acquiring) {
      tidy(entry)
    }
  }

  func entryClosed(_ entry: SubjectEntry<Element>) {
    count.subtract(1, ordering: .relaxed)
    tidy(entry)
  }

  @inlinable
  func next(_ element: Element) {
    guard gate.enter() else {
      if gate.call(.next(element)) { drain() }
      return
    }
    deliver(element)
    if !gate.leave() { drain() }
  }

  @usableFromInline
  func end(_ ending: Ending) {
    guard gate.enter() else {
      if gate.call(Event(ending)) { drain() }
      return
    }
    finish(ending)
  }

  @inlinable
  func deliver(_ element: Element) {
    if isOutdated.load(ordering: .acquiring) { update() }
    for entry in entries where !entry.isClosed.load(ordering: .acquiring) {
      if let send = entry.sendNext, !send(element), entry.close() { entryLeft(entry) }
    }
  }

  @usableFromInline
  func drain() {
    while let batch = gate.take() {
      for event in batch {
        switch event {
        case .next(let element): deliver(element)
        case .error(let error): return finish(.error(error))
        case .completed: return finish(.completed)
        }
      }
      if isOutdated.load(ordering: .acquiring) { update() }
    }
  }

  /// Called inside the gate.
  @usableFromInline
  func entryLeft(_ entry: SubjectEntry<Element>) {
    entry.release()
    count.subtract(1, ordering: .relaxed)
    isOutdated.store(true, ordering: .releasing)
  }

  /// Takes in who came, drops who went. Called inside the gate.
  @usableFromInline
  func update() {
    isOutdated.store(false, ordering: .releasing)
    let arrived = arrivals.withLock { arrivals in
      defer { arrivals.entries = [] }
      return arrivals.entries
    }
    entries.append(contentsOf: arrived)
    for entry in entries where entry.isClosed.load(ordering: .acquiring) { entry.release() }
    entries.removeAll { $0.sendNext == nil }
    gone = 0
  }

  private func finish(_ ending: Ending) {
    let arrived = arrivals.withLock { arrivals in
      defer { arrivals.entries = [] }
      arrivals.ending = ending
      return arrivals.entries
    }
    let leaving = entries + arrived
    entries = []
    for entry in leaving {
      if entry.close() {
        count.subtract(1, ordering: .relaxed)
        entry.sendEnd?(ending)
      }
      entry.release()
    }
    gate.shut()
  }

  /// Drops the sink of one who went, so that what its closures captured is released now (law 2). The array is
  /// compacted when half of it has gone, so leaving costs the same however many there are.
  private func tidy(_ entry: SubjectEntry<Element>) {
    if gate.enter() {
      let closures = (entry.sendNext, entry.sendEnd)
      entry.release()
      gone += 1
      if 2 * gone > entries.count { update() }
      if !gate.leave() { drain() }
      _ = closures  // Released here, outside, because that may run code of the user's.
    } else {
      isOutdated.store(true, ordering: .releasing)
      if gate.call(nil) { drain() }
    }
  }
}
