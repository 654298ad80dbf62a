import Net

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
    add(matcher, responses.map { .response($0) }, times, SourcePlace(file: file, line: line))
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
    add(matcher, [.closure(respond)], times, SourcePlace(file: file, line: line))
  }

  private func add(
    _ matcher: RequestMatcher, _ answers: [ServerAnswer], _ count: StubCount, _ place: SourcePlace
  ) {
    if let misuse = matcher.misuse { settings.reporter.fail(misuse.description, at: place) }
    let stub = StubEntry(matcher, answers: answers, count: count, place: place)
    core.script.withLock { $0.add(stub) }
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
    let place = SourcePlace(file: file, line: line)
    core.script.withLock { $0.enqueue(response, at: place) }
  }

  /// Forgets all routes, what is enqueued, and what was recorded. Open connections stay open, and answers under
  /// way are given.
  public func reset() {
    // Released here, under no lock.
    _ = core.script.withLock { $0.clear() }
    core.change { $0.forget() }
  }

  /// Fails the test for each answer that was given less often than it says, and for what is still enqueued, at
  /// the line where it was made.
  ///
  /// A server made with `afterEach:` does this by itself. Routes for ``StubCount/always`` and
  /// ``StubCount/optionally(_:)`` need not be asked. What was reported is not reported again.
  public func verify() {
    for unused in core.script.withLock({ $0.takeUnused() }) {
      settings.reporter.fail(unused.report, at: unused.place)
    }
  }
}
