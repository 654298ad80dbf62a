public import Dispatch
public import Foundation

/// An open WebSocket.
///
/// ```swift
/// let connection = try await network.webSocket("wss://example.com/chat", subprotocols: ["v2"]).connect()
/// try await connection.send(.text("hello"))
/// for try await message in connection.messages {
///   if case .text(let text) = message { print(text) }
/// }
/// ```
///
/// Messages are sent in the order of the calls, and received in the order in which the peer sent them. The connection
/// ends with ``close(code:reason:)``, when the peer closes it, or when it is lost; ``messages`` then ends. Without any
/// reference to the connection or its messages it is closed with ``WebSocketCloseCode/goingAway``. All methods may be
/// called from any thread.
///
/// `send` waits while ``WebSocketOptions/sendBufferSize`` bytes wait to be sent. If the consumer of the messages is
/// slow, the connection stops reading, so that the peer has to wait.
public final class WebSocketConnection: Sendable {
  package let channel: WebSocketChannel
  /// How messages are decoded.
  package let decoding: ReceivedDecoding
  private let encoder: any DataEncoder
  /// The queue of a handler that names none; nil for a thread of the transport.
  private let callbackQueue: DispatchQueue?

  /// The head of the response that opened the connection: a 101.
  public let response: ResponseHead

  /// Creates a connection over an open task.
  package init(
    _ channel: WebSocketChannel, response: ResponseHead, decoder: any DataDecoder, encoder: any DataEncoder,
    callbackQueue: DispatchQueue?
  ) {
    self.channel = channel
    self.response = response
    decoding = ReceivedDecoding(decoder: decoder, redaction: response.redaction)
    self.encoder = encoder
    self.callbackQueue = callbackQueue
  }

  deinit { channel.close(WebSocketClosure(code: .goingAway)) }

  /// The subprotocol that the server chose, or nil.
  public var subprotocol: String? { channel.opening.subprotocol }

  /// Whether messages may be compressed (RFC 7692).
  public var isCompressed: Bool { channel.opening.isCompressed }

  // MARK: - Sending

  /// Sends a message, after those of earlier calls.
  ///
  /// ```swift
  /// connection.send(.text("hello")) { result in print(result) }
  /// ```
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - completion: Called once, on a thread of the transport, when the system has taken the last byte, or with the
  ///     error: ``WebSocketError/notOpen`` after the end, or why the connection was lost. It may be called before this
  ///     method returns.
  public func send(
    _ message: WebSocketMessage, completion: @escaping @Sendable (Result<Void, any Error>) -> Void
  ) {
    channel.send(message) { error in completion(error.map(Result.failure) ?? .success(())) }
  }

  /// Sends a message, and returns when the system has taken the last byte.
  ///
  /// Cancelling the task does not recall the message.
  ///
  /// - Throws: ``WebSocketError/notOpen`` after the end, or why the connection was lost.
  public func send(_ message: WebSocketMessage) async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      send(message) { continuation.resume(with: $0) }
    }
  }

  /// Sends a value as JSON text, and returns when the system has taken the last byte.
  ///
  /// ```swift
  /// try await connection.send(json: ["subscribe": "news"])
  /// ```
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: The encoder. Nil means that of the handshake (``RequestDescription/encoder``), or else of the
  ///     session.
  /// - Throws: An `EncodingError`, or what ``send(_:)`` throws.
  public func send(json value: some Encodable & Sendable, encoder: (any DataEncoder)? = nil) async throws {
    try await send(message(json: value, encoder: encoder))
  }

  /// Sends bytes.
  ///
  /// Use `send(.data(bytes))`.
  @available(*, deprecated, message: "Data is not encoded as a value: use send(.data(bytes))")
  public func send(json bytes: Data) async throws { try await send(.data(bytes)) }

  /// Returns a value as a message of JSON text.
  package func message(json value: some Encodable, encoder: (any DataEncoder)?) throws -> WebSocketMessage {
    if let bytes = value.unencodedBytes { return .data(bytes) }
    return .text(String(decoding: try (encoder ?? self.encoder).encode(value), as: UTF8.self))
  }

  // MARK: - Closing

  /// Closes the connection, after the messages that were sent before.
  ///
  /// Messages that arrive from now on are discarded. If it is closing or closed already, only the completion is called.
  ///
  /// - Parameters:
  ///   - code: The reason as a number (RFC 6455 section 7.4).
  ///   - reason: The reason as text of at most 123 bytes.
  ///   - completion: Called once with the peer's close frame, or with an error such as
  ///     ``WebSocketError/closeTimeout`` if it did not come in ``WebSocketOptions/closeTimeout``.
  public func close(
    code: WebSocketCloseCode = .normal, reason: String = "",
    completion: @escaping @Sendable (Result<WebSocketClosure, any Error>) -> Void
  ) {
    channel.close(WebSocketClosure(code: code, reason: reason), completion)
  }

  /// Closes the connection, and returns the peer's close frame.
  ///
  /// ```swift
  /// try await connection.close(code: .goingAway, reason: "bye")
  /// ```
  ///
  /// - Throws: An error such as ``WebSocketError/closeTimeout`` if it did not come in
  ///   ``WebSocketOptions/closeTimeout``.
  @discardableResult
  public func close(code: WebSocketCloseCode = .normal, reason: String = "") async throws -> WebSocketClosure
  {
    try await withCheckedThrowingContinuation { continuation in
      close(code: code, reason: reason) { continuation.resume(with: $0) }
    }
  }

  /// Ends the connection at once, without the close handshake.
  ///
  /// Messages that wait are discarded, and ``messages`` throws a ``NetworkError`` whose reason is
  /// ``NetworkError/Reason/cancelled``, as a request that is cancelled.
  public func cancel() { channel.cancel() }

  // MARK: - Receiving

  /// The messages, for `for try await`.
  ///
  /// The sequence ends when the connection is closed. It throws a ``WebSocketError`` or an error of the transport if it
  /// is lost or closed with a code that reports a problem, and a ``NetworkError`` if it is cancelled. While the loop is
  /// busy, messages wait, up to ``WebSocketOptions/maximumWaitingMessages``; then the connection stops reading. Leaving
  /// the loop closes the connection with ``WebSocketCloseCode/goingAway``. There can be one consumer; a second one gets
  /// ``WebSocketError/hasConsumer``.
  public var messages: WebSocketMessages { WebSocketMessages(self) }

  /// What a handler of messages receives.
  public enum Update: Sendable {
    /// A message.
    case message(WebSocketMessage)
    /// The end, once and last: the peer's close frame, or why the connection was lost.
    case ended(Result<WebSocketClosure, any Error>)
  }

  /// Calls a handler with the messages and the end, one at a time.
  ///
  /// ```swift
  /// connection.receive { update in
  ///   if case .message(let message) = update { show(message) }
  /// }
  /// ```
  ///
  /// A handler that blocks makes the connection stop reading. The connection stays open until it ends, even if nothing
  /// else references it.
  ///
  /// - Parameters:
  ///   - queue: The queue of the handler. Nil means the session's callback queue.
  ///   - handler: Called with each update. If there is another consumer, it is called once, with
  ///     ``WebSocketError/hasConsumer``.
  public func receive(queue: DispatchQueue? = nil, handler: @escaping @Sendable (Update) -> Void) {
    receive(delivery: queue.map { .queue($0) } ?? .callbackQueue, handler: handler)
  }

  /// Calls a handler at this delivery with the messages and the end, one at a time.
  ///
  /// ```swift
  /// connection.receive(delivery: .inline) { update in
  ///   if case .message(let message) = update { show(message) }
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - delivery: Where the handler is called. With `.inline` that is a thread of the transport, without a thread
  ///     switch.
  ///   - handler: Called with each update. If there is another consumer, it is called once, with
  ///     ``WebSocketError/hasConsumer``.
  public func receive(delivery: ResponseDelivery, handler: @escaping @Sendable (Update) -> Void) {
    let queue = delivery.queue(callbackQueue)
    guard channel.consume() else {
      let end = Update.ended(.failure(WebSocketError.hasConsumer))
      guard let queue else { return handler(end) }
      return queue.async { handler(end) }
    }
    channel.handle(queue.map { .queue($0) } ?? .inline) { [self] delivery in
      // The connection is not released before the end.
      withExtendedLifetime(self) {
        switch delivery {
        case .message(let message): handler(.message(message))
        case .end(let end): handler(.ended(end))
        }
      }
    }
  }
}
