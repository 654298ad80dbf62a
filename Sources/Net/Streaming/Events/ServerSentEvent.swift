import Foundation

/// An event of an event stream (HTML standard, section 9.2, server-sent events).
///
/// ```swift
/// let event = ServerSentEvent("42 degrees", event: "temperature", id: "7")
/// ```
///
/// Clients use `id` to continue after the last received event, and `retry` as the delay before they reconnect.
public struct ServerSentEvent: Sendable, Hashable {
  /// The ID of the event, or nil if it has none.
  ///
  /// A received event has the current ID of its stream, which is that of an earlier event if it has none
  /// itself.
  public var id: String?
  /// The type of the event.
  ///
  /// Nil means the default, `message`.
  public var event: String?
  /// The data, with lines joined by LF.
  ///
  /// Clients do not dispatch an event without data.
  public var data: String
  /// The delay before a client reconnects.
  ///
  /// On the wire it is in whole milliseconds: rounded up, and at least 0.
  public var retry: Duration?
  /// The text of a comment, a line that begins with a colon.
  ///
  /// Clients ignore it; it can explain a stream or keep the connection open.
  public var comment: String?
  /// How the request or session that received the event decodes it, or nil.
  ///
  /// Events that differ only in it are equal.
  var decoding: ReceivedDecoding?

  /// Creates an event.
  ///
  /// Without data it has only an ID, a delay or a comment.
  public init(
    _ data: String = "", event: String? = nil, id: String? = nil, retry: Duration? = nil,
    comment: String? = nil
  ) {
    self.data = data
    self.event = event
    self.id = id
    self.retry = retry
    self.comment = comment
  }
}

extension ServerSentEvent {
  private var texts: [ExactText?] { [id, event, data, comment].map { $0.map(ExactText.init) } }

  /// Returns whether the delays are equal, and all texts have the same code points.
  public static func == (left: ServerSentEvent, right: ServerSentEvent) -> Bool {
    left.texts == right.texts && left.retry == right.retry
  }

  /// Hashes all fields.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(texts)
    hasher.combine(retry)
  }
}

extension ServerSentEvent {
  /// Decodes the data as JSON.
  ///
  /// ```swift
  /// for try await event in network.get("ticks").events() { print(try event.decoded(as: Reading.self).value) }
  /// ```
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: The decoder. Nil means the decoder of the request or session that received the event, or a
  ///     plain `JSONDecoder` for an event from elsewhere.
  /// - Returns: The value.
  /// - Throws: ``NetworkError/Reason/serialization(_:)``, which describes what did not match and where, and keeps the
  ///   data. The error of the decoder is the underlying error. The error hides what the session hides that received the
  ///   event.
  public func decoded<Value: Decodable>(
    as type: Value.Type = Value.self, decoder: (any DataDecoder)? = nil
  ) throws -> Value {
    let data = Data(data.utf8)
    do {
      return try (decoder ?? decoding?.decoder ?? JSONDecoder()).value(type, from: data)
    } catch {
      let redaction = decoding?.redaction ?? .standard
      let words = redaction.words(for: error, decoding: data)
      var failure = NetworkError(
        .serialization("an event could not be decoded as \(type): \(words)"), data: data,
        underlyingError: error)
      failure.redaction = redaction
      throw failure
    }
  }
}

extension ServerSentEvent: CustomReflectable {
  /// The fields of the event.
  public var customMirror: Mirror {
    let fields: KeyValuePairs<String, Any> = [
      "id": id as Any, "event": event as Any, "data": data, "retry": retry as Any, "comment": comment as Any,
    ]
    return Mirror(self, children: fields, displayStyle: .struct)
  }
}
