public import Net

extension ProfiledTransport: WebSocketTransport {
  /// Creates a task of the other transport, which opens a WebSocket without a delay.
  ///
  /// If the other transport opens none, the task fails with `WebSocketError.unsupported`.
  public func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    guard let base = base as? any WebSocketTransport else {
      return UnsupportedWebSocketTask(transport: "\(type(of: base))", receiver: receiver)
    }
    return base.webSocketTask(
      for: request, subprotocols: subprotocols, options: options, receiver: receiver)
  }
}
