public import Synchronization

/// One observer of a subject.
@usableFromInline
final class SubjectEntry<Element: Sendable>: Handle, RosterMember, @unchecked Sendable {
  @usableFromInline let isClosed = Atomic(false)
  // Constant, so that calling its closures retains nothing. What they captured goes with the entry, which is why
  // the roster and the slot drop an entry that has ended.
  @usableFromInline let sink: Sink<Element>
  // Guarded by the subject's gate.
  @safe @exclusivity(unchecked) @usableFromInline var place: Int?
  private let core: SubjectCore<Element>

  init(_ sink: Sink<Element>, _ core: SubjectCore<Element>) {
    self.sink = sink
    self.core = core
    super.init()
  }

  /// True for the first call only.
  @usableFromInline
  func close() -> Bool { !isClosed.exchange(true, ordering: .acquiringAndReleasing) }

  /// Called inside the gate, once this has left the roster.
  func end(_ ending: Ending) {
    guard close() else { return }
    core.count.subtract(1, ordering: .relaxed)
    sink.slot.forget(self)
    sink.end(ending)
  }

  @usableFromInline
  override func dispose() {
    if close() { core.leave(self) }
  }
}

/// What happens to a subject, for the backlog of its gate.
@usableFromInline
enum SubjectInput<Element: Sendable>: Sendable {
  case next(Element)
  case end(Ending)
  case arrival(SubjectEntry<Element>)
  case departure(SubjectEntry<Element>)
}

/// Sends each event to a roster of observers that does not change meanwhile.
///
/// Everything that happens goes through the gate, arrivals and departures, too: so the one inside has the roster
/// for itself, and who comes during a delivery gets what is sent after.
@usableFromInline
final class SubjectCore<Element: Sendable>: @unchecked Sendable {  // The gate guards what varies.
  @usableFromInline let gate = Gate<SubjectInput<Element>>()
  @safe @exclusivity(unchecked) @usableFromInline var roster = Roster<SubjectEntry<Element>>()
  // Written inside the gate before `isStopped` says so, and never after.
  @safe @exclusivity(unchecked) private var ending = Ending.completed
  private let hasEnded = Atomic(false)
  fileprivate let count = Atomic(0)

  init() {}

  var observerCount: Int { count.load(ordering: .relaxed) }

  @usableFromInline var isStopped: Bool { hasEnded.load(ordering: .acquiring) }

  // MARK: Observers

  @usableFromInline
  func add(_ sink: Sink<Element>) {
    guard !isStopped else {
      if !sink.slot.isDisposed { sink.end(ending) }
      return
    }
    let entry = SubjectEntry(sink, self)
    // Counted first: from here on the slot may be disposed of, which counts down.
    count.add(1, ordering: .relaxed)
    sink.slot.hold(entry)
    guard gate.enter() else {
      if gate.call(.arrival(entry)) { drain() }
      return
    }
    admit(entry)
    if !gate.leave() { drain() }
  }

  /// Lets go of one who has left, and of what its closures captured, now and not with the next event (law 2).
  fileprivate func leave(_ entry: SubjectEntry<Element>) {
    count.subtract(1, ordering: .relaxed)
    guard gate.enter() else {
      if gate.call(.departure(entry)) { drain() }
      return
    }
    discharge(entry)
    if !gate.leave() { drain() }
  }

  // MARK: Events

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
      if gate.call(.end(ending)) { drain() }
      return
    }
    finish(ending)
    if !gate.leave() { drain() }
  }

  // MARK: Inside the gate

  /// Nobody else is inside, so the roster stays as it is meanwhile, and keeps those who are in it.
  @inlinable
  func deliver(_ element: Element) {
    // Most subjects have one observer, for whom the loop would cost as much as the gate.
    if roster.count == 1 {
      if !deliver(element, at: 0) { roster.closeHoles() }
    } else {
      deliverToAll(element)
    }
  }

  @inlinable @inline(never)
  func deliverToAll(_ element: Element) {
    var place = 0
    var someHaveLeft = false
    let count = roster.count
    while place < count {
      if !deliver(element, at: place) { someHaveLeft = true }
      place &+= 1
    }
    if someHaveLeft { roster.closeHoles() }
  }

  /// False when the one who stands there has left with this element.
  ///
  /// The place stays a hole for now.
  @inlinable @inline(__always)
  func deliver(_ element: Element, at place: Int) -> Bool {
    guard let entry = unsafe roster.places[place] else { return true }
    let goesOn = unsafe entry._withUnsafeGuaranteedRef { entry in
      entry.isClosed.load(ordering: .acquiring) || entry.sink.next(element)
    }
    if !goesOn { unsafe stopped(entry.takeUnretainedValue()) }
    return goesOn
  }

  @usableFromInline
  func drain() {
    while let batch = gate.take() {
      for input in batch {
        switch input {
        case .next(let element): deliver(element)
        case .end(let ending): finish(ending)
        case .arrival(let entry): admit(entry)
        case .departure(let entry): discharge(entry)
        }
      }
    }
  }

  /// An observer wants no more.
  @usableFromInline
  func stopped(_ entry: SubjectEntry<Element>) {
    guard entry.close() else { return }
    count.subtract(1, ordering: .relaxed)
    entry.sink.slot.forget(entry)
    roster.remove(entry)
  }

  private func admit(_ entry: SubjectEntry<Element>) {
    if isStopped {
      entry.end(ending)
    } else if !entry.isClosed.load(ordering: .acquiring) {
      roster.append(entry)
    }
  }

  private func discharge(_ entry: SubjectEntry<Element>) {
    roster.remove(entry)
    roster.closeHoles()
  }

  private func finish(_ ending: Ending) {
    guard !isStopped else { return }
    self.ending = ending
    hasEnded.store(true, ordering: .releasing)
    // One by one, so that what an observer captured goes with its own end.
    var place = 0
    while place < roster.count {
      roster.remove(at: place)?.end(ending)
      place += 1
    }
    roster.closeHoles()
  }
}
