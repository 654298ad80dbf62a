/// How many messages and bytes of a WebSocket wait for their consumer, as a pure value.
///
/// When as many wait as the options allow, reading pauses. A connection that is read in blocks resumes once half of
/// them have been consumed, so that it does not pause again at the next message.
struct WebSocketBacklog: Sendable {
  private let maximumMessages: Int
  private let maximumBytes: Int
  private var messages = 0
  private var bytes = 0

  /// Creates an empty backlog with the limits of the options.
  init(_ options: WebSocketOptions) {
    // A backlog with a smaller limit would be full while it is empty, so that reading would never resume.
    maximumMessages = max(1, options.maximumWaitingMessages)
    maximumBytes = max(1, options.maximumWaitingBytes)
  }

  /// Whether reading pauses.
  var isFull: Bool { messages >= maximumMessages || bytes >= maximumBytes }

  /// Whether reading may resume after a pause.
  var isHalfEmpty: Bool { messages <= maximumMessages / 2 && bytes <= maximumBytes / 2 }

  /// Adds a message that waits.
  mutating func add(_ message: WebSocketMessage) { add(messages: 1, bytes: message.count) }

  /// Adds this many waiting messages with this many bytes.
  ///
  /// A pong counts as a message without bytes, and what follows a refused handshake as bytes without a message.
  mutating func add(messages: Int = 0, bytes: Int = 0) {
    self.messages += messages
    self.bytes += bytes
  }

  /// Removes a message that is passed on.
  mutating func remove(_ message: WebSocketMessage) { add(messages: -1, bytes: -message.count) }

  /// Removes this many messages with this many bytes, which are passed on.
  mutating func remove(messages: Int = 0, bytes: Int = 0) { add(messages: -messages, bytes: -bytes) }

  /// Removes everything.
  mutating func removeAll() { (messages, bytes) = (0, 0) }
}
