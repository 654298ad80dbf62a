public import Foundation

extension WebSocketError: CustomStringConvertible {
  /// What happened, and what was expected.
  public var description: String {
    switch self {
    case .handshake(let failure): "The WebSocket handshake failed: \(failure)"
    case .protocolViolation(let violation): "The peer violated the WebSocket protocol: \(violation)"
    case .invalidText: "A WebSocket text is not UTF-8"
    case .invalidCompression: "A compressed WebSocket message is invalid"
    case .frameTooLarge(let limit): "A WebSocket frame has more than \(limit.counted("byte"))"
    case .messageTooLarge(let limit): "A WebSocket message has more than \(limit.counted("byte"))"
    case .closed(let closure): "The peer closed the WebSocket with code \(closure.code)"
    case .connectionLost: "The connection ended without a WebSocket close frame"
    case .pongTimeout: "The peer did not answer a WebSocket ping in time"
    case .idleTimeout: "No WebSocket message arrived in time"
    case .closeTimeout: "The peer did not answer the WebSocket close frame in time"
    case .notOpen: "The WebSocket is closing or closed"
    case .invalidClosure: "A close frame needs a code that may be sent and a reason of at most 123 bytes"
    case .hasConsumer: "The messages of the WebSocket already have a consumer"
    case .unsupported(let transport): "\(transport) does not support WebSockets"
    }
  }
}

extension WebSocketError.HandshakeFailure: CustomStringConvertible {
  /// What was wrong with the response of the server.
  public var description: String { text.printed }

  private var text: String {
    switch self {
    case .status(let status): "the status is \(status) instead of 101"
    case .field(let name): "\(name) is missing or has another value than required"
    case .subprotocol(let name): "the subprotocol \(name) was not requested"
    case .extension(let text): "the extension \(text) was not offered"
    case .invalidResponse: "the response is not HTTP/1.1"
    case .headTooLarge(let limit): "the head has more than \(limit.counted("byte"))"
    }
  }
}

extension WebSocketError.Violation: CustomStringConvertible {
  /// What was wrong with what the peer sent.
  public var description: String {
    switch self {
    case .reservedBits: "a reserved bit is set"
    case .opcode(let opcode): "the opcode \(opcode) is not defined"
    case .masking: "a frame is masked by the server or not masked by the client"
    case .length: "a length is not in its shortest form or too large"
    case .controlFrame: "a control frame is fragmented or has more than 125 bytes"
    case .fragmentation: "a fragment is out of order"
    case .closeCode(let code): "the close code \(code) must not be sent"
    }
  }
}

extension WebSocketError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
