import Foundation
import Net

/// Passes the events of a WebSocket to a receiver, and records the handshake and the messages.
final class WebSocketRecorder: WebSocketReceiver {
  private let receiver: any WebSocketReceiver
  private let exchange: ExchangeRecorder
  /// When the handshake was sent, as the file says it: in milliseconds.
  private let startedAt: Date
  /// Nil before the WebSocket is open, and an element is nil if it was not sent.
  private let records = SharedLock<[WebSocketRecord?]?>(nil)

  init(
    _ request: RecordedRequest, bodyLimit: Int, timer: any NetworkTimer, receiver: any WebSocketReceiver,
    record: @escaping @Sendable (Cassette.Entry) -> Void
  ) {
    self.receiver = receiver
    startedAt = Date(timeIntervalSince1970: (timer.date.timeIntervalSince1970 * 1_000).rounded() / 1_000)
    exchange = ExchangeRecorder(
      request, at: startedAt, bodyLimit: bodyLimit, timer: timer, receiver: NoReceiver()
    ) { [records] entry in
      var entry = entry
      entry.webSocket = records.withLock { $0.map { $0.compactMap(\.self) } }
      if let records = entry.webSocket, entry.failure?.isCut == true {
        let count = records.count { if case .message = $0.content { true } else { false } }
        entry.failure = Cassette.Failure(cutAfter: count.counted("message"))
      }
      record(entry)
    }
  }

  func receive(_ event: WebSocketTransportEvent) {
    // Recorded before the end is delivered, so that code that waits for the end finds the entry.
    switch event {
    case .head(let head): exchange.receive(.head(head))
    case .body(let data): exchange.receive(.body(data))
    case .finished(let timings): exchange.receive(.finished(timings))
    case .opened(let opening):
      records.withLock { $0 = [] }
      exchange.receive(.head(opening.head))
    case .message(let message): add(.message(message), isSent: false)
    case .closed(let closure):
      add(.close(closure), isSent: false)
      exchange.receive(.finished(TransportTimings()))
    case .failed(let error, let phase): exchange.receive(.failed(error, phase: phase))
    case .interim, .ping, .pong: break
    }
    receiver.receive(event)
  }

  /// Records what the client sends; returns its index.
  @discardableResult
  func add(_ content: WebSocketRecord.Content, isSent: Bool = true) -> Int? {
    // Measured by the monotonic clock, because the wall clock may be set meanwhile.
    let time = startedAt.addingTimeInterval(exchange.elapsed / .seconds(1))
    let record = WebSocketRecord(isSent: isSent, time: time, content: content)
    return records.withLock { records in
      records?.append(record)
      return records.map { $0.count - 1 }
    }
  }

  /// Removes what could not be sent.
  func remove(_ index: Int?) {
    guard let index else { return }
    records.withLock { $0?[index] = nil }
  }
}

/// Receives nothing.
private struct NoReceiver: TransportReceiver {
  func receive(_ event: TransportEvent) {}
}

/// Sends over another task, and records what it sends.
final class RecordedWebSocketTask: WebSocketTask {
  private let base: any WebSocketTask
  private let recorder: WebSocketRecorder
  private let isClosing = SharedLock(false)

  init(_ base: any WebSocketTask, recorder: WebSocketRecorder) {
    self.base = base
    self.recorder = recorder
  }

  func resume() { base.resume() }

  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void) {
    let index = recorder.add(.message(message))
    base.send(message) { [recorder] error in
      if error != nil { recorder.remove(index) }
      completion(error)
    }
  }

  func ping() { base.ping() }

  func close(_ closure: WebSocketClosure) {
    let isFirst = isClosing.withLock { isClosing in
      defer { isClosing = true }
      return !isClosing
    }
    if isFirst { recorder.add(.close(closure)) }
    base.close(closure)
  }

  func pause() { base.pause() }

  func proceed() { base.proceed() }

  func cancel() { base.cancel() }
}
