/// A transport that wraps another one and changes what passes through it.
///
/// Implement what you change. Everything else is that of the other transport: how bodies are decoded, requests and
/// WebSockets.
///
/// ```swift
/// struct TracingTransport: TransportWrapper {
///   let base: any Transport
///
///   func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
///     var request = request
///     request.headers.update(name: "X-Trace", value: UUID().uuidString)
///     return base.task(for: request, receiver: receiver)
///   }
/// }
/// ```
///
/// The handshake of a WebSocket is another method,
/// ``WebSocketTransport/webSocketTask(for:subprotocols:options:receiver:)``.
public protocol TransportWrapper: WebSocketTransport {
  /// The transport that is wrapped.
  var base: any Transport { get }
}

extension TransportWrapper {
  /// That of the wrapped transport.
  public var decodesBodies: Bool { base.decodesBodies }

  /// Returns a task of the wrapped transport.
  public func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    base.task(for: request, receiver: receiver)
  }

  /// Returns a task of the wrapped transport.
  ///
  /// If that opens no WebSockets, the task fails with ``WebSocketError/unsupported(transport:)``.
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
