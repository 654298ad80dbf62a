/// An expression that throws, whatever the error.
///
/// ```swift
/// expect(try Data(contentsOf: file)).to(throwError())
/// ```
///
/// The other forms look at the error as ``beFailure(with:)-(Failure)`` and its kin do.
public func throwError<Value>() -> ThrowingMatcher<Value> { ThrowingMatcher(matcher: beFailure()) }

/// An expression that throws an error of this type.
///
/// ```swift
/// expect(try Data(contentsOf: file)).to(throwError(CocoaError.self))
/// ```
public func throwError<Value, Failure: Error>(_ type: Failure.Type) -> ThrowingMatcher<Value> {
  ThrowingMatcher(matcher: beFailure(with: type))
}

/// An expression that throws an equal error.
///
/// ```swift
/// expect(try Data(contentsOf: file)).to(throwError(CocoaError(.fileReadNoSuchFile)))
/// ```
public func throwError<Value, Failure: Error & Equatable>(_ error: Failure) -> ThrowingMatcher<Value> {
  ThrowingMatcher(matcher: beFailure(with: error))
}

/// What an expression that may throw is held against.
///
/// ``throwError()`` and its kin make one.
public struct ThrowingMatcher<Value> {
  let matcher: Matcher<Result<Value, any Error>>
}

extension Expectation {
  // Not listed beside the `to(_:)` for every matcher, whose links it would make ambiguous.
  /// Fails the test unless the expression throws as expected.
  @_documentation(visibility: internal)
  public func to(_ throwing: ThrowingMatcher<Value>) { outcome.to(throwing.matcher) }

  // Not listed beside the `toNot(_:)` for every matcher, whose links it would make ambiguous.
  /// Fails the test if the expression throws as described.
  @_documentation(visibility: internal)
  public func toNot(_ throwing: ThrowingMatcher<Value>) { outcome.toNot(throwing.matcher) }

  /// What comes of the expression, thrown or not.
  private var outcome: Expectation<Result<Value, any Error>> {
    Expectation<Result<Value, any Error>>(
      evaluate: { Result { try evaluate() } }, place: place, reporter: reporter)
  }
}
