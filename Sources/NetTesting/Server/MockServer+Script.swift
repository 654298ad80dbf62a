extension MockServer {
  /// Answers requests that match with these responses, in sequence; the last one repeats as long as `times`
  /// allows. Of the routes that match and are not used up, the newest answers.
  ///
  /// ```swift
  /// server.route(.get("/followers"), .status(503).header("Retry-After", "1"), .json("[]"))
  /// ```
  public func route(
    _ matcher: RequestMatcher, _ responses: StubResponse..., times: StubCount = .always,
    file: StaticString = #filePath, line: UInt = #line
  ) {
    let answers = responses.map { response in { @Sendable (_: RecordedRequest) in response } }
    let place = SourcePlace(file: file, line: line)
    core.post(.route(Stub(matcher, answers: answers, count: times, place: place)))
  }

  /// Answers requests that match with what the closure makes of them. It runs on a global queue and may block;
  /// the client may be gone when it is done, and then the answer is dropped.
  ///
  /// ```swift
  /// server.route(.post("/echo")) { request in .data(request.body) }
  /// ```
  public func route(
    _ matcher: RequestMatcher, times: StubCount = .always, file: StaticString = #filePath, line: UInt = #line,
    _ respond: @escaping @Sendable (RecordedRequest) -> StubResponse
  ) {
    let deferred = StubResponse(.failure(DeferredAnswer(respond: respond)))
    core.post(
      .route(
        Stub(matcher, answers: [{ _ in deferred }], count: times, place: SourcePlace(file: file, line: line)))
    )
  }

  /// Answers the next request, whichever it is, with this response, before any route is asked. First in, first
  /// out.
  ///
  /// ```swift
  /// server.enqueue(.json("{}"))
  /// ```
  public func enqueue(
    _ response: StubResponse, file: StaticString = #filePath, line: UInt = #line
  ) {
    core.post(.enqueue(response, SourcePlace(file: file, line: line)))
  }

  /// Forgets all routes, what is enqueued, and what was recorded. Open connections stay open, and answers under
  /// way are given.
  public func reset() {
    core.post(.clearScript)
    core.change { $0.forget() }
  }
}
