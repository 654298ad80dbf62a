#if os(Linux)
  /// Transfers of a loop that wait because the process has too many open descriptors, as a pure value that decides how
  /// many of them may start.
  ///
  /// Times are in microseconds of a monotonic clock.
  ///
  /// ```text
  /// a connection of the loop is idle ──▶ it is reused, or closed for another
  /// a socket was closed ───────────────▶ one transfer starts for each
  /// nothing is known ──────────────────▶ some are tried, 50 times a second
  /// no transfer ends for long ─────────▶ transfers fail with an error that names the limit
  /// ```
  struct CurlWaiting {
    private struct Entry {
      var transfer: CurlTransfer
      var since: Int64
    }

    /// The descriptors that are left for this process.
    enum Supply: Sendable {
      case none
      /// Only the last few, which are needed for resolving names and the like.
      case few
      case enough
    }

    /// The time between two attempts.
    static let interval: Int64 = 20_000

    private let patience: Int64
    private var entries = FIFO<Entry>()
    private(set) var openSockets = 0
    /// The number of transfers added to libcurl.
    private(set) var active = 0
    /// The number of sockets closed since transfers were last started.
    private var freed = 0
    /// Whether a transfer was refused since others were last started.
    private var isRefused = false
    private var lastProgress: Int64 = 0
    private var hasProgressed = false
    /// When to try again without a reason; nil while no transfer waits.
    private(set) var nextRetry: Int64?

    init(patience: Int64) { self.patience = patience }

    var isEmpty: Bool { entries.isEmpty }

    mutating func opened() { openSockets += 1 }

    mutating func closed() {
      openSockets -= 1
      freed += 1
    }

    mutating func began() { active += 1 }
    mutating func ended() { active -= 1 }

    /// Called when a transfer has ended.
    mutating func progressed() { hasProgressed = true }

    /// Adds a transfer.
    ///
    /// - Parameters:
    ///   - transfer: The transfer.
    ///   - wasRefused: Whether it was tried and refused. Descriptors that seem free are then not used before the next
    ///     attempt.
    ///   - now: The time.
    mutating func append(_ transfer: CurlTransfer, wasRefused: Bool, at now: Int64) {
      if wasRefused { isRefused = true }
      if entries.isEmpty {
        lastProgress = now
        nextRetry = now + Self.interval
        freed = 0
      }
      entries.append(Entry(transfer: transfer, since: now))
    }

    /// The number of connections without a transfer.
    var idle: Int { max(0, openSockets - active) }

    /// Returns how many transfers may start at this time.
    ///
    /// The system is asked only when an attempt is due.
    mutating func allowance(at now: Int64, supply: () -> Supply) -> Int {
      if hasProgressed { lastProgress = now }
      hasProgressed = false
      let isDue = nextRetry.map { $0 <= now } ?? false
      guard isDue || !isRefused else { return 0 }
      isRefused = false
      var count = idle + freed
      freed = 0
      guard isDue else { return count }
      nextRetry = now + Self.interval
      switch supply() {
      case .none: break
      case .few: if active == 0, openSockets == 0 { count += 1 }
      case .enough: count += max(1, active / 8)
      }
      return count
    }

    /// Removes the transfer that has waited longest, or returns nil without one.
    mutating func popFirst() -> CurlTransfer? {
      let entry = entries.popFirst()
      if entries.isEmpty { nextRetry = nil }
      return entry?.transfer
    }

    /// Removes a transfer that has waited too long while no other transfer ended, or returns nil without one.
    mutating func popOverdue(at now: Int64) -> CurlTransfer? {
      guard let first = entries.first, now - max(first.since, lastProgress) >= patience else { return nil }
      return popFirst()
    }
  }

  extension Duration {
    var inMicroseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000) }
  }
#endif
