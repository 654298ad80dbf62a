/// The clock of what belongs to a session but is created before it: its own clock, or that of the first session that
/// uses it.
///
/// Without either it is the system's.
package final class FollowedClock: Sendable {
  private struct Contents: Sendable {
    var timer: (any NetworkTimer)?
    /// Whether it has its own clock or that of a session.
    var isSettled: Bool
  }

  private let contents: Lock<Contents>

  /// - `own`: Its own clock; nil to follow that of a session.
  package init(_ own: (any NetworkTimer)?) {
    contents = Lock(Contents(timer: own, isSettled: own != nil))
  }

  /// The clock.
  package var timer: any NetworkTimer {
    contents.withLock { contents in
      if let timer = contents.timer { return timer }
      let timer = DispatchTimer()
      contents.timer = timer
      return timer
    }
  }

  /// Uses the clock of a session, unless there is one already.
  package func follow(_ session: any NetworkTimer) {
    // Returned, so that the former clock is released without the lock held.
    _ = contents.withLock { contents in
      let former = contents.timer
      if !contents.isSettled { contents = Contents(timer: session, isSettled: true) }
      return former
    }
  }
}
