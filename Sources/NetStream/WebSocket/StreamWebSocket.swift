public import Net
public import Stream

extension StreamNetwork {
  /// Describes a WebSocket (RFC 6455).
  ///
  /// Nothing is sent before a stream of it is subscribed.
  ///
  /// ```swift
  /// let prices = network.stream.webSocket("wss://example.com/prices", subprotocols: ["v2"])
  /// prices.messages().decoded(as: Price.self)
  ///   .subscribe(onMain: { price in show(price) }, onError: { error in show(error) })
  ///   .disposed(by: bag)
  /// ```
  ///
  /// - Parameters:
  ///   - url: A `ws`, `wss`, `http` or `https` URL, or one that is relative to the base URL of the session.
  ///   - subprotocols: The subprotocols in order of preference: different tokens (RFC 6455 section 4.1).
  ///   - headers: Further fields of the handshake.
  ///   - options: The limits and times.
  ///   - fileID: The file that a trace names for the handshake; the caller's.
  ///   - line: The line that a trace names for the handshake; the caller's.
  /// - Returns: A value, whose streams connect.
  public func webSocket(
    _ url: any URLConvertible, subprotocols: [String] = [], headers: HTTPHeaders = [:],
    options: WebSocketOptions = WebSocketOptions(), fileID: StaticString = #fileID, line: UInt = #line
  ) -> StreamWebSocket {
    StreamWebSocket(
      network: network,
      description: WebSocketDescription(
        url, subprotocols: subprotocols, headers: headers, options: options, fileID: fileID, line: line))
  }
}

/// A WebSocket as a value, which opens a connection for each subscription.
///
/// ```swift
/// let chat = network.stream.webSocket("wss://example.com/chat")
/// let greeting = chat.connect().flatMap { connection in connection.send(.text("hello")) }
/// ```
///
/// ``connect()`` opens one connection, ``messages()`` receives the messages of one, and
/// ``session(reconnecting:onOpen:)`` reconnects when it is lost. Streams deliver serially on a thread of the transport;
/// use `subscribe(onMain:)` to receive events on the main actor.
public struct StreamWebSocket: Sendable {
  /// The network that opens the WebSocket.
  public let network: any Networking
  /// The description of the WebSocket.
  public private(set) var description: WebSocketDescription

  /// Creates a stream WebSocket.
  public init(network: any Networking, description: WebSocketDescription) {
    self.network = network
    self.description = description
  }

  /// Returns the WebSocket with a changed description.
  ///
  /// ```swift
  /// let socket = network.stream.webSocket(url).with { $0.options.pingInterval = .seconds(20) }
  /// ```
  public func with(_ change: (inout WebSocketDescription) -> Void) -> StreamWebSocket {
    var socket = self
    change(&socket.description)
    return socket
  }

  /// Opens a connection.
  ///
  /// ```swift
  /// let connection = try await network.stream.webSocket("wss://example.com/chat").connect().value
  /// ```
  ///
  /// The handshake is a request: the policies of the session apply to it, and it fails with a `NetworkError`, which
  /// keeps the response with its body. Disposing cancels the handshake; it has no effect on an open connection.
  public func connect() -> Single<StreamWebSocketConnection> {
    Single.createLate { observer in
      let handshake = network.openWebSocket(description) { result in
        observer(result.map(StreamWebSocketConnection.init).mapError { $0 })
      }
      return { handshake.cancel() }
    }
  }

  /// Opens a connection and receives its messages.
  ///
  /// ```swift
  /// let texts = network.stream.webSocket("wss://example.com/log").messages()
  /// ```
  ///
  /// ```text
  /// wire       -h-a-b-c     (close frame, 1000)
  /// messages   ---a-b-c|
  /// ```
  ///
  /// It completes when the peer closes the connection, and otherwise fails as
  /// ``StreamWebSocketConnection/messages`` does. Disposing cancels the handshake or closes the connection with
  /// `goingAway` (1001), once.
  public func messages() -> WebSocketMessageStream {
    WebSocketMessageStream(connect().asObservable().flatMap { $0.messages.received })
  }
}
