public import Foundation
public import Net

extension NetworkingMock {
  /// Answers every request with this result, unless a stub made later answers it.
  ///
  /// ```swift
  /// network.mockResponse(.success(User(name: "Trent")))
  /// network.mock(.everything, answer: .failure(URLError(.timedOut)))  // a failure needs no type
  /// ```
  ///
  /// The type must be the one that the code under test asks for; a `Data` goes through its serializer. An error
  /// that is not a `NetworkError` becomes the underlying error of one.
  ///
  /// - Parameters:
  ///   - result: The value, or the error.
  ///   - statusCode: The status, which is validated as in production.
  ///   - headers: The headers of the response; with a `Content-Type` that is validated, too.
  ///   - data: What the response is said to hold.
  ///   - validateRequest: Called with each request as it starts; what it throws fails the test.
  ///   - file: The file where failures are reported; the caller's.
  ///   - line: The line where failures are reported; the caller's.
  public func mockResponse<Value: Sendable>(
    _ result: Result<Value, any Error>, statusCode: Int = 200, headers: HTTPHeaders = [:], data: Data? = nil,
    validateRequest: (@Sendable (MockedRequest) throws -> Void)? = nil, file: StaticString = #filePath,
    line: UInt = #line
  ) {
    let answer = MockAnswer.returning(
      result, MockResponseParts(status: statusCode, headers: headers, data: data))
    let answering = MockAnswering(answer: { _ in answer }, validateRequest: validateRequest)
    add(.everything, [answering], .always, SourcePlace(file: file, line: line))
  }

  /// Answers the requests that match with this value.
  ///
  /// ```swift
  /// network.mock(.get("https://api.github.com/users/{username}"), with: User(name: "Trent"))
  /// network.mock(.post("/login"), with: Token(id: "1234"), times: 1)
  /// ```
  ///
  /// Of several stubs that match, the newest answers that has not been used up.
  public func mock<Value: Sendable>(
    _ matcher: RequestMatcher, with value: Value, statusCode: Int = 200, headers: HTTPHeaders = [:],
    data: Data? = nil, times count: StubCount = .always, delivery: MockDelivery? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let parts = MockResponseParts(status: statusCode, headers: headers, data: data)
    add(matcher, [.returning(value, parts)], count, delivery, SourcePlace(file: file, line: line))
  }

  /// Answers the requests that match with this result.
  ///
  /// ```swift
  /// network.mock(.get("/user"), with: Result<User, any Error>.failure(URLError(.notConnectedToInternet)))
  /// ```
  public func mock<Value: Sendable, Failure: Error>(
    _ matcher: RequestMatcher, with result: Result<Value, Failure>, statusCode: Int = 200,
    headers: HTTPHeaders = [:], data: Data? = nil, times count: StubCount = .always,
    delivery: MockDelivery? = nil, file: StaticString = #filePath, line: UInt = #line
  ) {
    let parts = MockResponseParts(status: statusCode, headers: headers, data: data)
    add(matcher, [.returning(result, parts)], count, delivery, SourcePlace(file: file, line: line))
  }

  /// Answers the requests that match with these values, one after the other, each once.
  ///
  /// With a count, the last one repeats.
  public func mock<Value: Sendable>(
    _ matcher: RequestMatcher, withSequence values: [Value], times count: StubCount? = nil,
    delivery: MockDelivery? = nil, file: StaticString = #filePath, line: UInt = #line
  ) {
    add(
      matcher, values.map { .returning($0, MockResponseParts()) }, count ?? .times(values.count), delivery,
      SourcePlace(file: file, line: line))
  }

  /// Answers the requests that match with these results, one after the other, each once.
  ///
  /// With a count, the last one repeats.
  public func mock<Value: Sendable, Failure: Error>(
    _ matcher: RequestMatcher, withSequence results: [Result<Value, Failure>], times count: StubCount? = nil,
    delivery: MockDelivery? = nil, file: StaticString = #filePath, line: UInt = #line
  ) {
    add(
      matcher, results.map { .returning($0, MockResponseParts()) }, count ?? .times(results.count), delivery,
      SourcePlace(file: file, line: line))
  }

  /// Answers the requests that match with what the closure makes of each; what it throws fails the request.
  ///
  /// ```swift
  /// network.mock(.get("/users/{id}"), returning: { request in User(name: request.url) })
  /// ```
  public func mock<Value: Sendable>(
    _ matcher: RequestMatcher, times count: StubCount = .always, delivery: MockDelivery? = nil,
    file: StaticString = #filePath, line: UInt = #line,
    returning value: @escaping @Sendable (MockedRequest) throws -> Value
  ) {
    let answering = MockAnswering(
      answer: { request in .returning(Result { try value(request) }, MockResponseParts()) },
      delivery: delivery)
    add(matcher, [answering], count, SourcePlace(file: file, line: line))
  }

  func add(
    _ matcher: RequestMatcher, _ answers: [MockAnswer], _ count: StubCount, _ delivery: MockDelivery?,
    _ place: SourcePlace
  ) {
    add(
      matcher, answers.map { answer in MockAnswering(answer: { _ in answer }, delivery: delivery) }, count,
      place)
  }

  func add(_ matcher: RequestMatcher, _ answers: [MockAnswering], _ count: StubCount, _ place: SourcePlace) {
    if let misuse = matcher.misuse { reporter.fail(misuse.description, at: place) }
    state.withLock { $0.stubs.add(StubEntry(matcher, answers: answers, count: count, place: place)) }
  }
}
