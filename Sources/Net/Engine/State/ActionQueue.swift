/// The actions of an exchange that wait to be done, in order.
struct ActionQueue: Sendable {
  private var actions: [ExchangeState.Action] = []
  /// How many at the front have been taken.
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
    // As many as wait at the start of most requests.
    if actions.capacity == 0 { actions.reserveCapacity(4) }
    actions.append(action)
  }

  /// The next action to do; nil when there is none.
  mutating func take() -> ExchangeState.Action? {
    guard !isEmpty else {
      actions.removeAll(keepingCapacity: true)
      taken = 0
      return nil
    }
    // What it carries goes along, and is not released here, under the lock of the exchange.
    var action = ExchangeState.Action.nothing
    swap(&action, &actions[taken])
    taken += 1
    return action
  }

  /// Takes back what the client has not been told yet of heads and progress.
  mutating func withdrawNews() {
    actions.removeFirst(taken)
    taken = 0
    actions.removeAll { $0.isNews }
  }
}
