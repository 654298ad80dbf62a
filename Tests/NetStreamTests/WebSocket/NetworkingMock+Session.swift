import Net
import NetStream
import NetTesting
import Stream

extension NetworkingMock {
  /// Subscribes to a session of the WebSocket `/chat` until the end of the test.
  func session(
    _ reconnection: WebSocketReconnection = .backoff(),
    onOpen: @escaping @Sendable (StreamWebSocketConnection) -> Single<Void> = { _ in .just(()) }
  ) -> Recording<WebSocketEvent> {
    stream.webSocket("/chat").session(reconnecting: reconnection, onOpen: onOpen).record(afterEach: .test)
  }
}
