/// A handshake of a session, after whose connection another one may be opened later.
///
/// ``Networking/openWebSocket(_:completion:)`` returns it, even if the network is wrapped.
package protocol ReconnectableHandshake: Cancellation {
  /// What waits in the session to reconnect.
  var reconnections: WebSocketReconnections { get }
}

/// The WebSockets of a session that wait to reconnect.
///
/// A mock below the session uses it, too, to find WebSockets that a test has left behind.
package struct WebSocketReconnections: Sendable {
  private let running: RunningRequests
  /// How often all requests of the session had been cancelled before the handshake.
  private let cancellations: Int

  init(_ running: RunningRequests, after cancellations: Int) {
    self.running = running
    self.cancellations = cancellations
  }

  /// Adds a WebSocket that waits to reconnect after its handshake or its connection.
  ///
  /// - Parameter end: Ends the wait for this reason, when the session cancels everything or has finished. It is called
  ///   at most once, and during this call if that was since the handshake.
  /// - Returns: Ends the registration; nil if the wait was ended.
  package func add(_ end: @escaping @Sendable (NetworkError.Reason) -> Void) -> (any Cancellation)? {
    running.add({ reason in { end(reason) } }, to: \.sockets, after: cancellations)
  }
}
