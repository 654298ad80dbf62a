import Net

/// What a subscription has delivered so far, for those who look and those who wait.
final class RecordingLog<Item: Sendable>: Sendable {
  struct State: Sendable {
    var items: [Item] = []
    var isDisposed = false
    /// How many elements `next` has handed out.
    var taken = 0
  }

  private let state = Lock(State())
  let changes = Changes()

  var current: State {
    changes.noteRead()
    return state.withLock { $0 }
  }

  func append(_ item: Item) {
    state.withLock { $0.items.append(item) }
    changes.notify()
  }

  func dispose() {
    state.withLock { $0.isDisposed = true }
    changes.notify()
  }

  func look<Value: Sendable>(_ body: @Sendable (inout State) -> Look<Value>) -> Look<Value> {
    state.withLock { body(&$0) }
  }
}
