public import Foundation

/// A message of a WebSocket: text or bytes.
///
/// ```swift
/// switch message {
/// case .text(let text): print(text)
/// case .data(let data): print(data.count, "bytes")
/// }
/// ```
public enum WebSocketMessage: Sendable, Hashable {
  /// Text, which is sent as UTF-8.
  case text(String)
  /// Bytes.
  case data(Data)

  /// The number of bytes, without framing and before compression.
  public var count: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .data(let data): data.count
    }
  }
}
