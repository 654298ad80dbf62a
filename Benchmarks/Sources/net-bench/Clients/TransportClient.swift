import Foundation
import Net
import NetMeasuring
import Synchronization

/// The default transport with nothing around it.
struct TransportClient: Client {
  private let transport = PlatformTransport.standard()

  func send(count: Int, inFlight: Int, to url: URL) async throws {
    try await Flight.run(.transport, count: count, inFlight: inFlight) { done in
      transport.task(for: TransportRequest(url: url), receiver: Collector(done)).resume()
    }
  }

  func hold(_ count: Int, at url: URL) {
    for _ in 0..<count {
      transport.task(for: TransportRequest(url: url), receiver: Collector { _ in }).resume()
    }
  }

  private final class Collector: TransportReceiver {
    private struct Response {
      var status = 0
      var body = Data()
    }

    private let response = Mutex(Response())
    private let done: @Sendable (Flight.Answer) -> Void

    init(_ done: @escaping @Sendable (Flight.Answer) -> Void) { self.done = done }

    func receive(_ event: TransportEvent) {
      switch event {
      case .head(let head): response.withLock { $0.status = head.status }
      case .body(let piece):
        response.withLock { response in
          if response.body.isEmpty { response.body = piece } else { response.body += piece }
        }
      case .finished:
        let (status, body) = response.withLock { ($0.status, $0.body) }
        done(.success((status, body)))
      case .failed(let error, _): done(.failure(error))
      case .sent, .interim, .trailers, .redirect: break
      }
    }
  }
}
