extension URLStubs {
  /// Answers the requests that match with this response.
  ///
  /// ```swift
  /// stubs.stub(.get("/users/{username}"), with: .json(["name": "Trent"]))
  /// stubs.stub(.get("/users/{username}"), with: .status(503), times: 1)
  /// ```
  ///
  /// Of several stubs that match, the newest answers that has not been used up.
  public func stub(
    _ matcher: RequestMatcher, with response: StubResponse, times count: StubCount = .always,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    add(Stub(matcher, answers: [{ _ in response }], count: count, place: SourcePlace(file: file, line: line)))
  }

  /// Answers the requests that match with these responses, one after the other, each once.
  ///
  /// With a count, the last one repeats.
  public func stub(
    _ matcher: RequestMatcher, withSequence responses: [StubResponse], times count: StubCount? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let answers = responses.map { response in { @Sendable (_: RecordedRequest) in response } }
    add(
      Stub(
        matcher, answers: answers, count: count ?? .times(responses.count),
        place: SourcePlace(file: file, line: line)))
  }

  /// Answers the requests that match with the response that the closure makes of each.
  ///
  /// ```swift
  /// stubs.stub(.post("/echo")) { request in .data(request.body) }
  /// ```
  ///
  /// It runs on a thread of the session's.
  public func stub(
    _ matcher: RequestMatcher, times count: StubCount = .always, file: StaticString = #filePath,
    line: UInt = #line, answering response: @escaping @Sendable (RecordedRequest) -> StubResponse
  ) {
    add(Stub(matcher, answers: [response], count: count, place: SourcePlace(file: file, line: line)))
  }
}
