import Net

extension MockServer {
  /// Responds to the next request of any kind with this response, before any stub.
  ///
  /// Enqueued responses are used in order.
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

  /// Removes all stubs, all enqueued responses and all records.
  ///
  /// Open connections stay open, and responses that have started are completed.
  public func reset() {
    ledger.clear()
    core.change { $0.forget() }
  }
}
