import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the transport uses of Foundation's WebSocket task.
///
/// Apple documents these guarantees, on which ``URLWebSocketState`` relies:
///
/// - Messages that are received or sent before the handshake has ended wait for it.
/// - A message that is too large ends the task, and all outstanding work fails.
/// - A pong is reported to the handler of its ping, with an error if the connection is lost before.
/// - A close frame of the server is reported to the delegate, and its code can be read at any time.
///
/// It does not document the order in which a close frame, the failure of a receive and the end of the task
/// are reported. It does not document either whether the task waits for the server's close frame after its
/// own.
protocol FoundationWebSocket: Sendable {
  /// The close frame of the server, or nil without one.
  var closure: WebSocketClosure? { get }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void)
  /// Receives one message.
  func receive(completion: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void)
  func ping(completion: @escaping @Sendable ((any Error)?) -> Void)
  /// Sends a close frame; returns false if Foundation has no such code.
  func close(_ closure: WebSocketClosure) -> Bool
  func cancel()
}

extension WebSocketClosure {
  /// Creates a ``WebSocketClosure`` from the code and reason that Foundation reports; nil if they do not come from a
  /// close frame.
  init?(foundationCode code: Int, reason: Data?) {
    guard let number = UInt16(exactly: code), number != 0 else { return nil }
    let code = WebSocketCloseCode(rawValue: number)
    // Foundation uses 1006 and 1015 for connections that ended without a close frame (RFC 6455 section 7.4.1).
    guard code.isSendable || code == .noStatus else { return nil }
    self.init(code: code, reason: reason.map { String(decoding: $0, as: UTF8.self) } ?? "")
  }
}

#if canImport(Darwin)
  extension URLSessionWebSocketTask: FoundationWebSocket {
    var closure: WebSocketClosure? {
      WebSocketClosure(foundationCode: closeCode.rawValue, reason: closeReason)
    }

    func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
      switch message {
      case .text(let text): send(.string(text), completionHandler: completion)
      case .data(let data): send(.data(data), completionHandler: completion)
      }
    }

    func receive(completion: @escaping @Sendable (Result<WebSocketMessage, any Error>) -> Void) {
      receive(completionHandler: { result in
        switch result {
        case .success(let message):
          if case .string(let text) = message {
            completion(.success(.text(text)))
          } else if case .data(let data) = message {
            completion(.success(.data(data)))
          } else {
            completion(.failure(WebSocketError.protocolViolation(.opcode(0))))
          }
        case .failure(let error): completion(.failure(error))
        }
      })
    }

    func ping(completion: @escaping @Sendable ((any Error)?) -> Void) {
      sendPing(pongReceiveHandler: completion)
    }

    func close(_ closure: WebSocketClosure) -> Bool {
      // Without a code, as Foundation does when it cancels.
      if closure.code == .noStatus {
        cancel()
        return true
      }
      guard let code = CloseCode(rawValue: Int(closure.code.rawValue)) else { return false }
      cancel(with: code, reason: closure.reason.isEmpty ? nil : Data(closure.reason.utf8))
      return true
    }
  }
#endif
