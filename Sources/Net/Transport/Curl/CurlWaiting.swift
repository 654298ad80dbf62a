#if os(Linux)
  /// Transfers of a loop that wait because the process has too many descriptors open, and how many of them may go on; a
  /// pure value.
  ///
  /// Times are in microseconds of a clock that only goes forward.
  ///
  /// ```text
  /// a connection of the loop is idle ──▶ it is used again, or closed for another
  /// one was closed, or has ended ──────▶ one goes on for each
  /// nothing is known ──────────────────▶ some are tried, 50 times a second
  /// no transfer ends for long ─────────▶ the error says what is lacking
  /// ```
  struct CurlWaiting {
    private struct Entry {
      var transfer: CurlTransfer
      var since: Int64
    }

    /// What the system has for this process.
    enum Supply: Sendable {
      case none
      /// Some of the last, which are for looking up names and the like.
      case few
      case enough
    }

    /// The time between two tries.
    static let interval: Int64 = 20_000

    private let patience: Int64
    private var entries: ArraySlice<Entry> = []
    private(set) var openSockets = 0
    /// The transfers that libcurl has.
    private(set) var active = 0
    /// The sockets that were closed since transfers were last let go on.
    private var freed = 0
    /// Whether one was refused since the last time that others went on.
    private var isRefused = false
    private var lastProgress: Int64 = 0
    private var hasProgressed = false
    /// When to try again without a reason; nil while nobody waits.
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

    /// A transfer came to its end.
    mutating func progressed() { hasProgressed = true }

    /// - `wasRefused`: Whether it was tried, so that what there seems to be is not to be had before the next try.
    mutating func append(_ transfer: CurlTransfer, wasRefused: Bool, at now: Int64) {
      if wasRefused { isRefused = true }
      if entries.isEmpty {
        lastProgress = now
        nextRetry = now + Self.interval
        freed = 0
      }
      entries.append(Entry(transfer: transfer, since: now))
    }

    /// Connections that no transfer uses.
    var idle: Int { max(0, openSockets - active) }

    /// How many may go on at this time.
    ///
    /// The system is asked when there is no other reason.
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

    /// The next one, which has waited for longest; nil where there is none.
    mutating func popFirst() -> CurlTransfer? {
      let entry = entries.popFirst()
      if entries.isEmpty { nextRetry = nil }
      return entry?.transfer
    }

    /// The next one that has waited for too long, while no other one came to its end.
    mutating func popOverdue(at now: Int64) -> CurlTransfer? {
      guard let first = entries.first, now - max(first.since, lastProgress) >= patience else { return nil }
      return popFirst()
    }
  }

  extension Duration {
    var inMicroseconds: Int64 {
      let (seconds, attoseconds) = components
      return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
  }
#endif
