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

  /// Opens WebSockets at a URL of the template, and follows a script on each.
  ///
  /// ```swift
  /// server.webSocket("/chat") { peer in
  ///   peer.expect(.text("hi"))
  ///   peer.send(.text("hello"))
  ///   peer.close(.normal)
  /// }
  /// ```
  ///
  /// It is the same as a stub for ``RequestMatcher/webSocket(_:)`` with
  /// ``StubResponse/script(subprotocols:compresses:_:)``. Clients connect to ``baseURL``, whose `http` is the same as
  /// `ws`. The script is called on a queue of the connection.
  public func webSocket(
    _ template: String, subprotocols: [String] = [], compresses: Bool = false,
    times count: StubCount = .always, file: StaticString = #filePath, line: UInt = #line,
    script: @escaping @Sendable (WebSocketPeer) -> Void
  ) {
    stub(
      .webSocket(template), with: .script(subprotocols: subprotocols, compresses: compresses, script),
      times: count, file: file, line: line)
  }

  /// Removes all stubs, all enqueued responses and all records.
  ///
  /// Open connections stay open, and responses that have started are completed.
  public func reset() {
    ledger.clear()
    ledger.forgetWebSockets()
    core.change { $0.forget() }
  }
}
