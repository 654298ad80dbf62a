/// The pending actions of an exchange, in order.
struct ActionQueue: Sendable {
  private var actions: [ExchangeState.Action] = []
  /// The number of actions that have been taken from the front.
  private var taken = 0

  var isEmpty: Bool { taken == actions.count }

  mutating func append(_ action: ExchangeState.Action) {
    // A client that is slower than the body receives only the latest progress.
    if !isEmpty {
      switch (action, actions[actions.count - 1]) {
      case (.deliverProgress, .deliverProgress), (.deliverUploadProgress, .deliverUploadProgress):
        actions.removeLast()
      default: break
      }
    }
    // Enough for the start of most requests.
    if actions.capacity == 0 { actions.reserveCapacity(4) }
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

  /// Removes heads and progress that the client has not received yet.
  mutating func withdrawNews() {
    actions.removeFirst(taken)
    taken = 0
    actions.removeAll { $0.isNews }
  }
}
