extension Expectation {
  /// Waits until the value matches; fails the test when the time has passed.
  ///
  /// Use it only for real asynchrony. With a `TestScheduler`, advance the time and use ``to(_:)``, or use
  /// ``toEventually(_:advancing:within:)``.
  ///
  /// ```swift
  /// await expect(server.requests.count).toEventually(equal(2))
  /// ```
  ///
  /// The expression is evaluated in the caller's isolation: immediately, whenever a value of this module that it reads
  /// changes (a recording, a `Captured`, the requests of a mock or server), and finally at the deadline. Because other
  /// values cannot report changes, it is also evaluated every 10 milliseconds. No thread is blocked. Cancelling the
  /// task ends the wait like the deadline.
  public func toEventually(_ matcher: Matcher<Value>, within limit: Duration = .seconds(30)) async {
    await eventually(matcher, wanted: true, within: limit)
  }

  /// Waits until the value no longer matches; fails the test when the time has passed.
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
    let deadline = ContinuousClock.Instant.end(of: limit)
    while true {
      let reads = ChangeReads()
      let isCancelled = Task.isCancelled
      let end = isCancelled ? " before the task was cancelled" : " within \(limit)"
      guard let complaint = complaint(about: matcher, wanted: wanted, until: end, noting: reads) else {
        return
      }
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero, !isCancelled else { return reporter.fail(complaint, at: place) }
      await Wake.wait(for: reads.changes, upTo: min(left, .milliseconds(10)))
    }
  }
}
