import Foundation
import Net
import NetTesting
import Testing

/// Records the events of a task in order, as text, and can react to each.
final class ReceivedEvents: TransportReceiver {
  private let state = Lock<[TransportEvent]>([])
  private let reaction = Lock<(@Sendable (TransportEvent) -> Void)?>(nil)

  func react(_ reaction: @escaping @Sendable (TransportEvent) -> Void) {
    self.reaction.withLock { $0 = reaction }
  }

  func receive(_ event: TransportEvent) {
    state.withLock { $0.append(event) }
    reaction.withLock { $0 }?(event)
  }

  var words: [String] {
    state.withLock { $0 }.map { event in
      switch event {
      case .sent(let bytes): "sent \(bytes)"
      case .head(let head): "head \(head.status)"
      case .body(let data): "body \(String(decoding: data, as: UTF8.self))"
      case .interim(let head): "interim \(head.status)"
      case .trailers(let trailers): "trailers \(trailers.map(\.name))"
      case .redirect(let head): "redirect \(head.status)"
      case .finished: "finished"
      case .failed(let error, let phase): "failed \(type(of: error)) \(phase)"
      }
    }
  }

  var body: Data {
    state.withLock { $0 }.reduce(into: Data()) { body, event in
      if case .body(let piece) = event { body += piece }
    }
  }

  var head: ResponseHead? {
    state.withLock { $0 }.lazy.compactMap { event -> ResponseHead? in
      if case .head(let head) = event { head } else { nil }
    }.first
  }

  var error: (any Error)? {
    state.withLock { $0 }.lazy.compactMap { event -> (any Error)? in
      if case .failed(let error, _) = event { error } else { nil }
    }.first
  }
}

extension MockTransport {
  /// Sends a request, and returns the events received so far and the task.
  @discardableResult
  func send(
    _ method: HTTPMethod = .get, _ url: String = "https://h/a", headers: HTTPHeaders = [:],
    body: String? = nil, to received: ReceivedEvents = ReceivedEvents()
  ) throws -> (received: ReceivedEvents, task: any TransportTask) {
    let request = TransportRequest(
      method: method, url: try #require(URL(string: url)), headers: headers,
      body: body.map { .data(Data($0.utf8)) } ?? .none)
    let task = task(for: request, receiver: received)
    task.resume()
    return (received, task)
  }
}
