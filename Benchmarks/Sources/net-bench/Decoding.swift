import Dispatch
import Foundation
import Net
import NetMeasuring
import Synchronization

/// The times of small requests, without and with a large response being decoded by the same session.
enum Decoding {
  static let name = "decoding-8"
  static let subjects: [NetSubject] = [.net]
  /// The path of 8 MiB of JSON on a server of this program.
  static let path = "numbers"
  private static let inFlight = 16

  static let json = Data("[\(Array(repeating: "1234567", count: 1 << 20).joined(separator: ","))]".utf8)

  /// The 99th percentiles of the request times, in milliseconds.
  struct Turn: Codable, Equatable {
    var quiet: Double
    var busy: Double
  }

  /// Returns the round with the median ratio, because other load on the machine affects both of its figures alike.
  static func measure(server: ChildServer, rounds: Int, smoke: Bool) throws -> [NetFigure] {
    let turns = try (0..<(smoke ? 1 : rounds)).map { _ in
      let output = try OwnProcess.output(of: ["decoding", smoke ? "64" : "8000", server.url.absoluteString])
      return try JSONDecoder().decode(Turn.self, from: output)
    }
    let ordered = turns.sorted { $0.busy / $0.quiet < $1.busy / $1.quiet }
    return subjects.map { subject in
      let turn = ordered[ordered.count / 2]
      return NetFigure(
        workload: name, subject: subject, value: .latency(quiet: turn.quiet, busy: turn.busy))
    }
  }

  /// Runs the turn within its process: this many requests without decoding, and at least as many during it.
  static func take(count: Int, url: URL) async throws -> Turn {
    var configuration = SessionConfiguration()
    let decoder = WitnessDecoder()
    configuration.decoder = decoder
    let session = NetworkSession(configuration: configuration)
    let client = NetClient(session: session)
    try await client.send(count: 2 * inFlight, inFlight: inFlight, to: url)
    let quiet = Latencies { true }
    try await send(count, by: client, to: url, quiet)
    let busy = Latencies { decoder.isDecoding }
    // True once this many requests were timed during decoding, or decoding failed.
    let isOver = Mutex(false)
    let ended = AsyncStream.makeStream(of: WrongResult?.self)
    @Sendable func decode() {
      session.get(url.appending(path: path)).response(
        delivery: .inline, responseSerializer: .decodable(of: [Int].self)
      ) { response in
        var wrong: WrongResult?
        if response.value?.count != 1 << 20 {
          let what = response.error.map { "\($0)" } ?? "\(response.value?.count ?? 0) numbers"
          wrong = WrongResult(subject: .net, what: what)
        }
        guard wrong == nil, !isOver.withLock({ $0 }) else {
          isOver.withLock { $0 = true }
          ended.continuation.yield(wrong)
          return ended.continuation.finish()
        }
        decode()
      }
    }
    decode()
    while busy.count < count, !isOver.withLock({ $0 }) {
      try await send(min(count, 4 * inFlight), by: client, to: url, busy)
    }
    isOver.withLock { $0 = true }
    for await wrong in ended.stream { if let wrong { throw wrong } }
    return Turn(quiet: try quiet.p99(), busy: try busy.p99())
  }

  private static func send(
    _ count: Int, by client: NetClient, to url: URL, _ latencies: Latencies
  ) async throws {
    try await Flight.run(.net, count: count, inFlight: inFlight) { done in
      let began = latencies.counts() ? ContinuousClock.now : nil
      client.get(url) { answer in
        if let began { latencies.add(ContinuousClock.now - began) }
        done(answer)
      }
    }
  }
}

/// A decoder that knows whether it is decoding.
private final class WitnessDecoder: DataDecoder {
  private let count = Mutex(0)

  var isDecoding: Bool { count.withLock { $0 > 0 } }

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    count.withLock { $0 += 1 }
    defer { count.withLock { $0 -= 1 } }
    return try JSONDecoder().decode(type, from: data)
  }
}

/// The times of requests.
private final class Latencies: Sendable {
  let counts: @Sendable () -> Bool
  private let all = Mutex<[Duration]>([])

  init(_ counts: @escaping @Sendable () -> Bool) { self.counts = counts }

  var count: Int { all.withLock { $0.count } }

  func add(_ latency: Duration) { all.withLock { $0.append(latency) } }

  func p99() throws -> Double {
    let ordered = all.withLock { $0.sorted() }
    guard !ordered.isEmpty else { throw WrongResult(subject: .net, what: "no request was sent in time") }
    return ordered[min(ordered.count - 1, ordered.count * 99 / 100)] / .milliseconds(1)
  }
}
