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
    var handlers: [@Sendable () -> Void] = []
    var waits = Waits()
    /// How often all were cancelled.
    var cancellations = 0

    var isEmpty: Bool { free.count == requests.count }
    /// Whether no request can start any more.
    var hasFinished: Bool { isFinishing && isEmpty }

    mutating func takeFinished() -> Finished? {
      guard hasFinished else { return nil }
      defer { handlers = [] }
      return Finished(waits: waits.takeAll(), handlers: handlers)
    }
  }

  /// What waits to start a request later.
  struct Waits: Sendable {
    /// The event streams that wait to reconnect.
    var events = SessionWaits()
    /// The WebSockets that wait to reconnect.
    var sockets = SessionWaits()
    /// The series that may wait for their next request.
    ///
    /// A request of theirs may also run.
    var series = SessionWaits()

    mutating func takeAll() -> [RequestSeries.End] { events.takeAll() + sockets.takeAll() + series.takeAll() }
  }

  /// The remaining work when the last request has ended and no other can start.
  private struct Finished: Sendable {
    let waits: [RequestSeries.End]
    let handlers: [@Sendable () -> Void]

    func perform() {
      let ended = waits.map { $0(.sessionFinished) }
      for rest in ended { rest() }
      for handler in handlers { handler() }
    }
  }

  /// The place of a request that has started.
  struct Entry: Sendable {
    let index: Int
    /// How often all had been cancelled before.
    let cancellations: Int
  }

  private let contents = Lock(Contents())

  /// Adds a request that starts, and returns its place, or nil if the session accepts no more requests.
  ///
  /// A request that is part of a running one, such as the refresh of a token that a policy sends, is accepted as long
  /// as that one runs. One that another request causes is not accepted if all were cancelled since that one, which
  /// entered after this many cancellations.
  func enter(_ exchange: SessionExchange, isPart: Bool = false, after cancellations: Int? = nil) -> Entry? {
    contents.withLock { contents in
      guard
        !contents.isFinishing || ((isPart || PolicyCalls.current?.session === self) && !contents.isEmpty),
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
    let (_, finished) = contents.withLock { contents in
      var exchange: SessionExchange?
      swap(&exchange, &contents.requests[index])
      contents.free.append(index)
      return (exchange, contents.takeFinished())
    }
    finished?.perform()
  }

  /// The requests.
  var all: [SessionExchange] { contents.withLock { $0.requests.compactMap(\.self) } }

  /// Returns the requests, in the order in which they were created, and removes and returns the waits, in the order in
  /// which they began.
  ///
  /// The caller cancels them.
  func cancelAll() -> (requests: [SessionExchange], waits: [RequestSeries.End]) {
    let (requests, waits) = contents.withLock { contents in
      contents.cancellations += 1
      return (contents.requests.compactMap(\.self), contents.waits.takeAll())
    }
    return (requests.sorted { $0.id.number < $1.id.number }, waits)
  }

  // MARK: - Waits

  /// How many event streams wait to reconnect.
  var eventCount: Int { contents.withLock { $0.waits.events.count } }
  /// How many WebSockets wait to reconnect.
  var socketCount: Int { contents.withLock { $0.waits.sockets.count } }

  /// Adds a wait that follows a request; the result removes it.
  ///
  /// The session ends the wait when all requests are cancelled, and when no request can start any more. If all were
  /// cancelled since the request entered after this many cancellations, it is ended at once, during this call: at that
  /// moment there was neither a request nor a wait.
  ///
  /// - Parameters:
  ///   - end: Called at most once. It calls no client; what it returns does.
  ///   - kind: What waits.
  ///   - cancellations: How often all had been cancelled before the request.
  /// - Returns: Nil if the wait has been ended.
  func add(
    _ end: @escaping RequestSeries.End, to kind: any WritableKeyPath<Waits, SessionWaits> & Sendable,
    after cancellations: Int
  ) -> (any Cancellation)? {
    let (number, reason) = contents.withLock { contents -> (Int?, NetworkError.Reason) in
      guard contents.cancellations == cancellations else { return (nil, .cancelled) }
      guard !contents.hasFinished else { return (nil, .sessionFinished) }
      return (contents.waits[keyPath: kind].add(end), .cancelled)
    }
    if let number { return Registration(running: self, kind: kind, number: number) }
    end(reason)()
    return nil
  }

  private struct Registration: Cancellation {
    let running: RunningRequests
    let kind: any WritableKeyPath<Waits, SessionWaits> & Sendable
    let number: Int

    func cancel() {
      // Released here, without the lock held.
      withExtendedLifetime(running.contents.withLock { $0.waits[keyPath: kind].remove(number) }) {}
    }
  }

  // MARK: - The end

  /// Accepts no more requests, and calls the handler when the last one has ended.
  func finish(_ handler: @escaping @Sendable () -> Void) {
    let finished = contents.withLock { contents in
      contents.isFinishing = true
      contents.handlers.append(handler)
      return contents.takeFinished()
    }
    finished?.perform()
  }
}

/// What waits to start a request of a session later, as a pure value.
struct SessionWaits: Sendable {
  private var waits: [Int: RequestSeries.End] = [:]
  private var last = 0

  var count: Int { waits.count }

  /// Adds a wait; returns its number.
  mutating func add(_ end: @escaping RequestSeries.End) -> Int {
    last += 1
    waits[last] = end
    return last
  }

  /// Removes a wait, which the caller must release without a lock held.
  mutating func remove(_ number: Int) -> RequestSeries.End? { waits.removeValue(forKey: number) }

  /// Removes all waits; returns them in the order in which they began.
  mutating func takeAll() -> [RequestSeries.End] {
    defer { waits = [:] }
    return waits.sorted { $0.key < $1.key }.map(\.value)
  }
}
