import Foundation
import Net
import NetMeasuring
import NetStream
import NetTesting
import Stream
import Synchronization

/// Refreshes of a list of 16 KiB that a screen shows: unchanged, which a 304 says, or changed.
///
/// The transport responds from memory. An unchanged list that is decoded ends the program.
struct Refreshes {
  let isChanged: Bool

  static let unchanged = Refreshes(isChanged: false)
  static let changed = Refreshes(isChanged: true)
  static let all = [unchanged, changed]

  var name: String { isChanged ? "updates-200" : "updates-304" }

  /// Measures the CPU time of the thread; the workloads take turns.
  static func measure(_ workloads: [Refreshes], rounds: Int, smoke: Bool) throws -> [NetFigure] {
    let count = smoke ? 20 : 500
    var times: [String: [Double]] = [:]
    for workload in workloads { _ = try workload.run(count: count / 5) }
    for workload in Interleaving.turns(workloads, rounds: smoke ? 1 : rounds) {
      times[workload.name, default: []].append(try workload.run(count: count))
    }
    return workloads.map { workload in
      NetFigure(
        workload: workload.name, subject: .netStreamCached,
        value: .layer(us: times[workload.name]?.middle ?? 0, mallocs: nil))
    }
  }

  /// Refreshes this many times, and returns the microseconds of each.
  func run(count: Int) throws -> Double {
    guard let url = URL(string: "http://127.0.0.1:8080/items") else { return 0 }
    let decoder = CountingDecoder()
    let transport = ListTransport(isChanged: isChanged)
    var configuration = SessionConfiguration()
    configuration.cache = .memory(limit: 8 << 20)
    configuration.decoder = decoder
    // With a virtual clock everything happens inside the call.
    let session = NetworkSession(configuration: configuration, transport: transport, timer: TestScheduler())
    let pulls = PublishSubject<Void>()
    let emitted = Mutex(0)
    let subscription = session.stream.get(url).updates(of: [Item].self).refreshed(on: pulls)
      .subscribe(onNext: { _ in emitted.withLock { $0 += 1 } })
    let before = decoder.count
    let began = CacheLookup.seconds(CLOCK_THREAD_CPUTIME_ID)
    for _ in 0..<count { pulls.onNext(()) }
    let time = (CacheLookup.seconds(CLOCK_THREAD_CPUTIME_ID) - began) * 1e6 / Double(count)
    subscription.dispose()
    let expected = isChanged ? count : 0
    guard before == 1, decoder.count - before == expected, emitted.withLock({ $0 }) == 1 + expected,
      transport.count == 1 + count
    else {
      throw WrongResult(
        subject: .netStreamCached,
        what: "\(decoder.count) decodings of \(transport.count) responses in \(name)")
    }
    return time
  }

  private struct Item: Decodable {
    var id: Int?
    var name: String?
    var price: String?
    var tags: [String]?
  }

  private final class CountingDecoder: DataDecoder {
    private let decoded = Atomic(0)

    var count: Int { decoded.load(ordering: .relaxed) }

    func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
      decoded.add(1, ordering: .relaxed)
      return try JSONDecoder().decode(type, from: data)
    }
  }
}

/// A transport that responds with a list inside `resume()`: a 304 if the list is unchanged and known.
private final class ListTransport: Transport {
  private let isChanged: Bool
  private let sent = Atomic(0)

  init(isChanged: Bool) { self.isChanged = isChanged }

  /// The number of requests.
  var count: Int { sent.load(ordering: .relaxed) }

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    let number = sent.add(1, ordering: .relaxed).newValue
    let tag = isChanged ? "\"\(number)\"" : "\"1\""
    guard isChanged || request.headers["If-None-Match"] != tag else {
      return Task(head: ResponseHead(status: 304, headers: ["ETag": tag]), body: nil, receiver: receiver)
    }
    // Another list has another body.
    let body = number % 2 == 0 ? ServedBody.catalog + Data(" ".utf8) : ServedBody.catalog
    let head = ResponseHead(
      status: 200,
      headers: [
        "Content-Type": "application/json", "Content-Length": "\(body.count)", "ETag": tag,
        "Cache-Control": "max-age=0",
      ])
    return Task(head: head, body: body, receiver: receiver)
  }

  private struct Task: TransportTask {
    let head: ResponseHead
    let body: Data?
    let receiver: any TransportReceiver

    func resume() {
      receiver.receive(.head(head))
      if let body { receiver.receive(.body(body)) }
      receiver.receive(.finished(TransportTimings()))
    }

    func pause() {}
    func proceed() {}
    // A task has always ended by the time it is cancelled, because every event is delivered inside `resume()`.
    func cancel() {}
  }
}
