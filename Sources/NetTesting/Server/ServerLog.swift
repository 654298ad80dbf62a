/// What a server has seen, and who waits to see more.
///
/// A pure value: what is to be told comes out.
struct ServerLog: Sendable {
  /// What somebody waits for.
  enum Want: Sendable, Hashable {
    /// The next request that nobody has taken.
    case request
    /// So many closes by clients.
    case clientCloses(Int)
    /// The end of every request that has begun.
    case noOpenRequests
  }

  /// Somebody who waits.
  struct Waiter: Sendable {
    var id: Int
    var want: Want
    var deadline: ContinuousClock.Instant
    var limit: Duration
    var resume: @Sendable (Result<RecordedRequest?, any Error>) -> Void
  }

  /// Somebody to tell, once the lock is released.
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
  /// The number of records forgotten, so that an exchange begun before is not mistaken for a later one.
  private var forgotten = 0

  mutating func connectionOpened() -> Int {
    connectionCount += 1
    openConnections.insert(connectionCount)
    return connectionCount
  }

  mutating func connectionClosed(_ number: Int) { openConnections.remove(number) }

  var openConnectionCount: Int { openConnections.count }

  /// The requests that have no answer on connections that are open.
  var openRequests: [RecordedRequest] {
    exchanges.filter { $0.status == nil && openConnections.contains($0.connection) }.map(\.request)
  }

  /// Records a request; the number stands for it from now on.
  mutating func record(_ request: RecordedRequest, connection: Int) -> Int {
    exchanges.append(ServedExchange(request: request, connection: connection))
    return forgotten + exchanges.count - 1
  }

  mutating func answered(_ exchange: Int, status: Int) { change(exchange) { $0.status = status } }

  mutating func clientClosed(during exchange: Int?) {
    clientCloseCount += 1
    if let exchange { change(exchange) { $0.wasClosedByPeer = true } }
  }

  private mutating func change(_ exchange: Int, _ body: (inout ServedExchange) -> Void) {
    let index = exchange - forgotten
    if exchanges.indices.contains(index) { body(&exchanges[index]) }
  }

  /// Forgets what was seen; connections that are open still count as open.
  mutating func forget() {
    forgotten += exchanges.count
    exchanges = []
    takenCount = 0
    clientCloseCount = 0
  }

  mutating func add(_ waiter: Waiter) { waiters.append(waiter) }

  /// Whoever has what they waited for, or has waited long enough.
  mutating func due(at now: ContinuousClock.Instant) -> [Notice] {
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
      "It has seen \(exchanges.count) requests on \(connectionCount) connections, "
      + "of which clients closed \(clientCloseCount) before they had their answer."
    return switch waiter.want {
    case .request: .timedOut("No further request reached the server within \(waiter.limit). \(seen)")
    case .clientCloses(let count):
      .timedOut("The server did not see \(count) closes by clients within \(waiter.limit). \(seen)")
    case .noOpenRequests: .timedOut("Requests were open after \(waiter.limit). \(seen)")
    }
  }

  /// Lets one go: they no longer want to wait.
  mutating func cancelWaiter(_ id: Int) -> [Notice] { take { $0.id == id }(CancellationError()) }

  /// Lets all go: nothing will come.
  mutating func releaseAll() -> [Notice] { take { _ in true }(MockServerError.notRunning) }

  private mutating func take(_ isTaken: (Waiter) -> Bool) -> (any Error) -> [Notice] {
    let taken = waiters.filter(isTaken)
    waiters.removeAll(where: isTaken)
    return { error in taken.map { Notice(waiter: $0, result: .failure(error)) } }
  }

  /// When the next of them has waited long enough.
  var nextDeadline: ContinuousClock.Instant? { waiters.lazy.map(\.deadline).min() }
}
