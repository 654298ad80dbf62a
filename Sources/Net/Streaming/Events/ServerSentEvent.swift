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
