extension Expectation {
  /// Advances the virtual time from one action to the next until the value matches.
  ///
  /// Fails the test if the value does not match within `limit` of virtual time, an hour by default. Use it if the exact
  /// time does not matter, as for a backoff. It takes no real time.
  ///
  /// ```swift
  /// expect(user.event).toEventually(beSuccess(), advancing: scheduler)
  /// ```
  ///
  /// The time stops where the value first matches. Work of tasks and queues, such as that of an asynchronous refresh of
  /// a token, runs in real time, and this does not wait for it. Await it first; otherwise virtual time passes before
  /// the work is done.
  public func toEventually(
    _ matcher: Matcher<Value>, advancing scheduler: TestScheduler, within limit: Duration = .seconds(3600)
  ) {
    let deadline = scheduler.now.virtualTime(after: limit)
    var mayChange = true
    var standstill = VirtualStandstill(limit: scheduler.actionLimit)
    while let complaint = complaint(about: matcher, wanted: true, until: " within \(limit)") {
      guard mayChange else {
        let note = "the time is virtual, and the work of tasks and queues was not waited for"
        return reporter.fail("\(complaint); \(note)", at: place)
      }
      mayChange = scheduler.runNext(upTo: deadline, at: place)
      if let standstill = standstill.noteAction(at: scheduler.now) {
        return reporter.fail("\(complaint); \(standstill)", at: place)
      }
    }
  }

  // Hidden from the documentation, because links to the form above would become ambiguous.
  /// Advances the virtual time until there is a value that matches.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func toEventually<Wrapped>(
    _ matcher: Matcher<Wrapped>, advancing scheduler: TestScheduler, within limit: Duration = .seconds(3600)
  ) where Value == Wrapped? {
    toEventually(matcher.ofOptional, advancing: scheduler, within: limit)
  }
}
