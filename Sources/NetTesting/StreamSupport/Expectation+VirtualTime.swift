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
    eventually(matcher, wanted: true, advancing: scheduler, within: limit)
  }

  /// Advances the virtual time from one action to the next until the value does not match any more.
  ///
  /// Advances as ``toEventually(_:advancing:within:)`` does. Without a value it waits, because nil fails either way.
  ///
  /// ```swift
  /// expect(network.requestCallCount).toEventuallyNot(equal(0), advancing: scheduler)
  /// ```
  public func toEventuallyNot(
    _ matcher: Matcher<Value>, advancing scheduler: TestScheduler, within limit: Duration = .seconds(3600)
  ) {
    eventually(matcher, wanted: false, advancing: scheduler, within: limit)
  }

  /// Advances the virtual time to the end of `limit`, an hour by default, and fails the test unless the value matches
  /// now and after each action.
  ///
  /// The time stops where the value first does not match. Use it to show that nothing happens later, such as a retry.
  ///
  /// ```swift
  /// expect(network.requestCallCount).toAlways(equal(1), advancing: scheduler, until: .seconds(60))
  /// ```
  public func toAlways(
    _ matcher: Matcher<Value>, advancing scheduler: TestScheduler, until limit: Duration = .seconds(3600)
  ) {
    always(matcher, wanted: true, advancing: scheduler, until: limit)
  }

  /// Advances the virtual time to the end of `limit`, an hour by default, and fails the test if the value matches now
  /// or after an action.
  ///
  /// The time stops where the value first matches. No value does not match.
  ///
  /// ```swift
  /// expect(user.event).toNever(beFailure(), advancing: scheduler, until: .seconds(60))
  /// ```
  public func toNever(
    _ matcher: Matcher<Value>, advancing scheduler: TestScheduler, until limit: Duration = .seconds(3600)
  ) {
    always(matcher.differingFromNothing, wanted: false, advancing: scheduler, until: limit)
  }

  private func always(
    _ matcher: Matcher<Value>, wanted: Bool, advancing scheduler: TestScheduler, until limit: Duration
  ) {
    let deadline = scheduler.now.virtualTime(after: limit)
    var mayChange = true
    var standstill = VirtualStandstill(limit: scheduler.actionLimit)
    while true {
      if let complaint = complaint(about: matcher, wanted: wanted, until: " at all times within \(limit)") {
        return reporter.fail("\(complaint); the virtual time is \(scheduler.now)", at: place)
      }
      guard mayChange else { return }
      mayChange = scheduler.runNext(upTo: deadline, at: place)
      if let standstill = standstill.noteAction(at: scheduler.now) {
        return reporter.fail(standstill, at: place)
      }
    }
  }

  private func eventually(
    _ matcher: Matcher<Value>, wanted: Bool, advancing scheduler: TestScheduler, within limit: Duration
  ) {
    let deadline = scheduler.now.virtualTime(after: limit)
    var mayChange = true
    var standstill = VirtualStandstill(limit: scheduler.actionLimit)
    while let complaint = complaint(about: matcher, wanted: wanted, until: " within \(limit)") {
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

  /// Advances the virtual time until there is a value that does not match.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func toEventuallyNot<Wrapped>(
    _ matcher: Matcher<Wrapped>, advancing scheduler: TestScheduler, within limit: Duration = .seconds(3600)
  ) where Value == Wrapped? {
    toEventuallyNot(matcher.ofOptional, advancing: scheduler, within: limit)
  }

  /// Advances the virtual time, and fails the test unless there is always a value that matches.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func toAlways<Wrapped>(
    _ matcher: Matcher<Wrapped>, advancing scheduler: TestScheduler, until limit: Duration = .seconds(3600)
  ) where Value == Wrapped? {
    toAlways(matcher.ofOptional, advancing: scheduler, until: limit)
  }

  /// Advances the virtual time, and fails the test if there is a value that matches.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func toNever<Wrapped>(
    _ matcher: Matcher<Wrapped>, advancing scheduler: TestScheduler, until limit: Duration = .seconds(3600)
  ) where Value == Wrapped? {
    toNever(matcher.ofOptional, advancing: scheduler, until: limit)
  }
}

extension Matcher {
  /// The matcher for which no value, such as nil, does not match.
  fileprivate var differingFromNothing: Matcher {
    Matcher(describing: expected, comparing: compared) { value in
      let judgement = judge(value)
      return judgement.kind == .neither ? Judgement(.differs, got: "nothing") : judgement
    }
  }
}
