/// Decides when a task is paused and resumed, so that the last wish wins.
///
/// A pure value. One call of the task runs at a time, because the effects of two could come in either order. Only a pause does not
/// wait for a `proceed` under way: a task may deliver what has arrived before its `proceed` returns, and would deliver
/// all of it. After such a pair, the current wish is passed on again.
struct WebSocketReading: Sendable {
  /// The last call; nil if two calls overlapped, so that either may have come last.
  private var isPaused: Bool? = false
  /// How many calls have not returned.
  private var calls = 0
  private var hasOverlap = false

  /// Returns whether to pause (true) or to resume (false) the task now, or nil if there is nothing to call.
  ///
  /// The caller calls ``end()`` afterwards, and then this method again.
  mutating func begin(pausing: Bool) -> Bool? {
    guard isPaused != pausing else { return nil }
    guard calls == 0 || (calls == 1 && pausing && isPaused == false) else { return nil }
    isPaused = pausing
    calls += 1
    if calls > 1 { hasOverlap = true }
    return pausing
  }

  /// A call has returned.
  mutating func end() {
    calls -= 1
    guard calls == 0, hasOverlap else { return }
    hasOverlap = false
    isPaused = nil
  }
}
