import Foundation
import Net
import NetMeasuring
import NetStream
import Stream

/// Net, with callbacks.
struct NetClient: CallbackClient {
  let session: NetworkSession
  var subject: NetSubject { .net }

  func get(_ url: URL, _ done: @escaping @Sendable (Flight.Answer) -> Void) {
    session.get(url).response(delivery: .inline, responseSerializer: .data) { response in
      done(response.result.map { (response.response?.status ?? 0, $0) }.mapError { $0 })
    }
  }
}

/// NetStream, with a stream request that is subscribed to each time.
struct NetStreamClient: CallbackClient {
  let session: NetworkSession
  let subject: NetSubject

  init(_ transport: any Transport, as subject: NetSubject = .netStream) {
    session = NetworkSession(transport: transport)
    self.subject = subject
  }

  func get(_ url: URL, _ done: @escaping @Sendable (Flight.Answer) -> Void) {
    _ = session.stream.get(url).responseData().subscribe(
      onSuccess: { response in done(.success((response.response?.status ?? 0, response.data ?? Data()))) },
      onFailure: { done(.failure($0)) })
  }

  func download(_ url: URL) async throws -> Int {
    try await session.stream.get(url).chunks().reduce(0) { $0 + $1.count }.asSingle().value
  }

  func upload(_ file: URL, to url: URL) async throws -> Int {
    Int(try await session.stream.put(url, file: file).string().value) ?? 0
  }
}
