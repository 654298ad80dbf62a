extension Expectation {
  /// Moves the virtual time from one action to the next until the value is as the matcher expects; fails the test
  /// when so much virtual time has passed.
  ///
  /// For what takes a time that the test does not care about, such as a back-off. It takes no real time.
  ///
  /// ```swift
  /// expect(user.event).toEventually(beSuccess(), advancing: scheduler)
  /// ```
  ///
  /// The time stays where the value was first as expected.
  public func toEventually(
    _ matcher: Matcher<Value>, advancing scheduler: TestScheduler, within limit: Duration = .seconds(3600)
  ) {
    let deadline = scheduler.now + limit
    var mayChange = true
    while let complaint = complaint(about: matcher, wanted: true, limit: limit) {
      guard mayChange else { return reporter.fail("\(complaint); the time is virtual", at: place) }
      mayChange = scheduler.runNext(upTo: deadline, at: place)
    }
  }
}
