public import Foundation
public import Net

/// A message or a close frame of a recorded WebSocket.
///
/// ```swift
/// let received = try Cassette(contentsOf: file).entries.flatMap { $0.webSocket ?? [] }.filter { !$0.isSent }
/// ```
public struct WebSocketRecord: Sendable, Hashable {
  /// What was sent or received.
  public enum Content: Sendable, Hashable {
    /// A message.
    case message(WebSocketMessage)
    /// A close frame.
    case close(WebSocketClosure)
  }

  /// Whether the client sent it.
  public var isSent: Bool
  /// When it was sent or received.
  public var time: Date
  /// What was sent or received.
  public var content: Content

  /// Creates a record.
  public init(isSent: Bool, time: Date, content: Content) {
    self.isSent = isSent
    self.time = time
    self.content = content
  }

  /// The time since the start of the handshake.
  func time(since start: Date) -> Duration { Duration(microsecondsIn: time.timeIntervalSince(start)) }
}
