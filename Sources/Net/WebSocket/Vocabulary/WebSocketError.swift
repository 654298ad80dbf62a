/// The error of a WebSocket: a refused handshake, a violation of the protocol, or the end of the connection.
///
/// ```swift
/// if let error = error.underlyingError as? WebSocketError, case .handshake(let failure) = error {
///   print("no WebSocket:", failure)
/// }
/// ```
///
/// It contains no message. The error of a handshake is the ``NetworkError/underlyingError`` of a ``NetworkError``,
/// which keeps the response with its body.
public enum WebSocketError: Error, Sendable, Hashable {
  /// The server did not accept the handshake.
  case handshake(HandshakeFailure)
  /// The peer violated the protocol.
  case protocolViolation(Violation)
  /// A text message or the reason of a close frame is not UTF-8.
  case invalidText
  /// The data of a compressed message is invalid.
  case invalidCompression
  /// A received frame has more bytes than this limit.
  case frameTooLarge(limit: Int)
  /// A received message has more bytes than this limit.
  case messageTooLarge(limit: Int)
  /// The peer closed the WebSocket with a code that reports a problem.
  case closed(WebSocketClosure)
  /// The connection ended without a close frame.
  case connectionLost
  /// The peer did not answer a ping in time.
  case pongTimeout
  /// No message arrived for too long.
  case idleTimeout
  /// The peer did not answer the close frame in time.
  case closeTimeout
  /// The message was not sent, because the WebSocket is closing or closed.
  case notOpen
  /// The code cannot be sent, or the reason has more than 123 bytes of UTF-8.
  case invalidClosure
  /// The messages of the connection already have a consumer.
  case hasConsumer
  /// The transport does not support WebSockets.
  case unsupported(transport: String)

  /// The reason why a handshake failed (RFC 6455 section 4.1).
  public enum HandshakeFailure: Sendable, Hashable {
    /// The response has another status than 101.
    case status(Int)
    /// The field is missing or has another value than required.
    case field(String)
    /// The server chose a subprotocol that was not requested.
    case subprotocol(String)
    /// The server chose an extension that was not offered, or a parameter that is not acceptable.
    case `extension`(String)
    /// The response is not HTTP/1.1.
    case invalidResponse
    /// The head of the response has more bytes than this limit.
    case headTooLarge(limit: Int)
  }

  /// A violation of the protocol.
  public enum Violation: Sendable, Hashable {
    /// A reserved bit is set without an extension that defines it (section 5.2).
    case reservedBits
    /// The opcode is not defined.
    case opcode(UInt8)
    /// A frame of the server is masked, or one of the client is not (section 5.1).
    case masking
    /// A length is not in its shortest form or has more than 63 bits (section 5.2).
    case length
    /// A control frame is fragmented or has more than 125 bytes (section 5.5).
    case controlFrame
    /// A continuation without a start, or a start within a fragmented message (section 5.4).
    case fragmentation
    /// A close frame has one byte, or a code that must not be sent (section 7.4).
    case closeCode(Int)
  }

  /// Whether the connection was lost, so that it may help to connect again.
  public var isLost: Bool {
    switch self {
    case .connectionLost, .pongTimeout, .idleTimeout, .closeTimeout: true
    case .closed(let closure):
      [.goingAway, .internalError, .serviceRestart, .tryAgainLater].contains(closure.code)
    default: false
    }
  }

  /// The code of the close frame that reports the error to the peer; nil if none is sent.
  ///
  /// None is sent after a timeout, because the peer is unlikely to receive it (RFC 6455 section 7.1.7).
  public var closeCode: WebSocketCloseCode? {
    switch self {
    case .protocolViolation: .protocolError
    case .invalidText, .invalidCompression: .invalidPayload
    case .frameTooLarge, .messageTooLarge: .messageTooBig
    default: nil
    }
  }
}
