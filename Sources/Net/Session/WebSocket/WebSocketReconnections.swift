/// A handshake of a session, after whose connection another one may be opened later.
///
/// ``Networking/openWebSocket(_:completion:)`` returns it, also if the network is wrapped.
package protocol ReconnectableHandshake: Cancellation {
  /// What waits in the session to reconnect.
  var reconnections: WebSocketReconnections { get }
}

/// What waits in a session to open a WebSocket again.
///
/// It lets a mock below the session find at the end of a test what was left behind. ``NetworkSession/cancelAll()`` does not
/// end it.
package struct WebSocketReconnections: Sendable {
  private let running: RunningRequests

  init(_ running: RunningRequests) { self.running = running }

  /// Adds a wait.
  ///
  /// The closure ends it, and is called at most once; the result removes it.
  package func add(_ cancel: @escaping @Sendable () -> Void) -> any Cancellation {
    running.addReconnection {
      cancel()
      return {}
    }
  }
}
