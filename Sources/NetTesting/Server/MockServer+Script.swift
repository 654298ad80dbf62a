import Net

extension MockServer {
  /// Gives this response to the next request, whichever that is, before any stub is asked.
  ///
  /// First in, first out.
  ///
  /// ```swift
  /// server.enqueue(.json("{}"))
  /// ```
  public func enqueue(
    _ response: StubResponse, file: StaticString = #filePath, line: UInt = #line
  ) {
    var stub = Stub(
      .everything, answers: [.response(response)], count: .once, place: SourcePlace(file: file, line: line))
    stub.isEnqueued = true
    ledger.add(stub)
  }

  /// Removes all stubs, what is enqueued, and what was recorded.
  ///
  /// Open connections stay open, and responses that have begun are completed.
  public func reset() {
    ledger.clear()
    core.change { $0.forget() }
  }
}
