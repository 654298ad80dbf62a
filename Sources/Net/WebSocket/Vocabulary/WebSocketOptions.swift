/// The limits and times of a WebSocket.
///
/// ```swift
/// var options = WebSocketOptions()
/// options.pingInterval = .seconds(20)
/// options.maximumMessageSize = 1 << 20
/// ```
public struct WebSocketOptions: Sendable, Hashable {
  /// The maximum size of a received message in bytes, after decompression; 16 MiB by default.
  public var maximumMessageSize = 16 << 20
  /// The maximum size of a received frame in bytes; 16 MiB by default.
  public var maximumFrameSize = 16 << 20
  /// The number of bytes that may wait to be sent, 1 MiB by default.
  ///
  /// Beyond it, sends wait.
  public var sendBufferSize = 1 << 20
  /// The number of received messages that may wait for the consumer, 64 by default.
  ///
  /// Beyond it, reading pauses.
  public var maximumWaitingMessages = 64
  /// The number of received bytes that may wait for the consumer, 1 MiB by default.
  ///
  /// Beyond it, reading pauses.
  public var maximumWaitingBytes = 1 << 20
  /// The interval of pings; none are sent if it is nil, the default, or not positive.
  ///
  /// No ping is sent while the consumer does not keep up, so that reading pauses or its handler has not
  /// returned. The interval, ``pongTimeout`` and ``idleTimeout`` stand still in the meantime, and continue
  /// afterwards.
  public var pingInterval: Duration?
  /// The time in which the peer must answer a ping; 10 seconds by default.
  ///
  /// A ping waits until the messages before it are sent, and the answer until the end of a message that the peer is
  /// sending. Over ``CurlTransport`` the time begins when the ping is sent, and again while such messages move.
  public var pongTimeout: Duration = .seconds(10)
  /// The time in which the peer must answer a close frame; 5 seconds by default.
  ///
  /// It begins when the messages before the close frame are sent, as ``pongTimeout`` does.
  public var closeTimeout: Duration = .seconds(5)
  /// The maximum time without a message or a pong, or nil for no limit, the default.
  ///
  /// Over ``CurlTransport`` a message that is arriving starts it again, as far as bytes of it arrive.
  public var idleTimeout: Duration?
  /// Whether to offer compression (permessage-deflate, RFC 7692) where the system supports it; true by default.
  public var offersCompression = true

  /// Creates options with the defaults.
  public init() {}
}
