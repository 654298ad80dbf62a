public import Foundation
public import Net
public import Stream

/// An open WebSocket whose sends and messages are streams.
///
/// ```swift
/// network.stream.webSocket("wss://example.com/chat").connect()
///   .asObservable().flatMap { connection in
///     connection.send(.text("hello")).asObservable().flatMap { connection.messages }
///   }
///   .subscribe(onNext: { message in print(message) })
///   .disposed(by: bag)
/// ```
///
/// Without any reference to the connection or a subscription of ``messages``, it is closed with `goingAway` (1001). All
/// members may be used from any thread.
public struct StreamWebSocketConnection: Sendable {
  private let connection: WebSocketConnection
  private let closing = SharedLock(false)
  private let reportedEnd = SharedLock(false)
  /// Called when the program closes the connection.
  private let willClose: (@Sendable () -> Void)?

  /// Creates the stream form of a connection.
  public init(_ connection: WebSocketConnection) {
    self.connection = connection
    willClose = nil
  }

  /// Creates the connection of a session.
  ///
  /// - `willClose`: Called when the program closes it, even if it has ended.
  init(_ connection: WebSocketConnection, willClose: @escaping @Sendable () -> Void) {
    self.connection = connection
    self.willClose = willClose
  }

  /// The subprotocol that the server chose, or nil.
  public var subprotocol: String? { connection.subprotocol }

  /// The head of the response that opened the connection: a 101.
  public var response: ResponseHead { connection.response }

  /// Whether messages may be compressed (RFC 7692).
  public var isCompressed: Bool { connection.isCompressed }

  /// Whether the program has begun to close the connection.
  var isClosing: Bool { closing.withLock { $0 } }

  /// Whether a send or close has failed because the connection is closing or has ended.
  var hasReportedEnd: Bool { reportedEnd.withLock { $0 } }

  /// The messages, as they arrive.
  ///
  /// ```text
  /// wire       -a-b-c     (close frame, 1000)
  /// messages   -a-b-c|
  /// ```
  ///
  /// It completes when the connection is closed with 1000, 1001 or no code, and fails with a `WebSocketError` or an
  /// error of the transport if it is closed with another code or lost, and with a `NetworkError` if it is cancelled. A
  /// message is emitted when `onNext` of the previous one has returned. Messages that arrive in between or before the
  /// subscription wait, up to the limits of `WebSocketOptions`; then the connection stops reading, so that the peer has
  /// to wait. The `values` of this stream keep every message that a loop has not taken.
  ///
  /// There can be one subscription; a second one fails with `WebSocketError.hasConsumer`. Disposing of it closes the
  /// connection with `goingAway` (1001).
  ///
  /// Its ``WebSocketMessageStream/decoded(as:decoder:)`` uses the decoder of the session.
  public var messages: WebSocketMessageStream {
    WebSocketMessageStream(received.map { [decoding] in ($0, decoding) })
  }

  private var received: Observable<WebSocketMessage> {
    Observable.create { observer in
      let isConsumer = SharedLock(true)
      receive { update in
        switch update {
        case .message(let message):
          observer.onNext(message)
          // The observer was disposed of in `onNext`, maybe before `subscribe` has returned.
          if observer.isDisposed { leave() }
        case .ended(.success): observer.onCompleted()
        case .ended(.failure(let error)):
          if error as? WebSocketError == .hasConsumer { isConsumer.withLock { $0 = false } }
          observer.onError(error)
        }
      }
      return Disposables.create { if isConsumer.withLock({ $0 }) { leave() } }
    }
  }

  /// Returns a single that sends a message when it is subscribed.
  ///
  /// ```swift
  /// connection.send(.text("hello")).subscribe().disposed(by: bag)
  /// ```
  ///
  /// Messages are sent in the order of the subscriptions. It succeeds when the system has taken the last byte, and
  /// fails with `WebSocketError.notOpen` after the end, or with the reason why the connection was lost. It waits while
  /// the send buffer is full. Disposing does not recall the message.
  public func send(_ message: WebSocketMessage) -> Single<Void> {
    Single.createLate { observer in
      connection.send(message) { observer(noted($0)) }
      return nil
    }
  }

  /// Returns a single that sends a value as JSON text.
  ///
  /// ```swift
  /// connection.send(json: ["subscribe": "news"]).subscribe().disposed(by: bag)
  /// ```
  ///
  /// Without an encoder it uses that of the handshake or else of the session. It fails with an `EncodingError` if the
  /// value cannot be encoded, and otherwise as ``send(_:)`` does.
  public func send(
    json value: some Encodable & Sendable, encoder: (any DataEncoder)? = nil
  ) -> Single<Void> {
    Single.deferred { send(try connection.message(json: value, encoder: encoder)) }
  }

  /// Returns a single that sends bytes.
  ///
  /// Use `send(.data(bytes))`.
  @available(*, deprecated, message: "Data is not encoded as a value: use send(.data(bytes))")
  public func send(json bytes: Data) -> Single<Void> { send(.data(bytes)) }

  /// Returns a single that closes the connection, after the messages that were sent before.
  ///
  /// ```swift
  /// connection.close(code: .goingAway, reason: "bye").subscribe().disposed(by: bag)
  /// ```
  ///
  /// Messages that arrive from then on are discarded. It succeeds with the peer's close frame, and fails with an error
  /// such as `WebSocketError.closeTimeout` if it did not come in `WebSocketOptions.closeTimeout`.
  ///
  /// - Parameters:
  ///   - code: The reason as a number (RFC 6455 section 7.4).
  ///   - reason: The reason as text of at most 123 bytes.
  /// - Returns: The peer's close frame.
  public func close(code: WebSocketCloseCode = .normal, reason: String = "") -> Single<WebSocketClosure> {
    Single.createLate { observer in
      closing.withLock { $0 = true }
      willClose?()
      connection.close(code: code, reason: reason) { observer(noted($0)) }
      return nil
    }
  }

  /// Ends the connection at once, without the close handshake.
  ///
  /// ``messages`` then fails with a `NetworkError` whose reason is `cancelled`.
  public func cancel() { connection.cancel() }

  /// Returns the result, and remembers that it reports the end of the connection.
  private func noted<Value>(_ result: Result<Value, any Error>) -> Result<Value, any Error> {
    if case .failure(let error as WebSocketError) = result, error.isEnd { reportedEnd.withLock { $0 = true } }
    return result
  }

  /// How messages are decoded.
  var decoding: ReceivedDecoding { connection.decoding }

  /// Becomes the consumer of the messages.
  func receive(_ handler: @escaping @Sendable (WebSocketConnection.Update) -> Void) {
    connection.receive(delivery: .inline, handler: handler)
  }

  /// Closes the connection because it has no subscriber any more; no effect if it is closing or closed.
  func leave() {
    connection.close(code: .goingAway) { _ in }
  }
}

extension WebSocketError {
  /// Whether a connection that reports it is closing or has ended.
  var isEnd: Bool { self == .notOpen || isLost }
}
