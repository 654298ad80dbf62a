public import Net

extension MockTransport: WebSocketTransport {
  /// Creates a task that opens a WebSocket.
  ///
  /// The handshake is a request to the stubs. A ``StubResponse/script(subprotocols:compresses:_:)`` opens the
  /// WebSocket; any other response refuses it. ``delivery`` applies to the handshake; messages are delivered on the
  /// thread that causes them.
  public func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    MockWebSocketTask(
      request, subprotocols: subprotocols, options: options, receiver: receiver, transport: self)
  }
}
