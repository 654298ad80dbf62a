import CAllocations
import Foundation
import Net
import NetMeasuring
import NetStream
import Stream

/// What the layer itself costs: a whole request over a transport that answers from memory.
enum Layer {
  static let name = "layer"
  static let subjects: [NetSubject] = [.netStream, .net]

  /// Measures in the time for which the thread was running.
  static func measure(count: Int, rounds: Int) throws -> [NetFigure] {
    var times: [NetSubject: [Double]] = [:]
    var mallocs: [NetSubject: Double] = [:]
    for subject in subjects { try run(subject, count: count / 10) }
    for subject in Interleaving.turns(subjects, rounds: rounds) {
      let began = threadSeconds()
      try run(subject, count: count)
      times[subject, default: []].append((threadSeconds() - began) * 1e6 / Double(count))
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

  /// Sends so many requests, one after the other, and asserts each answer.
  static func run(_ subject: NetSubject, count: Int) throws {
    let session = NetworkSession(transport: MemoryTransport())
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
      throw WrongResult(subject: subject, what: "\(answers.count) of \(count) answers are right")
    }
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// Counts the right answers.
  ///
  /// All come on the thread that asks, inside the call.
  private final class Answers: @unchecked Sendable {
    var count = 0

    func add(_ data: Data) { if data.count == ServedBody.data.count { count += 1 } }
  }
}

/// A transport that answers inside `resume()`, from memory: what is left is the layer above it.
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
    // What is cancelled here has ended: everything is told inside `resume()`.
    func cancel() {}
  }
}
