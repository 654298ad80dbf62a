import Foundation
import Net

/// Replays an entry of a cassette, or fails with an error.
final class ReplayTask: TransportTask {
  private let state: Lock<ReplayState>

  /// The maximum number of bytes in a chunk of a replayed body.
  private static let pieceSize = 16_384

  private init(_ events: [TransportEvent], receiver: any TransportReceiver) {
    state = Lock(ReplayState(events, receiver: receiver))
  }

  convenience init(
    failingWith error: any Error, phase: TransportPhase = .connect, receiver: any TransportReceiver
  ) {
    self.init([.failed(error, phase: phase)], receiver: receiver)
  }

  convenience init(
    _ entry: Cassette.Entry, _ request: RecordedRequest, receiver: any TransportReceiver
  ) {
    self.init(Self.events(of: entry, request), receiver: receiver)
  }

  private static func events(of entry: Cassette.Entry, _ request: RecordedRequest) -> [TransportEvent] {
    var events: [TransportEvent] = []
    if let response = entry.response {
      if !request.body.isEmpty { events.append(.sent(bytes: Int64(request.body.count))) }
      events.append(
        .head(
          ResponseHead(
            status: response.status, headers: response.headers, url: request.url,
            httpVersion: response.httpVersion)))
      var rest = response.body[...]
      while !rest.isEmpty {
        events.append(.body(Data(rest.prefix(pieceSize))))
        rest = rest.dropFirst(pieceSize)
      }
    }
    if let failure = entry.failure {
      events.append(.failed(failure.error, phase: failure.phase))
    } else {
      events.append(.finished(TransportTimings()))
    }
    return events
  }

  func resume() {
    state.withLock { $0.resume() }
    deliver()
  }

  func pause() { state.withLock { $0.pause() } }

  func proceed() {
    state.withLock { $0.proceed() }
    deliver()
  }

  func cancel() {
    state.withLock { $0.cancel() }
    deliver()
  }

  private func deliver() {
    guard state.withLock({ $0.beginDelivering() }) else { return }
    while let next = state.withLock({ $0.next() }) { next.receiver.receive(next.event) }
  }
}

extension Cassette.Failure {
  /// The error: Foundation's own if it was one of a URL session; otherwise the text.
  var error: any Error {
    guard let domain, let code else { return ReplayedFailure(text) }
    return foundationError(domain, code)
  }

  private func foundationError(_ domain: String, _ code: Int) -> any Error {
    guard domain == NSURLErrorDomain else { return NSError(domain: domain, code: code) }
    // Optional on Linux, where only known codes exist.
    let known: URLError.Code? = URLError.Code(rawValue: code)
    return known.map { URLError($0) } ?? NSError(domain: domain, code: code)
  }
}
