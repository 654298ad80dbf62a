public import Foundation
public import Net
public import Stream

extension ObservableType where Element == WebSocketMessage {
  /// Decodes each message as JSON.
  ///
  /// ```swift
  /// let prices: Observable<Price> = network.stream.webSocket("wss://example.com/prices").messages().decoded()
  /// ```
  ///
  /// Texts and bytes are decoded alike. A message that cannot be decoded ends the stream with a
  /// ``WebSocketDecodingError``, which keeps it.
  public func decoded<Value: Decodable & Sendable>(
    as type: Value.Type = Value.self, decoder: JSONDecoder = JSONDecoder()
  ) -> Observable<Value> {
    map { message in
      do {
        return try decoder.decode(type, from: message.bytes)
      } catch {
        throw WebSocketDecodingError(message: message, type: "\(type)", underlyingError: error)
      }
    }
  }
}

/// A message of a WebSocket that could not be decoded.
///
/// Its description shows nothing of the message, which may be secret.
public struct WebSocketDecodingError: Error, CustomStringConvertible, CustomReflectable {
  /// The message.
  public let message: WebSocketMessage
  /// The name of the type that was expected.
  public let type: String
  /// The error of the decoder.
  public let underlyingError: any Error

  /// What was expected, and the size of the message.
  public var description: String {
    "A WebSocket message of \(message.count.counted("byte")) could not be decoded as \(type)"
  }

  /// The parts that may be shown.
  public var customMirror: Mirror { Mirror(self, children: ["type": type, "count": message.count]) }
}

extension WebSocketMessage {
  fileprivate var bytes: Data {
    switch self {
    case .text(let text): Data(text.utf8)
    case .data(let data): data
    }
  }
}
