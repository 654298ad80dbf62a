import Foundation
import Net
import NetMeasuring
import Synchronization

/// The default transport alone.
struct TransportClient: CallbackClient {
  let subject: NetSubject
  let transport: any Transport

  func get(_ url: URL, _ done: @escaping @Sendable (Flight.Answer) -> Void) {
    transport.task(for: TransportRequest(url: url), receiver: Collector(done)).resume()
  }

  func download(_ url: URL) async throws -> Int {
    try await withCheckedThrowingContinuation { continuation in
      transport.task(for: TransportRequest(url: url), receiver: Counter(continuation)).resume()
    }
  }

  func upload(_ file: URL, to url: URL) async throws -> Int {
    let answer = try await withCheckedThrowingContinuation { continuation in
      let request = TransportRequest(method: .put, url: url, body: .file(file))
      let collector = Collector { continuation.resume(with: $0) }
      transport.task(for: request, receiver: collector).resume()
    }
    return Int(String(decoding: answer.1, as: UTF8.self)) ?? 0
  }

  /// Counts the received bytes without keeping them.
  private final class Counter: TransportReceiver {
    private let count = Atomic(0)
    private let continuation: CheckedContinuation<Int, any Error>

    init(_ continuation: CheckedContinuation<Int, any Error>) { self.continuation = continuation }

    func receive(_ event: TransportEvent) {
      switch event {
      case .body(let piece): count.add(piece.count, ordering: .relaxed)
      case .finished: continuation.resume(returning: count.load(ordering: .relaxed))
      case .failed(let error, _): continuation.resume(throwing: error)
      case .sent, .interim, .head, .trailers, .redirect: break
      }
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
