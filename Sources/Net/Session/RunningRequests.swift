/// The requests of a session that have started and not ended.
///
/// Each has a slot in an array, so that its start and its end cost a few instructions and no allocation.
final class RunningRequests: Sendable {
  private struct Contents: Sendable {
    var slots: [SessionExchange?] = []
    var free: [Int] = []
    var isFinishing = false
    /// The handlers of `finish` that wait for the last request.
    var waiting: [@Sendable () -> Void] = []

    var isEmpty: Bool { free.count == slots.count }

    mutating func takeWaiting() -> [@Sendable () -> Void] {
      guard isEmpty, !waiting.isEmpty else { return [] }
      defer { waiting = [] }
      return waiting
    }
  }

  private let contents = Lock(Contents())

  /// Adds a request that starts, and returns its slot, or nil if the session accepts no more requests.
  ///
  /// A request that is part of a running one is accepted as long as that one runs.
  func enter(_ exchange: SessionExchange, isPart: Bool = false) -> Int? {
    contents.withLock { contents in
      guard !contents.isFinishing || (isPart && !contents.isEmpty) else { return nil }
      if let slot = contents.free.popLast() {
        contents.slots[slot] = exchange
        return slot
      }
      contents.slots.append(exchange)
      return contents.slots.count - 1
    }
  }

  /// Removes a request that has ended.
  func leave(_ slot: Int) {
    // The request is released without the lock held.
    let (_, waiting) = contents.withLock { contents in
      var exchange: SessionExchange?
      swap(&exchange, &contents.slots[slot])
      contents.free.append(slot)
      return (exchange, contents.takeWaiting())
    }
    for handler in waiting { handler() }
  }

  /// The requests in the order in which they were created.
  var all: [SessionExchange] {
    contents.withLock { $0.slots.compactMap(\.self) }.sorted { $0.id.number < $1.id.number }
  }

  /// Accepts no more requests, and calls the handler when the last one has ended.
  func finish(_ handler: @escaping @Sendable () -> Void) {
    let waiting = contents.withLock { contents in
      contents.isFinishing = true
      contents.waiting.append(handler)
      return contents.takeWaiting()
    }
    for handler in waiting { handler() }
  }
}
