/// One event of an event stream, as the HTML standard defines them (section 9.2, server-sent events).
///
/// ```swift
/// let event = ServerSentEvent("42 degrees", event: "temperature", id: "7")
/// ```
///
/// A client reads `id` to resume after the last event it has seen, and `retry` for how long to wait before it
/// connects again.
public struct ServerSentEvent: Sendable, Hashable {
  /// The ID of the event; nil when it names none. One that was received has the ID that its stream is at, which is that
  /// of an earlier event when it names none itself.
  public var id: String?
  /// The type of the event; nil for the default, `message`.
  public var event: String?
  /// The data, its lines joined with LF. An event without a line of data is not dispatched by clients.
  public var data: String
  /// How long a client is to wait before it connects again; whole milliseconds on the wire.
  public var retry: Duration?
  /// What stands behind a colon at the start of a line: for people, and to keep connections open. Clients ignore
  /// it.
  public var comment: String?

  /// Makes an event; without data it carries an ID, a time to wait or a comment alone.
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
