/// The pending events of `delay`, each with its due time, as a value.
struct DelayState<Element: Sendable>: Sendable {
  /// What `delay` must do after an event or when the timer fires.
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
  /// There is only one timer at a time, so that events stay in order even on a concurrent scheduler.
  mutating func received(_ event: Event<Element>, due: Duration) -> Action {
    if let error = event.error { return .fail(error) }
    line.append(Delayed(due: due, event: event))
    return isTimerSet ? .none : nextTimer()
  }

  /// Removes and returns the first event, if it is due.
  mutating func takeDue(at now: Duration) -> Event<Element>? {
    guard let next = line.first, next.due <= now else { return nil }
    return line.popFirst()?.event
  }

  /// Returns the action that sets the timer for the first remaining event, or no action if none remains.
  mutating func nextTimer() -> Action {
    isTimerSet = !line.isEmpty
    return line.first.map { .setTimer(due: $0.due) } ?? .none
  }
}
