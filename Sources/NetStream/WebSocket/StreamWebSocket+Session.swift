import Foundation
public import Net
public import Stream

/// An event of the session of a WebSocket.
///
/// The order is `(opened message* lost | lost)* opened? message*`.
public enum WebSocketEvent: Sendable {
  /// A connection is open.
  case opened(StreamWebSocketConnection)
  /// A message was received.
  case message(WebSocketMessage)
  /// The connection was lost or could not be opened. The session reconnects after the delay.
  case lost(any Error, reconnectingAfter: Duration)

  /// The message, or nil for another event.
  public var message: WebSocketMessage? {
    if case .message(let message) = self { message } else { nil }
  }
}

extension ObservableType where Element == WebSocketEvent {
  /// The messages of a session, over all its connections.
  ///
  /// ```swift
  /// let prices = socket.session { connection in connection.send(.text("prices")) }
  ///   .messages().decoded(as: Price.self)
  /// ```
  public func messages() -> WebSocketMessageStream {
    // An event of a session without its connection, such as one of a test, has no decoder of a session.
    let first = ReceivedDecoding(decoder: JSONDecoder(), redaction: .standard)
    let received = scan((nil, first)) { last, event -> (WebSocketMessage?, ReceivedDecoding) in
      switch event {
      case .opened(let connection): (nil, connection.decoding)
      case .message(let message): (message, last.1)
      case .lost: (nil, last.1)
      }
    }
    return WebSocketMessageStream(received.compactMap { message, decoding in message.map { ($0, decoding) } })
  }
}

extension StreamWebSocket {
  /// Receives messages over as many connections as necessary.
  ///
  /// ```swift
  /// network.stream.webSocket("wss://example.com/chat")
  ///   .session(reconnecting: .backoff(base: .seconds(1))) { connection in connection.send(.text("subscribe")) }
  ///   .subscribe(onNext: { event in print(event) })
  ///   .disposed(by: bag)
  /// ```
  ///
  /// ```text
  /// wire      -h-a-b-X    (1 s)    h-c   (close frame, 1000)
  /// session   -o-a-b-l-------------o-c|      o: opened, l: lost
  /// ```
  ///
  /// Each connection is opened as ``connect()`` does, with all policies of the session. When it is open, `opened` is
  /// emitted, and then the stream that `onOpen` returns is subscribed, which resubscribes to whatever the server sends;
  /// messages are received at the same time, by the session alone. If the stream of `onOpen` fails, the connection is
  /// closed, and `reconnection` decides whether the session reconnects or fails.
  ///
  /// The session completes when the peer closes a connection with 1000 or without a code, or when the connection is
  /// closed with ``StreamWebSocketConnection/close(code:reason:)``, even if the peer does not answer the close frame,
  /// the connection is lost meanwhile, or the session waits to reconnect. ``WebSocketReconnection`` defines after which
  /// errors the session reconnects; after any other it fails. Delays are measured by the timer of the network.
  /// `cancelAll()` of the network's session ends it with an error, even while it waits to reconnect, unless the program
  /// has closed the connection before; `finish()` ends such a wait.
  ///
  /// Disposing cancels the handshake or the delay, or closes the connection with `goingAway` (1001), once. Each
  /// subscription is a session; use `share()` to share one. What is sent while no connection is open fails; a protocol
  /// with acknowledgements decides what to send again in `onOpen`.
  ///
  /// - Parameters:
  ///   - reconnection: When to reconnect.
  ///   - onOpen: Returns what to send on a new connection, such as `connection.send(…)`.
  /// - Returns: A stream of events, which connects when it is subscribed.
  public func session(
    reconnecting reconnection: WebSocketReconnection = .backoff(),
    onOpen: @escaping @Sendable (StreamWebSocketConnection) -> Single<Void> = { _ in .just(()) }
  ) -> Observable<WebSocketEvent> {
    Observable.create { observer in
      let session = WebSocketSession(self, reconnection, onOpen: onOpen, observer: observer)
      session.take(.start)
      return Disposables.create { session.take(.dispose) }
    }
  }
}
