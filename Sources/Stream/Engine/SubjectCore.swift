public import Synchronization

/// One observer of a subject.
@usableFromInline
final class SubjectEntry<Element: Sendable>: Handle, RosterMember, @unchecked Sendable {
  @usableFromInline let isClosed = Atomic(false)
  // Constant, so that calling its closures retains nothing. Their captures are released with the entry, so the roster
  // and the slot release an entry that has ended.
  @usableFromInline let sink: Sink<Element>
  // Guarded by the subject's gate.
  @safe @exclusivity(unchecked) @usableFromInline var place: Int?
  private let core: SubjectCore<Element>

  init(_ sink: Sink<Element>, _ core: SubjectCore<Element>) {
    self.sink = sink
    self.core = core
    super.init()
  }

  /// Closes the entry, so that the observer receives nothing more.
  ///
  /// Returns true for the first call only.
  @usableFromInline
  func close() -> Bool { !isClosed.exchange(true, ordering: .acquiringAndReleasing) }

  /// Ends the observer.
  ///
  /// Called inside the gate, after the entry has been removed from the roster.
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

/// An input of a subject, for the backlog of its gate.
@usableFromInline
enum SubjectInput<Element: Sendable>: Sendable {
  case next(Element)
  case nextOf(Origin, Element)
  case end(Ending)
  case arrival(SubjectEntry<Element>)
  case departure(SubjectEntry<Element>)
}

/// Sends each event to a roster of observers that does not change during the delivery.
///
/// Every input passes the gate, including arrivals and departures. So only the caller inside uses the roster, and an
/// observer that subscribes during a delivery receives only later events.
@usableFromInline
final class SubjectCore<Element: Sendable>: @unchecked Sendable {  // The gate guards the variables.
  @usableFromInline let gate = Gate<SubjectInput<Element>>()
  @safe @exclusivity(unchecked) @usableFromInline var roster = Roster<SubjectEntry<Element>>()
  // Written inside the gate before `isStopped` becomes true, and never afterwards.
  @safe @exclusivity(unchecked) private var ending = Ending.completed
  private let hasEnded = Atomic(false)
  fileprivate let count = Atomic(0)

  @usableFromInline
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
    // Counted first: as soon as the slot holds the entry, a disposal may count down.
    count.add(1, ordering: .relaxed)
    sink.slot.hold(entry)
    guard gate.enter() else {
      if gate.call(.arrival(entry)) { drain() }
      return
    }
    admit(entry)
    if !gate.leave() { drain() }
  }

  /// Releases an observer that has left, and what its closures captured, at once and not at the next event (law 2).
  fileprivate func leave(_ entry: SubjectEntry<Element>) {
    count.subtract(1, ordering: .relaxed)
    guard gate.enter() else {
      if gate.call(.departure(entry)) { drain() }
      return
    }
    release(entry)
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

  /// Sends an element, unless its origin has been revoked when it is the element's turn.
  @inlinable
  func next(_ element: Element, from origin: Origin) {
    guard gate.enter() else {
      if gate.call(.nextOf(origin, element)) { drain() }
      return
    }
    if !origin.isRevoked { deliver(element) }
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

  /// Delivers an element to all observers.
  ///
  /// No other caller is inside the gate, so the roster does not change meanwhile and retains its members.
  @inlinable
  func deliver(_ element: Element) {
    // Most subjects have one observer, for which the loop would cost as much as the gate.
    if let sole = unsafe roster.sole {
      if unsafe !deliver(element, to: sole) { roster.closeHoles() }
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
      if let entry = unsafe roster.places[place], unsafe !deliver(element, to: entry) { someHaveLeft = true }
      place &+= 1
    }
    if someHaveLeft { roster.closeHoles() }
  }

  /// Delivers an element to an observer in the roster, and returns false if the observer stops at this element.
  ///
  /// The position of an observer that stops remains a hole for now.
  @inlinable @inline(__always)
  func deliver(_ element: Element, to entry: Unmanaged<SubjectEntry<Element>>) -> Bool {
    let continues = unsafe entry._withUnsafeGuaranteedRef { entry in
      entry.isClosed.load(ordering: .acquiring) || entry.sink.next(element)
    }
    if !continues { unsafe stopped(entry.takeUnretainedValue()) }
    return continues
  }

  @usableFromInline
  func drain() {
    while let batch = gate.take() {
      for input in batch {
        switch input {
        case .next(let element): deliver(element)
        case .nextOf(let origin, let element): if !origin.isRevoked { deliver(element) }
        case .end(let ending): finish(ending)
        case .arrival(let entry): admit(entry)
        case .departure(let entry): release(entry)
        }
      }
    }
  }

  /// Removes an observer that wants no more elements.
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

  private func release(_ entry: SubjectEntry<Element>) {
    roster.remove(entry)
    roster.closeHoles()
  }

  private func finish(_ ending: Ending) {
    guard !isStopped else { return }
    self.ending = ending
    hasEnded.store(true, ordering: .releasing)
    // One by one, so that each observer's captures are released at its own end.
    var place = 0
    while place < roster.count {
      roster.remove(at: place)?.end(ending)
      place += 1
    }
    roster.closeHoles()
  }
}
