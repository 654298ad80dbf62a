import Net

extension NetworkTimer {
  /// Schedules the action for this time of the timer; returns nil, and never runs it, if that time has passed.
  ///
  /// Another thread, such as that of a test, may advance virtual time during this call. A delay begins when it is
  /// scheduled, so the action would be due too late, and never run if the test does not advance the time again.
  func schedule(at due: Duration, _ action: @escaping @Sendable () -> Void) -> (any Cancellation)? {
    let isDecided = Lock(false)
    let decide: @Sendable () -> Bool = {
      isDecided.withLock { isDecided in
        defer { isDecided = true }
        return !isDecided
      }
    }
    var scheduled: (any Cancellation)?
    var time = now
    while due > time {
      let latest = schedule(after: due - time) { if decide() { action() } }
      scheduled = latest
      let former = time
      time = now
      // Real time passes, too.
      guard time - former >= .milliseconds(1) else { return latest }
      latest.cancel()
    }
    // Otherwise the action has begun on another thread.
    return decide() ? nil : scheduled
  }
}
