/// A handshake of a session, after whose connection another one may be opened later.
///
/// ``Networking/openWebSocket(_:completion:)`` returns it, also if the network is wrapped.
package protocol ReconnectableHandshake: Cancellation {
  /// What waits in the session to reconnect.
  var reconnections: WebSocketReconnections { get }
}

/// The WebSockets of a session that wait to reconnect.
///
/// A mock below the session uses it to find WebSockets that a test has left behind.
/// ``NetworkSession/cancelAll()`` does not end it.
package struct WebSocketReconnections: Sendable {
  private let running: RunningRequests

  init(_ running: RunningRequests) { self.running = running }

  /// Adds a WebSocket that waits to reconnect.
  ///
  /// The closure ends the wait, and is called at most once. The result removes it.
  package func add(_ cancel: @escaping @Sendable () -> Void) -> any Cancellation {
    running.addReconnection {
      cancel()
      return {}
    }
  }
}
