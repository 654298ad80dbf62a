/// Matches an expression that throws any error.
///
/// ```swift
/// expect(try Data(contentsOf: file)).to(throwError())
/// ```
///
/// The other overloads compare errors as ``beFailure(with:)-(Failure)`` and similar matchers do.
public func throwError<Value>() -> ThrowingMatcher<Value> { ThrowingMatcher(matcher: beFailure()) }

/// Matches an expression that throws an error of this type.
///
/// ```swift
/// expect(try Data(contentsOf: file)).to(throwError(CocoaError.self))
/// ```
public func throwError<Value, Failure: Error>(_ type: Failure.Type) -> ThrowingMatcher<Value> {
  ThrowingMatcher(matcher: beFailure(with: type))
}

/// Matches an expression that throws an equal error.
///
/// ```swift
/// expect(try Data(contentsOf: file)).to(throwError(CocoaError(.fileReadNoSuchFile)))
/// ```
public func throwError<Value, Failure: Error & Equatable>(_ error: Failure) -> ThrowingMatcher<Value> {
  ThrowingMatcher(matcher: beFailure(with: error))
}

/// A matcher for an expression that may throw.
///
/// Create one with ``throwError()`` or one of its overloads.
public struct ThrowingMatcher<Value> {
  let matcher: Matcher<Result<Value, any Error>>
}

extension Expectation {
  // Hidden from the documentation, because links to `to(_:)` would become ambiguous.
  /// Fails the test unless the expression throws as expected.
  @_documentation(visibility: internal)
  public func to(_ throwing: ThrowingMatcher<Value>) {
    if !failsForFunction() { outcome.to(throwing.matcher) }
  }

  // Hidden from the documentation, because links to `toNot(_:)` would become ambiguous.
  /// Fails the test if the expression throws as expected by the matcher.
  @_documentation(visibility: internal)
  public func toNot(_ throwing: ThrowingMatcher<Value>) {
    if !failsForFunction() { outcome.toNot(throwing.matcher) }
  }

  // Hidden from the documentation, because links to `notTo(_:)` would become ambiguous.
  /// The same as `toNot`.
  @_documentation(visibility: internal)
  public func notTo(_ throwing: ThrowingMatcher<Value>) { toNot(throwing) }

  /// Fails the test if the value is a function, which is not called and so never throws; returns whether it is one.
  private func failsForFunction() -> Bool {
    guard isFunction(Value.self) else { return false }
    reporter.fail(
      """
      The expression is a function, which is not called. Write a closure after expect, as in expect { try load() }, with \
      await before it if it is asynchronous.
      """, at: place)
    return true
  }

  /// The result of the expression, a value or an error.
  private var outcome: Expectation<Result<Value, any Error>> {
    Expectation<Result<Value, any Error>>(
      evaluate: { Result { try evaluate() } }, place: place, reporter: reporter)
  }
}

/// Whether the type is that of a function: its name has an arrow outside of all brackets.
private func isFunction(_ type: Any.Type) -> Bool {
  var depth = 0
  var last: Character = " "
  for character in "\(type)" {
    switch character {
    case ">" where last == "-": if depth == 0 { return true }
    case "(", "[", "<": depth += 1
    case ")", "]", ">": depth -= 1
    default: break
    }
    last = character
  }
  return false
}
