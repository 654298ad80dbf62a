/// A WebSocket over a transport that opens none: it fails when it is resumed or cancelled.
final class UnsupportedWebSocketTask: WebSocketTask {
  private let receiver: Lock<(any WebSocketReceiver)?>
  private let error: WebSocketError

  init(transport: String, receiver: any WebSocketReceiver) {
    self.receiver = Lock(receiver)
    error = .unsupported(transport: transport)
  }

  func resume() { fail(error) }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    completion(error)
  }

  func ping() {}

  func close(_ closure: WebSocketClosure) {}

  func pause() {}

  func proceed() {}

  func cancel() { fail(CancellationError()) }

  private func fail(_ error: any Error) {
    let receiver = receiver.withLock { receiver in
      defer { receiver = nil }
      return receiver
    }
    receiver?.receive(.failed(error, phase: .connect))
  }
}
