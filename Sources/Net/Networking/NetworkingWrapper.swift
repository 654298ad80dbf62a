public import Dispatch

/// A network that wraps another one and changes what passes through it.
///
/// Implement what you change. Everything else is that of the other network: its requests, timer, callback queue and
/// WebSockets.
///
/// ```swift
/// struct TaggedNetwork: NetworkingWrapper {
///   let base: any Networking
///
///   func request(_ description: RequestDescription) -> any NetworkRequesting {
///     var description = description
///     description.headers.update(name: "X-App", value: "1")
///     return base.request(description)
///   }
/// }
/// ```
///
/// The handshake of a WebSocket is another method, ``Networking/openWebSocket(_:completion:)``.
public protocol NetworkingWrapper: Networking {
  /// The network that is wrapped.
  var base: any Networking { get }
}

extension NetworkingWrapper {
  /// The timer of the wrapped network.
  public var timer: any NetworkTimer { base.timer }

  /// The queue for completion handlers of the wrapped network.
  public var callbackQueue: DispatchQueue? { base.callbackQueue }

  /// Returns a request of the wrapped network.
  public func request(_ description: RequestDescription) -> any NetworkRequesting {
    base.request(description)
  }

  /// Opens a WebSocket with the wrapped network.
  public func openWebSocket(
    _ description: WebSocketDescription,
    completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation {
    base.openWebSocket(description, completion: completion)
  }
}
