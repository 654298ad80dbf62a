// Hidden from the documentation, because links to `to(_:)` and its siblings would become ambiguous.
extension Expectation {
  /// Fails the test unless there is a value that matches.
  ///
  /// A matcher for the optional value is preferred.
  ///
  /// ```swift
  /// expect(names.values.first).to(contain("rent"))
  /// ```
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func to<Wrapped>(_ matcher: Matcher<Wrapped>) where Value == Wrapped? { to(matcher.ofOptional) }

  /// Fails the test if the value matches, or if there is no value.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func toNot<Wrapped>(_ matcher: Matcher<Wrapped>) where Value == Wrapped? {
    toNot(matcher.ofOptional)
  }

  /// The same as `toNot`.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func notTo<Wrapped>(_ matcher: Matcher<Wrapped>) where Value == Wrapped? {
    toNot(matcher.ofOptional)
  }

  /// Waits until there is a value that matches.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func toEventually<Wrapped>(
    _ matcher: Matcher<Wrapped>, within limit: Duration = .seconds(30)
  ) async where Value == Wrapped? {
    await toEventually(matcher.ofOptional, within: limit)
  }

  /// Waits until there is a value that does not match.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func toEventuallyNot<Wrapped>(
    _ matcher: Matcher<Wrapped>, within limit: Duration = .seconds(30)
  ) async where Value == Wrapped? {
    await toEventuallyNot(matcher.ofOptional, within: limit)
  }
}

extension Matcher {
  /// The matcher for an optional value.
  ///
  /// Nil passes neither `to` nor `toNot`.
  var ofOptional: Matcher<Value?> {
    Matcher<Value?>(describing: expected, comparing: { $0.flatMap { compared($0) } }) { value in
      value.map { judge($0) } ?? Judgement(.neither, got: "nil")
    }
  }
}
