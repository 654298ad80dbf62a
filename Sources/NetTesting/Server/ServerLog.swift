import Net

/// The requests and connections of a server, and the callers that wait for more.
///
/// A pure value: it returns the waiters to notify.
struct ServerLog: Sendable {
  /// What a caller waits for.
  enum Want: Sendable, Hashable {
    /// The next request that was not taken.
    case request
    /// A number of connections that clients have closed.
    case clientCloses(Int)
    /// The end of every request that has started.
    case noOpenRequests
  }

  /// A waiting caller.
  struct Waiter: Sendable {
    var id: Int
    var want: Want
    var deadline: ContinuousClock.Instant
    var limit: Duration
    var resume: @Sendable (Result<RecordedRequest?, any Error>) -> Void
  }

  /// A waiter to notify once the lock is released.
  struct Notice: Sendable {
    var waiter: Waiter
    var result: Result<RecordedRequest?, any Error>

    func deliver() { waiter.resume(result) }
  }

  private(set) var exchanges: [ServedExchange] = []
  private(set) var connectionCount = 0
  private var openConnections: Set<Int> = []
  private(set) var clientCloseCount = 0
  private var takenCount = 0
  private var waiters: [Waiter] = []
  /// The number of discarded records, so that an older exchange is not mistaken for a later one.
  private var forgotten = 0

  mutating func connectionOpened() -> Int {
    connectionCount += 1
    openConnections.insert(connectionCount)
    return connectionCount
  }

  mutating func connectionClosed(_ number: Int) { openConnections.remove(number) }

  var openConnectionCount: Int { openConnections.count }

  /// The requests without a response, and the WebSockets, on connections that are open.
  var openRequests: [RecordedRequest] {
    exchanges.filter { ($0.status == nil || $0.isOpenWebSocket) && openConnections.contains($0.connection) }
      .map(\.request)
  }

  /// Records a request; returns its number.
  mutating func record(_ request: RecordedRequest, connection: Int) -> Int {
    exchanges.append(ServedExchange(request: request, connection: connection))
    return forgotten + exchanges.count - 1
  }

  mutating func answered(_ exchange: Int, status: Int) { change(exchange) { $0.status = status } }

  mutating func webSocket(_ exchange: Int, isOpen: Bool) { change(exchange) { $0.isOpenWebSocket = isOpen } }

  /// A client closed a connection, which therefore is not open when a waiter for it is notified.
  mutating func clientClosed(_ connection: Int, during exchange: Int?) {
    clientCloseCount += 1
    connectionClosed(connection)
    if let exchange { change(exchange) { $0.wasClosedByPeer = true } }
  }

  private mutating func change(_ exchange: Int, _ body: (inout ServedExchange) -> Void) {
    let index = exchange - forgotten
    if exchanges.indices.contains(index) { body(&exchanges[index]) }
  }

  /// Discards all records; open connections still count as open.
  mutating func forget() {
    forgotten += exchanges.count
    exchanges = []
    takenCount = 0
    clientCloseCount = 0
  }

  mutating func add(_ waiter: Waiter) { waiters.append(waiter) }

  /// Removes and returns the waiters whose condition holds or whose time has passed.
  mutating func due(at time: @autoclosure () -> ContinuousClock.Instant) -> [Notice] {
    guard !waiters.isEmpty else { return [] }
    let now = time()
    var notices: [Notice] = []
    var still: [Waiter] = []
    for waiter in waiters {
      if let result = result(for: waiter, at: now) {
        notices.append(Notice(waiter: waiter, result: result))
      } else {
        still.append(waiter)
      }
    }
    waiters = still
    return notices
  }

  private mutating func result(
    for waiter: Waiter, at now: ContinuousClock.Instant
  ) -> Result<RecordedRequest?, any Error>? {
    switch waiter.want {
    case .request where takenCount < exchanges.count:
      takenCount += 1
      return .success(exchanges[takenCount - 1].request)
    case .clientCloses(let count) where clientCloseCount >= count: return .success(nil)
    case .noOpenRequests where openRequests.isEmpty: return .success(nil)
    case .request, .clientCloses, .noOpenRequests:
      return waiter.deadline <= now ? .failure(timeout(of: waiter)) : nil
    }
  }

  private func timeout(of waiter: Waiter) -> MockServerError {
    let seen =
      "It has seen \(exchanges.count.counted("request")) on \(connectionCount.counted("connection")), "
      + "of which clients closed \(clientCloseCount) before they received a response."
    return switch waiter.want {
    case .request: .timedOut("No further request reached the server within \(waiter.limit). \(seen)")
    case .clientCloses(let count):
      .timedOut("The server did not see \(count.counted("close")) by clients within \(waiter.limit). \(seen)")
    case .noOpenRequests: .timedOut("Requests were open after \(waiter.limit). \(seen)")
    }
  }

  /// Removes a waiter that was cancelled.
  mutating func cancelWaiter(_ id: Int) -> [Notice] { take { $0.id == id }(CancellationError()) }

  /// Removes all waiters, because the server has ended.
  mutating func releaseAll() -> [Notice] { take { _ in true }(MockServerError.notRunning) }

  private mutating func take(_ isTaken: (Waiter) -> Bool) -> (any Error) -> [Notice] {
    let taken = waiters.filter(isTaken)
    waiters.removeAll(where: isTaken)
    return { error in taken.map { Notice(waiter: $0, result: .failure(error)) } }
  }

  /// The earliest deadline of the waiters.
  var nextDeadline: ContinuousClock.Instant? {
    waiters.isEmpty ? nil : waiters.lazy.map(\.deadline).min()
  }
}
