import Net

/// Detects that the virtual time does not advance, because an action schedules itself without a delay.
struct VirtualStandstill {
  /// How many actions may run at the same time.
  let limit: Int
  private var time: Duration?
  private var count = 0

  init(limit: Int) { self.limit = limit }

  /// Counts an action that has run at a time; returns a complaint if there were too many.
  mutating func noteAction(at now: Duration) -> String? {
    if now != time { (time, count) = (now, 0) }
    count += 1
    guard count >= limit else { return nil }
    return """
      \(count.counted("action")) have run at \(now), and the time does not advance. Does something schedule itself \
      without a delay?
      """
  }
}
