import Net

/// A WebSocket whose handshake is replayed as an ordinary request: it is refused, or fails.
struct RefusedWebSocketTask: WebSocketTask {
  private let task: ReplayTask

  /// Creates a task.
  ///
  /// - Parameters:
  ///   - receiver: Receives the events.
  ///   - replay: Creates the task of the request.
  init(_ receiver: any WebSocketReceiver, replay: (any TransportReceiver) -> ReplayTask) {
    task = replay(Receiver(base: receiver))
  }

  func resume() { task.resume() }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    completion(WebSocketError.notOpen)
  }

  func ping() {}

  func close(_ closure: WebSocketClosure) {}

  func pause() { task.pause() }

  func proceed() { task.proceed() }

  func cancel() { task.cancel() }

  private struct Receiver: TransportReceiver {
    let base: any WebSocketReceiver

    func receive(_ event: TransportEvent) {
      switch event {
      case .interim(let head): base.receive(.interim(head))
      case .head(let head): base.receive(.head(head))
      case .body(let data): base.receive(.body(data))
      case .finished(let timings): base.receive(.finished(timings))
      case .failed(let error, let phase): base.receive(.failed(error, phase: phase))
      case .sent, .trailers, .redirect: break
      }
    }
  }
}
