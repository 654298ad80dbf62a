extension Expectation {
  /// Waits until the value is as the matcher expects; fails the test when the time has passed.
  ///
  /// For real asynchrony only: with a `TestScheduler`, advance the time and use ``to(_:)``, or let
  /// ``toEventually(_:advancing:within:)`` do it.
  ///
  /// ```swift
  /// await expect(server.requests.count).toEventually(equal(2))
  /// ```
  ///
  /// The expression is evaluated in the caller's isolation: at once, then whenever something that it reads of
  /// this module changes (a recording, a `Captured`, what a mock or a server has seen), and a last time at the
  /// deadline. What it reads elsewhere cannot tell of its changes, so it is looked at every 10 milliseconds
  /// besides. No thread is blocked. Cancelling the task ends the wait as the deadline does.
  public func toEventually(_ matcher: Matcher<Value>, within limit: Duration = .seconds(30)) async {
    await eventually(matcher, wanted: true, within: limit)
  }

  /// Waits until the value is no longer as the matcher expects; fails the test when the time has passed.
  ///
  /// Waits as ``toEventually(_:within:)`` does.
  ///
  /// ```swift
  /// await expect(session.openRequests).toEventuallyNot(equal(1))
  /// ```
  public func toEventuallyNot(_ matcher: Matcher<Value>, within limit: Duration = .seconds(30)) async {
    await eventually(matcher, wanted: false, within: limit)
  }

  private func eventually(_ matcher: Matcher<Value>, wanted: Bool, within limit: Duration) async {
    let deadline = ContinuousClock.now + limit
    while true {
      let reads = ChangeReads()
      guard let complaint = complaint(about: matcher, wanted: wanted, limit: limit, noting: reads) else {
        return
      }
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero, !Task.isCancelled else { return reporter.fail(complaint, at: place) }
      await Wake.wait(for: reads.changes, upTo: min(left, .milliseconds(10)))
    }
  }
}
