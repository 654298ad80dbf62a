import CAllocations
import Foundation
import Net
import NetMeasuring
import NetStream
import Stream

/// The cost of the layer itself: complete requests over a transport that responds from memory.
enum Layer {
  static let name = "layer"
  /// The same requests, recorded as a trace.
  static let tracedName = "layer-traced"
  static let subjects: [NetSubject] = [.netStream, .net]

  /// Measures the CPU time of the thread.
  static func measure(count: Int, rounds: Int, traced: Bool = false) throws -> [NetFigure] {
    var times: [NetSubject: [Double]] = [:]
    var mallocs: [NetSubject: Double] = [:]
    for subject in subjects { try run(subject, count: count / 10, traced: traced) }
    for subject in Interleaving.turns(subjects, rounds: rounds) {
      let began = threadSeconds()
      try run(subject, count: count, traced: traced)
      times[subject, default: []].append((threadSeconds() - began) * 1e6 / Double(count))
    }
    if allocations_are_countable() {
      for subject in subjects {
        allocations_start()
        defer { _ = allocations_stop() }
        try run(subject, count: count, traced: traced)
        mallocs[subject] = Double(allocations_stop()) / Double(count)
      }
    }
    return subjects.map { subject in
      NetFigure(
        workload: traced ? tracedName : name, subject: subject,
        value: .layer(us: times[subject]?.middle ?? 0, mallocs: mallocs[subject]))
    }
  }

  /// Sends this many requests in sequence, and asserts each response.
  static func run(_ subject: NetSubject, count: Int, traced: Bool = false) throws {
    var configuration = SessionConfiguration()
    if traced { configuration.monitors = [TraceRecorder()] }
    let session = NetworkSession(configuration: configuration, transport: MemoryTransport())
    guard let url = URL(string: "http://127.0.0.1:80/users/1") else { return }
    let answers = Answers()
    for _ in 0..<count {
      switch subject {
      case .netStream:
        _ = session.stream.get(url).data().subscribe(
          onSuccess: { answers.add($0) }, onFailure: { _ in })
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
