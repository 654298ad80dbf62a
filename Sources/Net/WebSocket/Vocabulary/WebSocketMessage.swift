public import Foundation

/// A message of a WebSocket: text or bytes.
///
/// ```swift
/// switch message {
/// case .text(let text): print(text)
/// case .data(let data): print(data.count, "bytes")
/// }
/// ```
///
/// Texts are equal if their code points are, as their bytes are on the wire.
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

  /// The bytes of the message; a text is encoded as UTF-8.
  package var bytes: Data {
    switch self {
    case .text(let text): Data(text.utf8)
    case .data(let data): data
    }
  }
}

extension WebSocketMessage {
  /// Returns whether both are texts of the same code points, or the same bytes.
  public static func == (left: WebSocketMessage, right: WebSocketMessage) -> Bool {
    switch (left, right) {
    case (.text(let left), .text(let right)): left.hasCodePoints(of: right)
    case (.data(let left), .data(let right)): left == right
    default: false
    }
  }

  /// Hashes the kind and the content.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .text(let text):
      hasher.combine(true)
      text.hashCodePoints(into: &hasher)
    case .data(let data):
      hasher.combine(false)
      hasher.combine(data)
    }
  }
}
