/// When a timer for the silence of a peer is due, as a pure value.
///
/// A process that was stopped, such as a suspended app, finds its timers due before it has read what arrived meanwhile.
/// A timer that fires much too late is therefore scheduled once more, so that the transport reads first.
struct SilenceTimer: Sendable {
  /// How late a timer may fire.
  private static let tolerance = Duration.milliseconds(100)
  /// How long the transport has to read what arrived.
  static let grace = Duration.milliseconds(250)

  private var start: Duration?
  private var delay = Duration.zero
  private var hasGrace = false

  /// Called when the timer is scheduled.
  mutating func schedule(after delay: Duration, at now: Duration) {
    (start, self.delay) = (now, delay)
    hasGrace = false
  }

  /// Called when a closure has delayed what was decided until this time, maybe the timer, too.
  mutating func postpone(to now: Duration) { start = start.map { max($0, now) } }

  /// Called when the timer has fired; returns whether it must be scheduled once more, after ``grace``.
  mutating func needsGrace(at now: Duration) -> Bool {
    guard let due = start?.addingSaturated(delay), !hasGrace,
      now.subtractingSaturated(due) > Self.tolerance
    else { return false }
    hasGrace = true
    return true
  }
}
