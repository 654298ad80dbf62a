import Foundation
import Net
import TestSupport

/// A receiver that records the events of one WebSocket task.
final class WebSocketEventLog: WebSocketReceiver {
  private let log = Locked<[WebSocketTransportEvent]>([])
  private let onEvent: @Sendable (WebSocketTransportEvent) -> Void
  private let end = AsyncStream.makeStream(of: Void.self)

  init(onEvent: @escaping @Sendable (WebSocketTransportEvent) -> Void = { _ in }) { self.onEvent = onEvent }

  func receive(_ event: WebSocketTransportEvent) {
    log.update { $0.append(event) }
    onEvent(event)
    switch event {
    case .finished, .closed, .failed: end.continuation.finish()
    default: break
    }
  }

  /// Waits for the end of the task.
  ///
  /// May be called once.
  func end() async { for await _ in end.stream {} }

  var events: [WebSocketTransportEvent] { log.value }

  /// The events in short form; consecutive chunks of a body are one entry.
  var summary: [String] {
    events.reduce(into: []) { summary, event in
      let word = event.word
      if word != "body" || summary.last != "body" { summary.append(word) }
    }
  }

  var opening: WebSocketOpening? {
    events.lazy.compactMap { if case .opened(let opening) = $0 { opening } else { nil } }.first
  }

  var error: (any Error)? {
    events.lazy.compactMap { if case .failed(let error, _) = $0 { error } else { nil } }.last
  }
}

extension WebSocketTransportEvent {
  fileprivate var word: String {
    switch self {
    case .interim(let head): "interim \(head.status)"
    case .head(let head): "head \(head.status)"
    case .body: "body"
    case .finished: "finished"
    case .opened: "opened"
    case .message(.text(let text)): text
    case .message(.data(let data)): "\(data.count) bytes"
    case .ping: "ping"
    case .pong: "pong"
    case .closed(let closure): "closed \(closure.code)"
    case .failed(let error, let phase): error is CancellationError ? "cancelled" : "failed \(phase)"
    }
  }
}
