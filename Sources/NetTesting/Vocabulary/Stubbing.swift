/// What is stubbed with bytes, in memory: a ``MockTransport``, and the ``URLStubs`` of plain sessions.
///
/// A function that makes stubs for many tests takes one, so that it serves both:
///
/// ```swift
/// func stubLogin(on mock: some Stubbing) {
///   mock.stub(.post("/login"), with: .json(["token": "1"]))
/// }
/// ```
///
/// Of several stubs that match, the newest answers that has not been used up.
public protocol Stubbing: Sendable {
  /// Adds a stub. All other ways to add one are spelled by this one.
  ///
  /// - Parameters:
  ///   - matcher: Which requests it is for.
  ///   - answers: What it answers, one after the other; the last one repeats.
  ///   - count: How often.
  ///   - place: Where failures are reported.
  func stub(
    _ matcher: RequestMatcher, answers: [@Sendable (RecordedRequest) -> StubResponse], times count: StubCount,
    at place: SourcePlace)
}

extension Stubbing {
  /// Answers the requests that match with this response.
  ///
  /// ```swift
  /// transport.stub(.get("/users/{username}"), with: .json(#"{"name": "Trent"}"#))
  /// transport.stub(.get("/users/{username}"), with: .status(503), times: 1)
  /// ```
  ///
  /// Of several stubs that match, the newest answers that has not been used up.
  public func stub(
    _ matcher: RequestMatcher, with response: StubResponse, times count: StubCount = .always,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    stub(matcher, answers: [{ _ in response }], times: count, at: SourcePlace(file: file, line: line))
  }

  /// Answers the requests that match with these responses, one after the other, each once.
  ///
  /// With a count, the last one repeats.
  public func stub(
    _ matcher: RequestMatcher, withSequence responses: [StubResponse], times count: StubCount? = nil,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let answers = responses.map { response in { @Sendable (_: RecordedRequest) in response } }
    stub(
      matcher, answers: answers, times: count ?? .times(responses.count),
      at: SourcePlace(file: file, line: line))
  }

  /// Answers the requests that match with the response that the closure makes of each.
  ///
  /// ```swift
  /// transport.stub(.post("/echo")) { request in .data(request.body) }
  /// ```
  ///
  /// It runs on the thread that sends the request; in a plain session that is one of the session's.
  public func stub(
    _ matcher: RequestMatcher, times count: StubCount = .always, file: StaticString = #filePath,
    line: UInt = #line, answering response: @escaping @Sendable (RecordedRequest) -> StubResponse
  ) {
    stub(matcher, answers: [response], times: count, at: SourcePlace(file: file, line: line))
  }
}
