public import Foundation
public import Net

/// How a mock misbehaves on an open WebSocket.
///
/// ```swift
/// server.webSocket("/chat") { peer in
///   peer.expect(.text("hi"))
///   peer.fault(.cutFrame(.text("hello"), after: 3))
/// }
/// ```
///
/// The faults of a handshake are stubs: a ``StubResponse/script(subprotocols:compresses:_:)`` with a wrong
/// `Sec-WebSocket-Accept`, another status, or a ``ServerFault``.
public enum WebSocketFault: Sendable, Hashable {
  /// These bytes are sent, whatever they mean.
  case bytes(Data)
  /// The message is sent in a masked frame, which a server must not do (RFC 6455 section 5.1).
  case maskedFrame(WebSocketMessage)
  /// This many bytes of the message's frame are sent, and the connection is closed without a close frame.
  case cutFrame(WebSocketMessage, after: Int)
  /// The connection is closed without a close frame.
  case disconnect
  /// The connection is reset (RFC 9293 section 3.5.2). Mocks without sockets disconnect.
  case reset
  /// No ping is answered from now on.
  case unansweredPings
  /// The client's close frame is not answered, and the connection stays open.
  case unansweredClose

  /// A frame with reserved bits and an opcode that is not defined (RFC 6455 section 5.2).
  public static let garbage = WebSocketFault.bytes(Data(repeating: 0xff, count: 16))
}
