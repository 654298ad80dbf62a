#if os(Linux)
  /// Which loop of a transport a request goes to, as a pure value.
  ///
  /// ```text
  /// few requests ─▶ the first loop, where they share wake-ups and connections
  /// more ─────────▶ the loop with the fewest; another is opened while all have enough
  /// HTTP/2 ───────▶ the loop of its origin, where the one connection is
  /// ```
  ///
  /// Whether an origin speaks HTTP/2 is known after its first answer. Until then it is taken to, so that its requests
  /// find each other.
  struct CurlPlacement: Sendable {
    /// How an origin is spoken to.
    private struct Home: Sendable {
      var loop: Int
      var isShared = true
    }

    /// So many requests are enough for a loop, while there may be others.
    static let enough = 8
    /// So many requests are placed after a loop could not be opened before it is tried again.
    static let patience = 256
    /// The most origins that are remembered.
    static let mostOrigins = 1024

    /// The requests under way on each loop.
    private(set) var loads = [0]
    /// The most loops there may be.
    let limit: Int
    private var isOpening = false
    /// How many requests are still to be placed before another loop is asked for.
    private var wait = 0
    private var homes: [String: Home] = [:]

    init(limit: Int) { self.limit = max(1, limit) }

    /// The loop for a request, which is counted there until it leaves.
    ///
    /// - `origin`: Of a request that may share its connection with others; nil for one that has its own.
    mutating func place(origin: String?) -> Int {
      let index = origin.map { home(of: $0) } ?? lightest
      loads[index] += 1
      if wait > 0 { wait -= 1 }
      return index
    }

    /// The request is over.
    mutating func leave(_ index: Int) { loads[index] -= 1 }

    /// An origin has answered by HTTP/2, so that its requests can share a connection, or it has not.
    mutating func learn(_ origin: String, isShared: Bool) { homes[origin]?.isShared = isShared }

    /// Whether another loop is to be opened now.
    ///
    /// Whoever asks does it, and says what came of it.
    mutating func opens() -> Bool {
      guard !isOpening, wait == 0, loads.count < limit, loads.allSatisfy({ $0 > Self.enough }) else {
        return false
      }
      isOpening = true
      return true
    }

    /// The loop that was asked for is open.
    mutating func opened() {
      isOpening = false
      loads.append(0)
    }

    /// The loop that was asked for cannot be opened: those that there are have to do for a while.
    mutating func failedToOpen() {
      isOpening = false
      wait = Self.patience
    }

    private var lightest: Int {
      guard loads[0] >= Self.enough else { return 0 }
      return loads.indices.min { loads[$0] < loads[$1] } ?? 0
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
