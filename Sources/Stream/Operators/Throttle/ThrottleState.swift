/// The time at which `throttle` sent its last element, and the pending element, as a value.
struct ThrottleState<Element: Sendable>: Sendable {
  /// What `throttle` must do after an event or when the timer fires.
  enum Action: Sendable {
    case none
    /// Send the element, then call `sent(at:)`.
    case send(Element)
    /// Send the element, if there is one, then complete.
    case complete(Element?)
    case fail(any Error)
    case setTimer(after: Duration)
  }

  private let dueTime: Duration
  private let latest: Bool
  private var lastSent: Duration?
  private var waiting: Element?
  private var isSourceDone = false

  init(dueTime: Duration, latest: Bool) {
    self.dueTime = dueTime
    self.latest = latest
  }

  mutating func received(_ element: Element, at now: Duration) -> Action {
    let left = lastSent.map { $0.addingClamped(dueTime).subtractingClamped(now) } ?? .zero
    guard left > .zero else {
      // Replaces the pending element, whose timer is late.
      waiting = nil
      return .send(element)
    }
    guard latest else { return .none }
    defer { waiting = element }
    return waiting == nil ? .setTimer(after: left) : .none
  }

  /// Records the end of a delivery.
  ///
  /// The interval begins there, so that a slow delivery is also followed by a full interval.
  mutating func sent(at now: Duration) { lastSent = now }

  mutating func timerFired() -> Action {
    guard !isSourceDone else { return .complete(waiting.take()) }
    return waiting.take().map { .send($0) } ?? .none
  }

  mutating func ended(_ ending: Ending) -> Action {
    switch ending {
    case .error(let error): return .fail(error)
    case .completed where waiting == nil: return .complete(nil)
    case .completed:
      isSourceDone = true
      return .none
    }
  }
}
