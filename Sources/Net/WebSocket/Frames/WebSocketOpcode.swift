/// The type of a frame (RFC 6455 section 5.2).
package enum WebSocketOpcode: UInt8, Sendable, Hashable {
  case continuation = 0x0
  case text = 0x1
  case binary = 0x2
  case close = 0x8
  case ping = 0x9
  case pong = 0xa

  package var isControl: Bool { rawValue >= 0x8 }
}

/// The side of a connection.
///
/// Clients mask their frames, and servers do not.
package enum WebSocketRole: Sendable, Hashable {
  case client
  case server
}
