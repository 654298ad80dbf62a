import Foundation
package import Net

/// A transport whose WebSockets do only what the test tells them to.
package final class ScriptedWebSockets: WebSocketTransport {
  private let made = Locked<[ScriptedWebSocket]>([])
  private let onResume: @Sendable (ScriptedWebSocket) -> Void
  /// Called with each task before it is returned.
  package let onMake = Locked<(@Sendable (ScriptedWebSocket) -> Void)?>(nil)

  /// Creates a transport that calls the closure inside each `resume()`.
  package init(onResume: @escaping @Sendable (ScriptedWebSocket) -> Void = { $0.open() }) {
    self.onResume = onResume
  }

  /// The tasks created so far, in order.
  package var tasks: [ScriptedWebSocket] { made.value }

  package func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    ScriptedTask(request, receiver: receiver) { $0.respond(200) }
  }

  package func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask {
    let task = ScriptedWebSocket(request, receiver: receiver, onResume: onResume)
    made.update { $0.append(task) }
    onMake.value?(task)
    return task
  }
}

/// A WebSocket that records what its caller does, and sends events that the test gives it.
package final class ScriptedWebSocket: WebSocketTask {
  package let request: TransportRequest
  private let receiver: Locked<(any WebSocketReceiver)?>
  private let log = Locked<[String]>([])
  private let onResume: @Sendable (ScriptedWebSocket) -> Void
  /// Called once at the beginning of `pause()`.
  package let onPause = Locked<(@Sendable () -> Void)?>(nil)
  /// Called once at the beginning of `close()`.
  package let onClose = Locked<(@Sendable () -> Void)?>(nil)
  /// Called once at the beginning of `cancel()`.
  package let onCancel = Locked<(@Sendable () -> Void)?>(nil)

  package init(
    _ request: TransportRequest, receiver: any WebSocketReceiver,
    onResume: @escaping @Sendable (ScriptedWebSocket) -> Void
  ) {
    self.request = request
    self.receiver = Locked(receiver)
    self.onResume = onResume
  }

  /// What the caller has done, and an empty log from now on.
  package var calls: [String] {
    log.update { log in
      defer { log = [] }
      return log
    }
  }

  package func resume() { onResume(self) }

  package func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    log.update { $0.append("send \(message.count)") }
    completion(nil)
  }

  package func ping() { log.update { $0.append("ping") } }

  package func close(_ closure: WebSocketClosure) {
    onClose.update { $0.take() }?()
    log.update { $0.append("close \(closure.code)") }
  }

  package func pause() {
    let action = onPause.update { action in
      defer { action = nil }
      return action
    }
    action?()
    log.update { $0.append("pause") }
  }

  package func proceed() { log.update { $0.append("proceed") } }

  package func cancel() {
    onCancel.update { $0.take() }?()
    log.update { $0.append("cancel") }
    send(.failed(CancellationError(), phase: .body))
  }

  /// Sends an event to the receiver until the task has ended.
  package func send(_ event: WebSocketTransportEvent) {
    let receiver = receiver.update { receiver in
      defer {
        switch event {
        case .finished, .closed, .failed: receiver = nil
        default: break
        }
      }
      return receiver
    }
    receiver?.receive(event)
  }

  package func open(subprotocol: String? = nil) {
    send(
      .opened(WebSocketOpening(head: ResponseHead(status: 101, url: request.url), subprotocol: subprotocol)))
  }

  /// Refuses the handshake with a complete response.
  package func refuse(_ status: Int, headers: HTTPHeaders = [:], body: String = "") {
    send(.head(ResponseHead(status: status, headers: headers, url: request.url)))
    if !body.isEmpty { send(.body(Data(body.utf8))) }
    send(.finished(TransportTimings()))
  }
}
