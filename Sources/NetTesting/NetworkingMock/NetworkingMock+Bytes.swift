extension NetworkingMock {
  /// Answers the requests that match with this response, whose bytes go through the caller's serializer.
  ///
  /// ```swift
  /// network.mock(.get("/users/{username}"), answer: .json(#"{"name": "Trent"}"#))
  /// network.mock(.get("/users/{username}"), answer: .status(404))
  /// ```
  public func mock(
    _ matcher: RequestMatcher, answer response: StubResponse, times count: StubCount = .always,
    delivery: MockDelivery? = nil, file: StaticString = #filePath, line: UInt = #line
  ) {
    add(matcher, [.bytes(response)], count, delivery, SourcePlace(file: file, line: line))
  }

  /// Answers the requests that match with these responses, one after the other, each once.
  ///
  /// With a count, the last one repeats.
  public func mock(
    _ matcher: RequestMatcher, answers responses: [StubResponse], times count: StubCount? = nil,
    delivery: MockDelivery? = nil, file: StaticString = #filePath, line: UInt = #line
  ) {
    add(
      matcher, responses.map { .bytes($0) }, count ?? .times(responses.count), delivery,
      SourcePlace(file: file, line: line))
  }

  /// Answers the requests that match with the response that the closure makes of each.
  ///
  /// ```swift
  /// network.mock(.get("/echo"), answering: { request in .text(request.url) })
  /// ```
  public func mock(
    _ matcher: RequestMatcher, times count: StubCount = .always, delivery: MockDelivery? = nil,
    file: StaticString = #filePath, line: UInt = #line,
    answering response: @escaping @Sendable (MockedRequest) -> StubResponse
  ) {
    let answering = MockAnswering(answer: { request in .bytes(response(request)) }, delivery: delivery)
    add(matcher, [answering], count, SourcePlace(file: file, line: line))
  }
}
