/// A mock that can respond with values, which need no bytes: a ``NetworkingMock`` or a ``SweepNetwork``.
///
/// ```swift
/// func stubUser(on network: some ValueStubbing) {
///   network.stub(.get("/user"), with: User(name: "Trent"))
/// }
/// ```
///
/// A value must have the type that the code under test requests. For a status, headers or a delay, use
/// `StubResponse.value(_:)`.
public protocol ValueStubbing: Stubbing {}

// What takes a value of any type is disfavored, so that a response stays a response.
extension ValueStubbing {
  // Disfavored, because `[]` would be an array of `Any`.
  /// Responds to matching requests with this value.
  ///
  /// ```swift
  /// network.stub(.get("https://api.github.com/users/{username}"), with: User(name: "Trent"))
  /// network.stub(.post("/login"), with: Token(id: "1234"), times: 1)
  /// ```
  ///
  /// To add a status, headers or a delay, use `StubResponse.value(_:)`.
  @_disfavoredOverload
  public func stub<Value: Sendable>(
    _ matcher: RequestMatcher, with value: Value, times count: StubCount = .always,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    stub(matcher, with: StubResponse.value(value), times: count, file: file, line: line)
  }

  /// Responds to matching requests with an empty array, set or dictionary of the type that the code under test
  /// requests.
  ///
  /// ```swift
  /// network.stub(.get("/users"), with: [])
  /// ```
  public func stub(
    _ matcher: RequestMatcher, with empty: EmptyLiteral, times count: StubCount = .always,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    stub(matcher, with: StubResponse.value(empty), times: count, file: file, line: line)
  }

  /// Responds to matching requests with this result.
  ///
  /// ```swift
  /// network.stub(.get("/user"), with: Result<User, any Error>.failure(URLError(.notConnectedToInternet)))
  /// ```
  public func stub<Value: Sendable, Failure: Error>(
    _ matcher: RequestMatcher, with result: Result<Value, Failure>, times count: StubCount = .always,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    stub(matcher, with: StubResponse.value(result), times: count, file: file, line: line)
  }

  /// Responds to matching requests with these values, one after another, each once.
  @_disfavoredOverload
  public func stub<Value: Sendable>(
    _ matcher: RequestMatcher, withSequence values: [Value], then end: StubSequenceEnd = .unmatched,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let responses = values.map { StubResponse.value($0) }
    stub(matcher, withSequence: responses, then: end, file: file, line: line)
  }

  /// Responds to matching requests with these results, one after another, each once.
  public func stub<Value: Sendable, Failure: Error>(
    _ matcher: RequestMatcher, withSequence results: [Result<Value, Failure>],
    then end: StubSequenceEnd = .unmatched, file: StaticString = #filePath, line: UInt = #line
  ) {
    let responses = results.map { StubResponse.value($0) }
    stub(matcher, withSequence: responses, then: end, file: file, line: line)
  }

  /// Responds to each matching request with the value that the closure returns; if it throws, the request fails.
  ///
  /// ```swift
  /// network.stub(.get("/users/{id}"), respondingWith: { request in User(name: request.url.lastPathComponent) })
  /// ```
  @_disfavoredOverload
  public func stub<Value: Sendable>(
    _ matcher: RequestMatcher, times count: StubCount = .always, file: StaticString = #filePath,
    line: UInt = #line, respondingWith value: @escaping @Sendable (RecordedRequest) throws -> Value
  ) {
    stub(matcher, times: count, file: file, line: line) { request -> StubResponse in
      .value(Result { try value(request) })
    }
  }
}
