/// The clocks of the sessions of a recorder by the numbers of the sessions, counted from 1, as a pure value.
struct SessionClocks: Sendable {
  private var clocks: [Int: TraceLog.Clock] = [:]
  /// The sessions that have ended and whose clocks are not dropped yet.
  private var ended: Set<Int> = []
  private var count = 0
  /// The number of ended sessions at which to look for clocks that nothing needs.
  private var limit = 16

  /// The clock of the first session, which streams use.
  ///
  /// It is never dropped.
  var first: TraceLog.Clock? { clocks[1] }

  /// The clock of a session; nil if there is none, or if it was dropped.
  subscript(session: Int) -> TraceLog.Clock? { clocks[session] }

  /// Adds the clock of a session; returns the session's number.
  mutating func add(_ clock: TraceLog.Clock) -> Int {
    count += 1
    clocks[count] = clock
    return count
  }

  /// How the clock of a session related to the wall time when this was last noted.
  func epoch(of session: Int) -> Double? { clocks[session]?.epoch }

  /// Notes how the clock of a session relates to the wall time now.
  mutating func note(epoch: Double, of session: Int) { clocks[session]?.epoch = epoch }

  /// Notes that a session has ended; returns whether to drop the clocks that nothing needs.
  mutating func end(_ session: Int) -> Bool {
    guard session != 1 else { return false }
    ended.insert(session)
    return ended.count >= limit
  }

  /// Removes and returns the clocks of ended sessions that are not among those in use.
  mutating func dropEnded(except used: Set<Int>) -> [TraceLog.Clock] {
    let dropped = ended.subtracting(used).compactMap { clocks.removeValue(forKey: $0) }
    ended.formIntersection(used)
    // Twice the number, so that the search costs little for each session.
    limit = max(16, 2 * ended.count)
    return dropped
  }
}
