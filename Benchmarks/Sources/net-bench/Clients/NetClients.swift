import Foundation
import Net
import NetMeasuring
import NetStream
import Stream

/// Net, with callbacks.
struct NetClient: Client {
  let session = NetworkSession(transport: PlatformTransport.standard())

  func send(count: Int, inFlight: Int, to url: URL) async throws {
    try await Flight.run(.net, count: count, inFlight: inFlight) { done in
      session.get(url).response(delivery: .inline, responseSerializer: .data) { response in
        done(response.result.map { (response.response?.status ?? 0, $0) }.mapError { $0 })
      }
    }
  }

  func hold(_ count: Int, at url: URL) {
    for _ in 0..<count { session.get(url).response(delivery: .inline, responseSerializer: .data) { _ in } }
  }
}

/// NetStream: a stream request, subscribed each time.
struct NetStreamClient: Client {
  let session: NetworkSession

  init(transport: any Transport = PlatformTransport.standard()) {
    session = NetworkSession(transport: transport)
  }

  func send(count: Int, inFlight: Int, to url: URL) async throws {
    try await Flight.run(.netStream, count: count, inFlight: inFlight) { done in
      _ = session.stream.get(url).responseData().subscribe(
        onSuccess: { response in done(.success((response.response?.status ?? 0, response.data ?? Data()))) },
        onFailure: { done(.failure($0)) })
    }
  }

  func download(_ url: URL) async throws -> Int {
    try await session.stream.get(url).chunks().reduce(0) { $0 + $1.count }.asSingle().value
  }

  func upload(_ file: URL, to url: URL) async throws -> Int {
    Int(try await session.stream.put(url, file: file).string().value) ?? 0
  }

  func hold(_ count: Int, at url: URL) {
    for _ in 0..<count {
      _ = session.stream.get(url).responseData().subscribe(onSuccess: { _ in }, onFailure: { _ in })
    }
  }
}
