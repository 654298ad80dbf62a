/// The pending actions of an exchange, in order.
struct ActionQueue: Sendable {
  private var actions: [ExchangeState.Action] = []
  /// The number of actions that have been taken from the front.
  private var taken = 0

  var isEmpty: Bool { taken == actions.count }

  mutating func append(_ action: ExchangeState.Action) {
    // A client that is slower than the body receives only the latest progress.
    switch action {
    case .deliverProgress:
      if !isEmpty, case .deliverProgress? = actions.last { actions.removeLast() }
    case .deliverUploadProgress:
      if !isEmpty, case .deliverUploadProgress? = actions.last { actions.removeLast() }
    default: break
    }
    // Enough for the start of most requests, also of one that is monitored.
    if actions.capacity == 0 { actions.reserveCapacity(6) }
    actions.append(action)
  }

  /// Returns the next action, or nil if there is none.
  mutating func take() -> ExchangeState.Action? {
    guard !isEmpty else {
      actions.removeAll(keepingCapacity: true)
      taken = 0
      return nil
    }
    // Moved out, so that its contents are not released here, with the lock of the exchange held.
    var action = ExchangeState.Action.nothing
    swap(&action, &actions[taken])
    taken += 1
    return action
  }

  /// Removes what must not be done after a cancellation, and returns it, to be released without the lock held.
  mutating func withdraw() -> [ExchangeState.Action] {
    let pending = actions[taken...]
    (actions, taken) = (pending.filter(\.outlastsCancellation), 0)
    return pending.filter { !$0.outlastsCancellation }
  }
}
