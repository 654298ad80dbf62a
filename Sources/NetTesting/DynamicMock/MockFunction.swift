/// A function of a mock, called like the function itself: `mock.call.baz(buz: 3)`.
@dynamicCallable
public struct MockFunction<Failure: Error>: Sendable {
  let mock: Mock
  let name: String
  var failure: Failure?

  /// Calls the function; its type is inferred.
  public func dynamicallyCall<Value>(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) throws(Failure) -> Value {
    try mock.answer(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Value, Failure>(failure: failure))
  }

  /// Calls the function, which returns nothing.
  public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) throws(Failure) {
    try mock.answer(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Void, Failure>(failure: failure))
  }
}

/// A function of a mock, with a value to return for an unexpected call.
@dynamicCallable
public struct MockFunctionOrElse<Value: Sendable>: Sendable {
  let mock: Mock
  let name: String
  let value: Value

  /// Calls the function.
  public func dynamicallyCall(withKeywordArguments arguments: KeyValuePairs<String, Any?>) -> Value {
    mock.answer(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Value, Never>(value: value))
  }
}

/// An async function of a mock, called like the function itself.
@dynamicCallable
public struct AsyncMockFunction<Failure: Error>: Sendable {
  let mock: Mock
  let name: String
  var failure: Failure?

  /// Calls the function; its type is inferred.
  public func dynamicallyCall<Value>(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) async throws(Failure) -> Value {
    try await mock.answerAsync(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Value, Failure>(failure: failure))
  }

  /// Calls the function, which returns nothing.
  public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) async throws(Failure) {
    try await mock.answerAsync(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Void, Failure>(failure: failure))
  }
}

/// An async function of a mock, with a value to return for an unexpected call.
@dynamicCallable
public struct AsyncMockFunctionOrElse<Value: Sendable>: Sendable {
  let mock: Mock
  let name: String
  let value: Value

  /// Calls the function.
  public func dynamicallyCall(
    withKeywordArguments arguments: KeyValuePairs<String, Any?>
  ) async -> Value {
    await mock.answerAsync(
      MockMember(.call, name), MockArguments(arguments), or: MockFallback<Value, Never>(value: value))
  }
}
