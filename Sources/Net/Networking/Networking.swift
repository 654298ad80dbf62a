public import Dispatch

/// A network that makes requests.
///
/// Code that needs the network depends on this protocol and receives an instance: a ``NetworkSession`` in the
/// app, a mock in a test.
///
/// ```swift
/// struct SearchService {
///   let network: any Networking
///
///   func search(_ q: String, completion: @escaping @Sendable (DataResponse<[Hit]>) -> Void) {
///     network.get("https://api.example.com/search", parameters: ["q": q])
///       .responseObject(as: [Hit].self, completionHandler: completion)
///   }
/// }
/// ```
///
/// To wrap another network and change its requests, conform to ``NetworkingWrapper``.
public protocol Networking: RequestMaking where Request == any NetworkRequesting {
  /// The timer for everything that waits. A session returns its own, so that anything that waits besides its requests,
  /// such as the reconnection of an event stream, uses the same time. The default is ``DispatchTimer``.
  var timer: any NetworkTimer { get }

  /// The queue of completion handlers that name none. With nil they are called on the thread that ends their request. A
  /// session returns that of its configuration. The default is nil.
  var callbackQueue: DispatchQueue? { get }

  /// Opens a WebSocket. Use ``webSocket(_:subprotocols:headers:options:fileID:line:)`` instead.
  ///
  /// The default fails with ``WebSocketError/unsupported(transport:)``.
  ///
  /// - Parameters:
  ///   - description: What is opened.
  ///   - completion: Called exactly once, on any thread, with the open connection or the error of the handshake.
  /// - Returns: Cancels the handshake.
  func openWebSocket(
    _ description: WebSocketDescription,
    completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation
}

extension Networking {
  /// A timer in real time.
  public var timer: any NetworkTimer { DispatchTimer() }

  /// None.
  public var callbackQueue: DispatchQueue? { nil }
}
