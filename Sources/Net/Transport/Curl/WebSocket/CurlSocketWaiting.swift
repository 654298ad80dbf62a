#if os(Linux)
  /// WebSockets of a loop that wait because the process has too many open descriptors, as a pure value.
  ///
  /// Times are in microseconds of a monotonic clock. Requests wait in a ``CurlWaiting``, which also counts idle
  /// connections; a WebSocket cannot use one of those.
  ///
  /// ```text
  /// nothing is known ──────────▶ some are tried, 50 times a second
  /// no WebSocket ends for long ─▶ they fail with an error that names the limit
  /// ```
  struct CurlSocketWaiting {
    /// The attempts of a task to open its connection.
    struct Attempts: Sendable, Equatable {
      /// When it first found no descriptor.
      var since: Int64?
      /// How often it failed although some descriptors were left.
      var failures = 0
    }

    struct Entry {
      var task: CurlSocketTask
      var attempts: Attempts
    }

    /// The number that is tried at a time.
    private static let batch = 8

    private let patience: Int64
    private var entries: [Entry] = []
    private var lastProgress: Int64 = 0
    /// When to try again; nil while none waits.
    private(set) var nextRetry: Int64?

    init(patience: Int64) { self.patience = patience }

    var isEmpty: Bool { entries.isEmpty }

    func contains(_ task: CurlSocketTask) -> Bool { entries.contains { $0.task === task } }

    mutating func append(_ task: CurlSocketTask, _ attempts: Attempts, at now: Int64) {
      var attempts = attempts
      attempts.since = attempts.since ?? now
      entries.append(Entry(task: task, attempts: attempts))
      nextRetry = nextRetry ?? now + CurlWaiting.interval
    }

    mutating func remove(_ task: CurlSocketTask) {
      entries.removeAll { $0.task === task }
      if entries.isEmpty { nextRetry = nil }
    }

    /// Called when a WebSocket has ended.
    mutating func progressed(at now: Int64) {
      lastProgress = now
      if nextRetry != nil { nextRetry = now }
    }

    /// Removes the tasks to try again.
    ///
    /// - Parameters:
    ///   - now: The time.
    ///   - supply: Asks the system. It is only called when an attempt is due.
    /// - Returns: The tasks, those that have waited longest first.
    mutating func popDue(at now: Int64, supply: () -> CurlWaiting.Supply) -> [Entry] {
      guard let nextRetry, nextRetry <= now else { return [] }
      let count =
        switch supply() {
        case .none: 0
        case .few: 1
        case .enough: Self.batch
        }
      let due = Array(entries.prefix(count))
      entries.removeFirst(due.count)
      self.nextRetry = entries.isEmpty ? nil : now + CurlWaiting.interval
      return due
    }

    /// Removes a task that has waited too long while no other ended, or returns nil without one.
    mutating func popOverdue(at now: Int64) -> CurlSocketTask? {
      guard
        let index = entries.firstIndex(where: {
          now - max($0.attempts.since ?? now, lastProgress) >= patience
        })
      else { return nil }
      defer { if entries.isEmpty { nextRetry = nil } }
      return entries.remove(at: index).task
    }
  }
#endif
