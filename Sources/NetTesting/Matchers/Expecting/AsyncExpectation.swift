// Hidden from the documentation, because links to `expect(calling:file:line:)` would become ambiguous.
/// Starts an expectation about the value that an asynchronous closure returns, or the error that it throws.
@_documentation(visibility: internal)
public func expect<Value>(
  calling body: @escaping () async throws -> Value, file: StaticString = #filePath, line: UInt = #line
) -> AsyncExpectation<Value> {
  AsyncExpectation(body: body, place: SourcePlace(file: file, line: line), reporter: .current)
}

/// An asynchronous closure with an expectation about its value, or about the error that it throws.
///
/// ```swift
/// await expect { try await service.reload() }.toNot(throwError())
/// ```
///
/// Each function calls the closure once, in the isolation of the caller, and does what the function of ``Expectation``
/// with this name does. To wait for a value that changes, pass it without a closure:
/// ``Expectation/toEventually(_:within:)``.
public struct AsyncExpectation<Value> {
  let body: () async throws -> Value
  let place: SourcePlace
  let reporter: TestReporter

  /// Fails the test unless the value matches.
  ///
  /// ```swift
  /// await expect { try await service.count() }.to(equal(3))
  /// ```
  public func to(_ matcher: Matcher<Value>) async { await called().to(matcher) }

  /// Fails the test if the value matches, or if there is no value.
  public func toNot(_ matcher: Matcher<Value>) async { await called().toNot(matcher) }

  /// The same as ``toNot(_:)``.
  public func notTo(_ matcher: Matcher<Value>) async { await called().toNot(matcher) }

  /// Calls the closure, and returns an expectation about its result.
  private func called() async -> Expectation<Value> {
    let result: Result<Value, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    return Expectation(evaluate: { try result.get() }, place: place, reporter: reporter)
  }
}

// Hidden from the documentation, because links to `to(_:)` and its siblings would become ambiguous.
extension AsyncExpectation {
  /// Fails the test unless the closure throws as expected.
  @_documentation(visibility: internal)
  public func to(_ throwing: ThrowingMatcher<Value>) async { await called().to(throwing) }

  /// Fails the test if the closure throws as expected by the matcher.
  @_documentation(visibility: internal)
  public func toNot(_ throwing: ThrowingMatcher<Value>) async { await called().toNot(throwing) }

  /// The same as `toNot`.
  @_documentation(visibility: internal)
  public func notTo(_ throwing: ThrowingMatcher<Value>) async { await called().toNot(throwing) }

  /// Fails the test unless there is a value that matches.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func to<Wrapped>(_ matcher: Matcher<Wrapped>) async where Value == Wrapped? {
    await called().to(matcher)
  }

  /// Fails the test if the value matches, or if there is no value.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func toNot<Wrapped>(_ matcher: Matcher<Wrapped>) async where Value == Wrapped? {
    await called().toNot(matcher)
  }

  /// The same as `toNot`.
  @_disfavoredOverload
  @_documentation(visibility: internal)
  public func notTo<Wrapped>(_ matcher: Matcher<Wrapped>) async where Value == Wrapped? {
    await called().toNot(matcher)
  }
}
