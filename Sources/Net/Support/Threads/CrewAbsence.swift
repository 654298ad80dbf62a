/// What the watcher of a crew sees of a leader that is away, as a pure value.
///
/// ```text
/// the leader blocks or computes ────────▶ take over, and check more often
/// it waits for a processor ─────────────▶ wait, and after a millisecond take over
/// the system says nothing about it ─────▶ take over, and check more often
/// ```
///
/// On a busy machine a leader may have to wait for a processor during any call. Threads that take over then, and check
/// more often, want the processors too, so that even more leaders have to wait.
struct CrewAbsence: Sendable {
  enum Verdict: Sendable, Equatable {
    case waits
    case takesOver(hastens: Bool)
  }

  /// How long the watcher waits for a leader without a processor.
  private static let patience = Duration.milliseconds(1)

  private let start: Duration
  private var last: Duration
  /// The processor time of the leader; nil if it is unknown.
  private var used: Duration?

  /// The watcher sees the leader away for the first time.
  init(at now: Duration, used: Duration?) {
    (start, last) = (now, now)
    self.used = used
  }

  /// The watcher sees the leader away again.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - used: The processor time of the leader; nil if it is unknown.
  ///   - isReady: Whether the leader runs or waits only for a processor.
  /// - Returns: What the watcher does.
  mutating func look(at now: Duration, used: Duration?, isReady: @autoclosure () -> Bool) -> Verdict {
    guard let used, let before = self.used, isReady() else { return .takesOver(hastens: true) }
    let (time, work) = (now - last, used - before)
    (last, self.used) = (now, used)
    if work * 2 >= time { return .takesOver(hastens: true) }
    return now - start >= Self.patience ? .takesOver(hastens: false) : .waits
  }
}
