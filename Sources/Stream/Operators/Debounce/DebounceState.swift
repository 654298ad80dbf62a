/// The pending element of `debounce` and its due time, as a value.
///
/// An element that arrives while another is pending sets no second timer, but moves the due time. If the timer then
/// fires too early, it is set again for the remaining time.
@usableFromInline
struct DebounceState<Element: Sendable>: Sendable {
  /// What `debounce` must do after an event or when the timer fires.
  @usableFromInline enum Action: Sendable {
    case none
    case setTimer(after: Duration)
    case send(Element)
    /// Send the element, if there is one, then the end.
    case end(Element?, Ending)
  }

  @usableFromInline enum Phase: Sendable {
    /// No element is pending and no timer is set.
    case idle
    /// An element is pending. `isLast` is true if no other has arrived since the timer was set.
    case waiting(Element, due: Duration, isLast: Bool)
    case over
  }

  @usableFromInline let dueTime: Duration
  @usableFromInline var phase = Phase.idle

  @inlinable
  init(dueTime: Duration) { self.dueTime = dueTime }

  @inlinable
  mutating func received(_ element: Element, at now: Duration) -> Action {
    switch phase {
    case .idle:
      phase = .waiting(element, due: now.addingClamped(dueTime), isLast: true)
      return .setTimer(after: dueTime)
    case .waiting:
      phase = .waiting(element, due: now.addingClamped(dueTime), isLast: false)
      return .none
    case .over:
      return .none
    }
  }

  /// Sends the pending element if it is due, or sets the timer again.
  ///
  /// An element for which the timer was set is due whatever the clock says, so a stopped clock or an early timer cannot
  /// set the timer forever. With no time to wait, only such an element is due, as each element has its own timer in
  /// RxSwift.
  @inlinable
  mutating func timerFired(at now: Duration) -> Action {
    guard case .waiting(let element, let due, let isLast) = phase else { return .none }
    if isLast || (dueTime > .zero && due <= now) {
      phase = .idle
      return .send(element)
    }
    phase = .waiting(element, due: due, isLast: true)
    return .setTimer(after: due.subtractingClamped(now))
  }

  @inlinable
  mutating func ended(_ ending: Ending) -> Action {
    defer { phase = .over }
    switch (phase, ending) {
    case (.over, _): return .none
    case (.waiting(let element, _, _), .completed): return .end(element, ending)
    case (.idle, _), (.waiting, .error): return .end(nil, ending)
    }
  }
}
