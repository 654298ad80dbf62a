import Net
import NetTesting

/// The messages and the end that a handler of a WebSocket receives.
final class ReceivedUpdates: Sendable {
  private struct Contents: Sendable {
    var connection: WebSocketConnection?
    var failure: NetworkError?
    var messages: [WebSocketMessage] = []
    var end: Result<WebSocketClosure, any Error>?
  }

  private let contents = Lock(Contents())

  /// Connects, and receives everything.
  init(_ request: WebSocketRequest, receives: Bool = true) {
    request.connect(delivery: .inline) { [self] result in
      switch result {
      case .success(let connection):
        contents.withLock { $0.connection = connection }
        if receives { receive(from: connection) }
      case .failure(let error): contents.withLock { $0.failure = error }
      }
    }
  }

  func receive(from connection: WebSocketConnection) {
    connection.receive(delivery: .inline) { [self] update in
      contents.withLock { contents in
        switch update {
        case .message(let message): contents.messages.append(message)
        case .ended(let end): contents.end = end
        }
      }
    }
  }

  var connection: WebSocketConnection? { contents.withLock { $0.connection } }
  var failure: NetworkError? { contents.withLock { $0.failure } }
  var messages: [WebSocketMessage] { contents.withLock { $0.messages } }
  var texts: [String] { messages.compactMap { if case .text(let text) = $0 { text } else { nil } } }
  var hasEnded: Bool { contents.withLock { $0.end != nil } }
  var closure: WebSocketClosure? { contents.withLock { try? $0.end?.get() } }
  var error: WebSocketError? {
    contents.withLock { if case .failure(let error)? = $0.end { error as? WebSocketError } else { nil } }
  }
  /// The error of a refused handshake.
  var refusal: WebSocketError? { failure?.underlyingError as? WebSocketError }

  /// Sends a message; the result is nil until it is known.
  @discardableResult
  func send(_ message: WebSocketMessage) -> SharedLock<Result<Void, WebSocketError>?> {
    let result = SharedLock<Result<Void, WebSocketError>?>(nil)
    connection?.send(message) { sent in
      result.withLock { $0 = sent.mapError { $0 as? WebSocketError ?? .connectionLost } }
    }
    return result
  }

  func close(_ code: WebSocketCloseCode = .normal) { connection?.close(code: code) { _ in } }
}
