/// The pending events of `delay`, each with its due time, as a value.
struct DelayState<Element: Sendable>: Sendable {
  /// What the owner does after a change.
  enum Action: Sendable {
    case none
    case setTimer(due: Duration)
    case fail(any Error)
  }

  private struct Delayed: Sendable {
    let due: Duration
    let event: Event<Element>
  }

  private var line = FIFO<Delayed>()
  private var isTimerSet = false

  /// Adds an event, and sets the timer unless one is set.
  ///
  /// One timer at a time keeps the order on a concurrent scheduler too.
  mutating func received(_ event: Event<Element>, due: Duration) -> Action {
    if let error = event.error { return .fail(error) }
    line.append(Delayed(due: due, event: event))
    return isTimerSet ? .none : nextTimer()
  }

  /// Removes and returns the first event, if it is due.
  mutating func takeDue(at now: Duration) -> Event<Element>? {
    guard let next = line.head, next.due <= now else { return nil }
    return line.popFirst()?.event
  }

  /// Returns the timer for the first remaining event.
  mutating func nextTimer() -> Action {
    isTimerSet = !line.isEmpty
    return line.head.map { .setTimer(due: $0.due) } ?? .none
  }
}
