#if os(Linux)
  /// Chooses the loop of a transport for each request, as a pure value.
  ///
  /// ```text
  /// few requests ──▶ the first loop, where they share wake-ups and connections
  /// more requests ─▶ the loop with the fewest; another is opened while all are busy
  /// HTTP/2 ────────▶ the loop of its origin, which has the one connection
  /// WebSockets ────▶ as requests, but those that are open count too
  /// ```
  ///
  /// Until its first response, an origin is assumed to support HTTP/2, so that its requests meet on one loop.
  struct CurlPlacement: Sendable {
    /// The loop of an origin, and whether its requests share a connection.
    private struct Home: Sendable {
      var loop: Int
      var isShared = true
    }

    /// The number of requests on a loop at which another loop is used.
    static let enough = 8
    /// After a loop could not be opened, the number of requests before the next try.
    static let patience = 256
    /// The maximum number of origins that are remembered.
    static let mostOrigins = 1024

    /// The requests in progress on each loop.
    private(set) var loads = [0]
    /// The open WebSockets on each loop, which count for other WebSockets only: most of them are idle most of the time.
    private(set) var open = [0]
    /// The maximum number of loops.
    let limit: Int
    private var isOpening = false
    /// How many requests must be placed before another loop may be opened.
    private var wait = 0
    private var homes: [String: Home] = [:]

    init(limit: Int) { self.limit = max(1, limit) }

    /// Chooses the loop for a request, which counts there until it leaves.
    ///
    /// - Parameter origin: The origin of a request that may share a connection, or nil for one that may not.
    /// - Returns: The index of the loop.
    mutating func place(origin: String?) -> Int {
      let index = origin.map { home(of: $0) } ?? lightest
      loads[index] += 1
      if wait > 0 { wait -= 1 }
      return index
    }

    /// Chooses the loop for a WebSocket, which counts as a request until it is open.
    mutating func placeWebSocket() -> Int {
      let index = lightest { loads[$0] + open[$0] }
      loads[index] += 1
      if wait > 0 { wait -= 1 }
      return index
    }

    /// Called when the request has ended.
    mutating func leave(_ index: Int) { loads[index] -= 1 }

    /// Called when a WebSocket is open.
    mutating func settle(_ index: Int) {
      loads[index] -= 1
      open[index] += 1
    }

    /// Called when an open WebSocket has ended.
    mutating func close(_ index: Int) { open[index] -= 1 }

    /// Called when an origin has responded.
    ///
    /// With HTTP/2, its requests can share a connection.
    mutating func learn(_ origin: String, isShared: Bool) { homes[origin]?.isShared = isShared }

    /// Decides whether to open another loop now.
    ///
    /// - Parameter isForWebSocket: Whether a WebSocket was placed last, for which those that are open count too.
    /// - Returns: If true, the caller opens it and reports the result.
    mutating func opens(isForWebSocket: Bool = false) -> Bool {
      guard !isOpening, wait == 0, loads.count < limit,
        loads.indices.allSatisfy({ loads[$0] + (isForWebSocket ? open[$0] : 0) > Self.enough })
      else { return false }
      isOpening = true
      return true
    }

    /// Called when the requested loop is open.
    mutating func opened() {
      isOpening = false
      loads.append(0)
      open.append(0)
    }

    /// Called when the requested loop could not be opened, so the existing ones are used for a while.
    mutating func failedToOpen() {
      isOpening = false
      wait = Self.patience
    }

    private var lightest: Int { lightest { loads[$0] } }

    private func lightest(by load: (Int) -> Int) -> Int {
      guard load(0) >= Self.enough else { return 0 }
      return loads.indices.min { load($0) < load($1) } ?? 0
    }

    private mutating func home(of origin: String) -> Int {
      if let home = homes[origin] { return home.isShared ? home.loop : lightest }
      if homes.count >= Self.mostOrigins { homes.removeAll(keepingCapacity: true) }
      let loop = lightest
      homes[origin] = Home(loop: loop)
      return loop
    }
  }
#endif
