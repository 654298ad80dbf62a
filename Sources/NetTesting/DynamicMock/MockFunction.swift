/// A function of a mock, to be called as the function itself: `mock.call.baz(buz: 3)`.
@dynamicCallable
public struct MockFunction<Failure: Error>: Sendable {
  let mock: Mock
  let name: String
  var failure: Failure?

  /// Calls it, for what the expectation says; the type is inferred.
  public func dynamicallyCall<Value>(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) throws(Failure) -> Value {
    try mock.answer(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Value, Failure>(failure: failure))
  }

  /// Calls it, for nothing.
  public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) throws(Failure) {
    try mock.answer(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Void, Failure>(failure: failure))
  }
}

/// A function of a mock, with a value to return where a call was not expected.
@dynamicCallable
public struct MockFunctionOrElse<Value: Sendable>: Sendable {
  let mock: Mock
  let name: String
  let value: Value

  /// Calls it, for what the expectation says.
  public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any?>) -> Value {
    mock.answer(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Value, Never>(value: value))
  }
}

/// An async function of a mock, to be called as the function itself.
@dynamicCallable
public struct AsyncMockFunction<Failure: Error>: Sendable {
  let mock: Mock
  let name: String
  var failure: Failure?

  /// Calls it, for what the expectation says; the type is inferred.
  public func dynamicallyCall<Value>(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) async throws(Failure) -> Value {
    try await mock.answerAsync(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Value, Failure>(failure: failure))
  }

  /// Calls it, for nothing.
  public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) async throws(Failure) {
    try await mock.answerAsync(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Void, Failure>(failure: failure))
  }
}

/// An async function of a mock, with a value to return where a call was not expected.
@dynamicCallable
public struct AsyncMockFunctionOrElse<Value: Sendable>: Sendable {
  let mock: Mock
  let name: String
  let value: Value

  /// Calls it, for what the expectation says.
  public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) async -> Value {
    await mock.answerAsync(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Value, Never>(value: value))
  }
}
