import CAllocations
import Foundation
import Net
import NetMeasuring
import NetStream
import Stream

/// The cost of the layer itself: complete requests over a transport that responds from memory.
enum Layer: String, CaseIterable {
  case data = "layer"
  /// The same requests, recorded as a trace.
  case traced = "layer-traced"
  /// Requests with a relative URL, whose bodies are decoded.
  case object = "layer-object"

  static let subjects: [NetSubject] = [.netStream, .net]

  var name: String { rawValue }

  /// Measures the CPU time of the thread.
  func measure(count: Int, rounds: Int) throws -> [NetFigure] {
    let subjects = Self.subjects
    var times: [NetSubject: [Double]] = [:]
    var mallocs: [NetSubject: Double] = [:]
    for subject in subjects { try run(subject, count: count / 10) }
    for subject in Interleaving.turns(subjects, rounds: rounds) {
      let began = Self.threadSeconds()
      try run(subject, count: count)
      times[subject, default: []].append((Self.threadSeconds() - began) * 1e6 / Double(count))
    }
    if allocations_are_countable() {
      for subject in subjects {
        allocations_start()
        defer { _ = allocations_stop() }
        try run(subject, count: count)
        mallocs[subject] = Double(allocations_stop()) / Double(count)
      }
    }
    return subjects.map { subject in
      NetFigure(
        workload: name, subject: subject,
        value: .layer(us: times[subject]?.middle ?? 0, mallocs: mallocs[subject]))
    }
  }

  /// Sends this many requests in sequence, and asserts each response.
  func run(_ subject: NetSubject, count: Int) throws {
    var configuration = SessionConfiguration(baseURL: URL(string: "http://127.0.0.1:80/api/"))
    if self == .traced { configuration.monitors = [TraceRecorder()] }
    let session = NetworkSession(configuration: configuration, transport: MemoryTransport())
    guard let url = URL(string: "http://127.0.0.1:80/users/1") else { return }
    let answers = Answers()
    for _ in 0..<count {
      switch (subject, self) {
      case (.netStream, .object):
        _ = session.stream.get("users/1").object(as: ServedBody.Object.self).subscribe(
          onSuccess: { answers.add($0) }, onFailure: { _ in })
      case (.netStream, _):
        _ = session.stream.get(url).data().subscribe(
          onSuccess: { answers.add($0) }, onFailure: { _ in })
      case (_, .object):
        session.get("users/1").response(
          delivery: .inline, responseSerializer: .decodable(of: ServedBody.Object.self)
        ) { response in
          if let object = response.value { answers.add(object) }
        }
      default:
        session.get(url).response(delivery: .inline, responseSerializer: .data) { response in
          if let data = response.value { answers.add(data) }
        }
      }
    }
    guard answers.count == count else {
      throw WrongResult(subject: subject, what: "\(answers.count) of \(count) responses are correct")
    }
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Counts the correct responses.
  ///
  /// All of them arrive inside the call, on the same thread.
  private final class Answers: @unchecked Sendable {
    var count = 0

    func add(_ data: Data) { if data.count == ServedBody.data.count { count += 1 } }

    func add(_ object: ServedBody.Object) { if object == ServedBody.object { count += 1 } }
  }
}

/// A transport that responds from memory inside `resume()`, so that only the cost of the layer above remains.
struct MemoryTransport: Transport {
  private static let head = ResponseHead(
    status: 200, headers: ["Content-Type": "application/json", "Content-Length": "\(ServedBody.data.count)"])

  func task(for request: TransportRequest, receiver: any TransportReceiver) -> any TransportTask {
    Task(receiver: receiver)
  }

  private struct Task: TransportTask {
    let receiver: any TransportReceiver

    func resume() {
      receiver.receive(.head(head))
      receiver.receive(.body(ServedBody.data))
      receiver.receive(.finished(TransportTimings()))
    }

    func pause() {}
    func proceed() {}
    // A task has always ended by the time it is cancelled, because every event is delivered inside `resume()`.
    func cancel() {}
  }
}
