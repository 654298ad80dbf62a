public import Dispatch

extension Networking {
  /// Describes a WebSocket.
  ///
  /// Nothing is sent before ``WebSocketRequest/connect()``.
  ///
  /// ```swift
  /// let socket = network.webSocket("wss://example.com/chat", subprotocols: ["v2"])
  /// let connection = try await socket.connect()
  /// ```
  ///
  /// - Parameters:
  ///   - url: A `ws`, `wss`, `http` or `https` URL, or one that is relative to the base URL of the session.
  ///   - subprotocols: The subprotocols in order of preference: different tokens (RFC 6455 section 4.1).
  ///   - headers: Further fields of the handshake.
  ///   - options: The limits and times.
  ///   - fileID: The file that a trace names for the handshake; the caller's.
  ///   - line: The line that a trace names for the handshake; the caller's.
  /// - Returns: The WebSocket, which is not open yet.
  public func webSocket(
    _ url: any URLConvertible, subprotocols: [String] = [], headers: HTTPHeaders = [:],
    options: WebSocketOptions = WebSocketOptions(), fileID: StaticString = #fileID, line: UInt = #line
  ) -> WebSocketRequest {
    WebSocketRequest(
      WebSocketDescription(
        url, subprotocols: subprotocols, headers: headers, options: options, fileID: fileID, line: line),
      network: self)
  }
}

/// A WebSocket that can be opened, any number of times.
///
/// ```swift
/// var socket = network.webSocket("wss://example.com/chat")
/// socket.description.options.pingInterval = .seconds(20)
/// let connection = try await socket.connect()
/// ```
///
/// The handshake is a request: the policies of the session apply to it (adapters, authentication, redirects, cookies,
/// retries, timeouts, monitors), and it fails with a ``NetworkError`` that keeps the response with its body. It has a
/// slot of ``SessionConfiguration/maximumConcurrentRequests`` until the connection is open.
public struct WebSocketRequest: Sendable {
  /// The WebSocket to open.
  public var description: WebSocketDescription
  let network: any Networking

  /// Creates a WebSocket that a network opens.
  public init(_ description: WebSocketDescription, network: any Networking) {
    self.description = description
    self.network = network
  }

  /// Opens a connection.
  ///
  /// - Parameters:
  ///   - queue: The queue of the handler. Nil means the callback queue of the network.
  ///   - completionHandler: Called exactly once with the open connection or the error of the handshake.
  /// - Returns: Cancels the handshake; it has no effect on an open connection.
  @discardableResult
  public func connect(
    queue: DispatchQueue? = nil,
    completionHandler: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation {
    connect(delivery: queue.map { .queue($0) } ?? .callbackQueue, completionHandler: completionHandler)
  }

  /// Opens a connection, and calls the handler at this delivery.
  ///
  /// - Parameters:
  ///   - delivery: Where the handler is called. With `.inline` that is a thread of the transport, without a thread
  ///     switch.
  ///   - completionHandler: Called exactly once with the open connection or the error of the handshake.
  /// - Returns: Cancels the handshake; it has no effect on an open connection.
  @discardableResult
  public func connect(
    delivery: ResponseDelivery,
    completionHandler: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation {
    let queue = delivery.queue(network.callbackQueue)
    return network.openWebSocket(description) { result in
      guard let queue else { return completionHandler(result) }
      queue.async { completionHandler(result) }
    }
  }

  /// Opens a connection.
  ///
  /// - Throws: ``NetworkError``, or `CancellationError` if the task is cancelled, which cancels the handshake.
  public func connect() async throws -> WebSocketConnection {
    let handshake = SharedLock<(any Cancellation)?>(nil)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let started = connect(delivery: .inline) { continuation.resume(returning: $0) }
        handshake.withLock { $0 = started }
        if Task.isCancelled { started.cancel() }
      }
    } onCancel: {
      handshake.withLock { $0 }?.cancel()
    }
    return try result.valueOrCancellation()
  }
}

extension Networking {
  /// Fails with ``WebSocketError/unsupported(transport:)``.
  public func openWebSocket(
    _ description: WebSocketDescription,
    completion: @escaping @Sendable (Result<WebSocketConnection, NetworkError>) -> Void
  ) -> any Cancellation {
    completion(.failure(.unsupportedWebSocket(by: self, description.request.unsent)))
    return NoCancellation()
  }
}

extension NetworkError {
  /// The error of a transport or network that opens no WebSockets.
  package static func unsupportedWebSocket(
    by transport: Any, _ request: UnsentRequest? = nil
  ) -> NetworkError {
    var error = NetworkError(
      .transport(.connect),
      underlyingError: WebSocketError.unsupported(transport: String(describing: type(of: transport))))
    error.unsent = request
    return error
  }
}

/// Cancels nothing.
private struct NoCancellation: Cancellation {
  func cancel() {}
}
