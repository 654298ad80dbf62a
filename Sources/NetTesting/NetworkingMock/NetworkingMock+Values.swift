public import Foundation
public import Net

extension NetworkingMock {
  // Disfavored, because `[]` would be an array of `Any`.
  /// Responds to every request with this result, unless a later stub answers it.
  ///
  /// ```swift
  /// network.mockResponse(.success(User(name: "Trent")))
  /// network.stub(.everything, with: .failure(URLError(.timedOut)))  // a failure needs no type
  /// ```
  ///
  /// The type must be the one that the code under test requests; `Data` is decoded by its serializer. An error that is
  /// not a `NetworkError` becomes the underlying error of one.
  ///
  /// - Parameters:
  ///   - result: The value, or the error.
  ///   - statusCode: The status, validated as in production.
  ///   - headers: The headers of the response; a `Content-Type` among them is validated, too.
  ///   - data: The body of the response.
  ///   - validateRequest: Called with each request before its response; if it throws, the test fails.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  @_disfavoredOverload
  public func mockResponse<Value: Sendable>(
    _ result: Result<Value, any Error>, statusCode: Int = 200, headers: HTTPHeaders = [:], data: Data? = nil,
    validateRequest: (@Sendable (MockedRequest) throws -> Void)? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    mockResponse(
      StubResponse.value(result), result, statusCode: statusCode, headers: headers, data: data,
      validateRequest: validateRequest, at: SourcePlace(file: file, line: line))
  }

  /// Responds to every request with an empty array, set or dictionary of the type that the code under test requests.
  ///
  /// ```swift
  /// network.mockResponse(.success([]))
  /// ```
  public func mockResponse(
    _ result: Result<EmptyLiteral, any Error>, statusCode: Int = 200, headers: HTTPHeaders = [:],
    data: Data? = nil, validateRequest: (@Sendable (MockedRequest) throws -> Void)? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let response: StubResponse =
      switch result {
      case .success(let empty): .value(empty)
      case .failure(let error): .failure(error)
      }
    mockResponse(
      response, result, statusCode: statusCode, headers: headers, data: data,
      validateRequest: validateRequest, at: SourcePlace(file: file, line: line))
  }

  private func mockResponse<Value>(
    _ response: StubResponse, _ result: Result<Value, any Error>, statusCode: Int, headers: HTTPHeaders,
    data: Data?, validateRequest: (@Sendable (MockedRequest) throws -> Void)?, at place: SourcePlace
  ) {
    var response = response
    if statusCode != 200 || !headers.isEmpty || data != nil {
      if case .failure(let error) = result {
        response = .status(200)
        response.failure = error
      }
      response = response.changed { status, fields, body in
        status = statusCode
        for field in headers { fields.add(name: field.name, value: field.value) }
        body = data ?? body
      }
    }
    add(
      Stub(.everything, answers: [.response(response)], place: place), validateRequest: validateRequest)
  }

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

  /// Responds to matching requests with these values, one after the other, each once.
  public func stub<Value: Sendable>(
    _ matcher: RequestMatcher, withSequence values: [Value], then end: StubSequenceEnd = .unmatched,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let responses = values.map { StubResponse.value($0) }
    stub(matcher, withSequence: responses, then: end, file: file, line: line)
  }

  /// Responds to matching requests with these results, one after the other, each once.
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
  public func stub<Value: Sendable>(
    _ matcher: RequestMatcher, times count: StubCount = .always, file: StaticString = #filePath,
    line: UInt = #line, respondingWith value: @escaping @Sendable (RecordedRequest) throws -> Value
  ) {
    stub(matcher, times: count, file: file, line: line) { request -> StubResponse in
      .value(Result { try value(request) })
    }
  }
}
