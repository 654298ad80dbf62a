public import Foundation
public import Net
public import Stream

/// The messages of a WebSocket: a stream that knows the decoder of its session.
///
/// ```swift
/// let prices: Observable<Price> = network.stream.webSocket("wss://example.com/prices").messages().decoded()
/// ```
public struct WebSocketMessageStream: ObservableType {
  /// The messages, each with what decodes it by default.
  let received: Observable<(WebSocketMessage, ReceivedDecoding)>

  init(_ received: Observable<(WebSocketMessage, ReceivedDecoding)>) { self.received = received }

  /// The messages.
  public func asObservable() -> Observable<WebSocketMessage> { received.map { $0.0 } }

  /// Decodes each message as JSON.
  ///
  /// Texts and bytes are decoded in the same way. A message that cannot be decoded ends the stream with a
  /// ``WebSocketDecodingError``, which keeps it.
  ///
  /// - Parameters:
  ///   - type: The type of the values.
  ///   - decoder: The decoder. Nil means that of the handshake (`RequestDescription.decoder`), or else of the session.
  /// - Returns: The values.
  public func decoded<Value: Decodable & Sendable>(
    as type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil
  ) -> Observable<Value> {
    received.map { message, own in
      try message.decoded(as: type, decoder: decoder ?? own.decoder, redaction: own.redaction)
    }
  }
}

extension ObservableType where Element == WebSocketMessage {
  /// Decodes each message as JSON with this decoder, after other operators, which do not keep that of the session.
  ///
  /// ```swift
  /// let first = network.stream.webSocket("wss://example.com/prices").messages().take(1)
  ///   .decoded(as: Price.self, decoder: JSONDecoder())
  /// ```
  ///
  /// ``WebSocketMessageStream/decoded(as:decoder:)`` before the operators uses the decoder of the session.
  public func decoded<Value: Decodable & Sendable>(
    as type: Value.Type = Value.self, decoder: any DataDecoder
  ) -> Observable<Value> {
    map { message in try message.decoded(as: type, decoder: decoder, redaction: .standard) }
  }
}

/// A message of a WebSocket that could not be decoded.
///
/// Its description says what is wrong and where, and shows no part of the message, which may be secret, but the names
/// on the path. It shows no name below one that the session hides; after other operators, that `Redaction.standard`
/// hides.
public struct WebSocketDecodingError: Error, CustomStringConvertible, CustomReflectable {
  /// The message.
  public let message: WebSocketMessage
  /// The name of the type that was expected.
  public let type: String
  /// The error of the decoder.
  public let underlyingError: any Error
  let redaction: Redaction

  /// What was expected, the size of the message, and what is wrong.
  public var description: String {
    "A WebSocket message of \(message.count.counted("byte")) could not be decoded as \(type): \(cause)"
  }

  /// The parts that may be shown.
  public var customMirror: Mirror {
    Mirror(self, children: ["type": type, "count": message.count, "underlyingError": cause])
  }

  private var cause: String { redaction.wordsWithoutBody(for: underlyingError) }
}

extension WebSocketMessage {
  fileprivate func decoded<Value: Decodable>(
    as type: Value.Type, decoder: any DataDecoder, redaction: Redaction
  ) throws -> Value {
    do {
      return try decoder.value(type, from: bytes)
    } catch {
      throw WebSocketDecodingError(
        message: self, type: "\(type)", underlyingError: error, redaction: redaction)
    }
  }
}

extension WebSocketDecodingError: LocalizedError {
  /// The same as ``description``.
  public var errorDescription: String? { description }
}
