/// The requests of a session that have started and not ended, and what waits to start one later.
///
/// Each request has an index in an array, so that its start and its end cost a few instructions and no allocation.
///
/// One lock guards all of it, so that a request that moves from one to the other is cancelled with all others
/// at any moment. What is in neither, because a request has ended and its handler has not been called yet,
/// knows after how many cancellations it has begun.
final class RunningRequests: Sendable {
  private struct Contents: Sendable {
    var requests: [SessionExchange?] = []
    var free: [Int] = []
    var isFinishing = false
    /// The handlers of `finish` that wait for the last request.
    var waiting: [@Sendable () -> Void] = []
    var waits = SessionWaits()
    /// The waits of WebSockets to reconnect, which are not cancelled with all.
    var reconnections = SessionWaits()
    /// How often all were cancelled.
    var cancellations = 0

    var isEmpty: Bool { free.count == requests.count }

    mutating func takeWaiting() -> [@Sendable () -> Void] {
      guard isEmpty, !waiting.isEmpty else { return [] }
      defer { waiting = [] }
      return waiting
    }
  }

  /// The place of a request that has started.
  struct Entry: Sendable {
    let index: Int
    /// How often all had been cancelled before.
    let cancellations: Int
  }

  private let contents = Lock(Contents())

  /// The requests of the session whose policy is called, in that call and in the tasks that it creates.
  ///
  /// What such a policy sends, such as the refresh of a token, is part of a running request.
  @TaskLocal static var ofCalledPolicy: RunningRequests?

  /// Adds a request that starts, and returns its place, or nil if the session accepts no more requests.
  ///
  /// A request that is part of a running one is accepted as long as that one runs. One that another request causes is not
  /// accepted if all were cancelled since that one, which entered after this many cancellations.
  func enter(_ exchange: SessionExchange, isPart: Bool = false, after cancellations: Int? = nil) -> Entry? {
    contents.withLock { contents in
      guard
        !contents.isFinishing || ((isPart || Self.ofCalledPolicy === self) && !contents.isEmpty),
        cancellations ?? contents.cancellations == contents.cancellations
      else { return nil }
      if let index = contents.free.popLast() {
        contents.requests[index] = exchange
        return Entry(index: index, cancellations: contents.cancellations)
      }
      contents.requests.append(exchange)
      return Entry(index: contents.requests.count - 1, cancellations: contents.cancellations)
    }
  }

  /// Removes a request that has ended.
  func leave(_ index: Int) {
    // The request is released without the lock held.
    let (_, waiting) = contents.withLock { contents in
      var exchange: SessionExchange?
      swap(&exchange, &contents.requests[index])
      contents.free.append(index)
      return (exchange, contents.takeWaiting())
    }
    for handler in waiting { handler() }
  }

  /// The requests.
  var all: [SessionExchange] { contents.withLock { $0.requests.compactMap(\.self) } }

  /// Returns the requests, in the order in which they were created, and removes and returns the waits, in the order in
  /// which they began.
  ///
  /// The caller cancels them.
  func cancelAll() -> (requests: [SessionExchange], waits: [SessionWaits.Cancel]) {
    let (requests, waits) = contents.withLock { contents in
      contents.cancellations += 1
      return (contents.requests.compactMap(\.self), contents.waits.takeAll())
    }
    return (requests.sorted { $0.id.number < $1.id.number }, waits)
  }

  // MARK: - Waits

  /// The number of waits.
  var waitCount: Int { contents.withLock { $0.waits.count } }

  /// Adds a wait that follows a request; the result removes it.
  ///
  /// Returns nil if all were cancelled since the request entered after this many cancellations. Then the caller cancels
  /// the wait.
  func add(_ cancel: @escaping SessionWaits.Cancel, after cancellations: Int) -> (any Cancellation)? {
    let number: Int? = contents.withLock { contents in
      guard contents.cancellations == cancellations else { return nil }
      return contents.waits.add(cancel)
    }
    return number.map { Registration(running: self, waits: \.waits, number: $0) }
  }

  /// The number of WebSockets that wait to reconnect.
  var reconnectionCount: Int { contents.withLock { $0.reconnections.count } }

  /// Adds the wait of a WebSocket to reconnect; the result removes it.
  func addReconnection(_ cancel: @escaping SessionWaits.Cancel) -> any Cancellation {
    let number = contents.withLock { $0.reconnections.add(cancel) }
    return Registration(running: self, waits: \.reconnections, number: number)
  }

  /// Removes and returns the waits of WebSockets to reconnect, which the caller cancels.
  func takeReconnections() -> [SessionWaits.Cancel] { contents.withLock { $0.reconnections.takeAll() } }

  private struct Registration: Cancellation {
    let running: RunningRequests
    let waits: any WritableKeyPath<Contents, SessionWaits> & Sendable
    let number: Int

    func cancel() {
      // Released here, without the lock held.
      withExtendedLifetime(running.contents.withLock { $0[keyPath: waits].remove(number) }) {}
    }
  }

  // MARK: - The end

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

/// What waits to start a request of a session later, as a pure value.
struct SessionWaits: Sendable {
  typealias Cancel = @Sendable () -> @Sendable () -> Void

  private var waits: [Int: Cancel] = [:]
  private var last = 0

  var count: Int { waits.count }

  /// Adds a wait; returns its number.
  mutating func add(_ cancel: @escaping Cancel) -> Int {
    last += 1
    waits[last] = cancel
    return last
  }

  /// Removes a wait, which is to be released without a lock held.
  mutating func remove(_ number: Int) -> Cancel? { waits.removeValue(forKey: number) }

  /// Removes all waits; returns them in the order in which they began.
  mutating func takeAll() -> [Cancel] {
    defer { waits = [:] }
    return waits.sorted { $0.key < $1.key }.map(\.value)
  }
}
