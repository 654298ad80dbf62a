import Net

/// The events that a subscription has delivered so far, for reading and waiting.
final class RecordingLog<Item: Sendable & OutcomeConvertible>: Sendable {
  struct Contents: Sendable {
    var items: [Item] = []
    var isDisposed = false
    /// How many elements `next` has returned.
    var taken = 0
  }

  private let state = Lock(Contents())
  let changes = Changes()
  /// The line at which the subscription is recorded.
  private let place: SourcePlace

  init(place: SourcePlace) { self.place = place }

  var current: Contents {
    changes.noteRead { [self] in whyNothing }
    return state.withLock { $0 }
  }

  /// The same for what shows no error, such as the elements: the message of a failed expectation adds it.
  var currentWithoutError: Contents {
    changes.noteRead { [self] in whyNothing ?? whyNoMore }
    return state.withLock { $0 }
  }

  private var whyNoMore: NothingYet? {
    guard case .failure(let error)? = state.withLock({ $0.items.last })?.outcome else { return nil }
    let text = excerpt(of: spelling(of: error), limit: 2_000)
    return NothingYet(
      words: "the subscription that is recorded at \(place) has failed: \(text)", isFinal: true)
  }

  private var whyNothing: NothingYet? {
    let (isEmpty, isDisposed) = state.withLock { ($0.items.isEmpty, $0.isDisposed) }
    guard isEmpty else { return nil }
    return isDisposed
      ? NothingYet(
        words: "the subscription that is recorded at \(place) was disposed of before it delivered anything",
        isFinal: true)
      : NothingYet(
        words: "the subscription that is recorded at \(place) is live, and has delivered nothing yet")
  }

  func append(_ item: Item) {
    state.withLock { $0.items.append(item) }
    changes.notify()
  }

  func dispose() {
    state.withLock { $0.isDisposed = true }
    changes.notify()
  }

  func look<Value: Sendable>(_ body: @Sendable (inout Contents) -> Look<Value>) -> Look<Value> {
    state.withLock { body(&$0) }
  }
}
