import Dispatch
import Foundation
import Net

extension NetworkingContract {
  /// The laws on the queues and the order of deliveries.
  static let deliveryLaws: [Law] = [
    Law("a completion handler runs on the queue it names") { trial in
      trial.script.answer("/queue", with: .text("hello"))
      let queue = LabelledQueue("named")
      let log = ContractNotes()
      try trial.network().get("queue").responseData(queue: queue.queue) { _ in log.add(queue.current) }
      try await log.wait(for: 1)
      try ContractBreach.unlessEqual(log.notes, ["named"], "the queue")
    },

    Law("a completion handler without a queue runs on the callback queue", features: .callbackQueue) {
      trial in
      trial.script.answer("/queue", with: .text("hello"))
      let queue = LabelledQueue("callback")
      let log = ContractNotes()
      let request = try trial.network { $0.callbackQueue = queue.queue }.get("queue")
      request.responseData { _ in log.add(queue.current) }
      try await log.wait(for: 1)
      try ContractBreach.unlessEqual(log.notes, ["callback"], "the queue")
    },

    Law("the head comes before the body, progress reaches the total, and completion is last") { trial in
      trial.script.answer("/order", with: .data(TransportContract.pattern(100_000)))
      let log = ContractNotes()
      let network = try trial.network()
      let request = network.get("order")
        .onHTTPResponse { log.add("head \($0.status)") }
        .progress(delivery: .inline) { log.add("progress \($0.completed)") }
      request.response(delivery: .inline, responseSerializer: .data) { _ in log.add("end") }
      try await log.wait { $0.contains("end") }
      // What follows the end comes later.
      try await network.get("order").logging(.data).wait()
      let notes = log.notes
      try ContractBreach.unlessEqual(notes.first, "head 200", "the first")
      try ContractBreach.unlessEqual(notes.last, "end", "the last")
      try ContractBreach.unlessEqual(notes.dropLast().last, "progress 100000", "the last but one")
      try ContractBreach.unlessEqual(
        notes.filter { $0.hasPrefix("head") || $0 == "end" }.count, 2, "heads and ends")
    },

    Law("a completion handler may start the next request, and cancel its own") { trial in
      trial.script.answer("/first", with: .text("first"))
      trial.script.answer("/second", with: .text("second"))
      let network = try trial.network()
      let first = network.get("first")
      let log = CompletionLog<String>()
      first.response(delivery: .inline, responseSerializer: .string) { _ in
        first.cancel()
        network.get("second").response(delivery: .inline, responseSerializer: .string) { log.add($0) }
      }
      try ContractBreach.unlessEqual(try await log.wait().value, "second", "the value")
      try ContractBreach.unlessEqual(first.state, .finished, "the state of the first")
    },

    Law("awaiting a request returns its value or throws its error") { trial in
      trial.script.answer("/value", with: .json("[1, 2]"))
      trial.script.answer("/missing", with: .status(404))
      let network = try trial.network()
      let value = AwaitedResult { try await network.get("value").object(as: [Int].self) }
      switch try await value.result() {
      case .success(let numbers): try ContractBreach.unlessEqual(numbers, [1, 2], "the value")
      case .failure(let error): throw ContractBreach("it threw \(spelling(of: error))")
      }
      let missing = AwaitedResult { try await network.get("missing").void() }
      switch try await missing.result() {
      case .success: throw ContractBreach("a 404 was a success")
      case .failure(let error):
        let reason = (error as? NetworkError)?.reason
        try ContractBreach.unlessEqual(reason, .validation(.statusCode(404)), "the reason")
      }
    },

    Law("cancelling the awaiting task cancels the request and throws CancellationError") { trial in
      trial.script.answer("/held", with: .text("late").delay(.seconds(1)))
      let request = try trial.network().get("held")
      let text = AwaitedResult { try await request.string() }
      try await trial.script.waitUntilHeld(1)
      text.task.cancel()
      switch try await text.result() {
      case .success: throw ContractBreach("it succeeded")
      case .failure(let error):
        try ContractBreach.unless(error is CancellationError, "it threw \(spelling(of: error))")
      }
      try ContractBreach.unlessEqual(request.state, .cancelled, "the state")
    },
  ]

  /// The laws by which a request that is cancelled at any time ends exactly once.
  static let cancellationLaws: [Law] = [
    Law("a request cancelled before it starts is never sent and fails as cancelled") { trial in
      trial.script.answer("/never", with: .text("hello"))
      let request = try trial.network().get("never")
      request.cancel()
      try ContractBreach.unlessEqual(
        try await request.logging(.data).wait().error?.reason, .cancelled, "the reason")
      try ContractBreach.unlessEqual(request.state, .cancelled, "the state")
      try ContractBreach.unlessEqual(trial.script.requests.count, 0, "number of requests")
    },

    Law("a request cancelled while it runs fails as cancelled, immediately and once") { trial in
      trial.script.answer("/held", with: .text("late").delay(.seconds(1)))
      let request = try trial.network().get("held")
      let log = request.logging(.data)
      try await trial.script.waitUntilHeld(1)
      request.cancel()
      request.cancel()
      try ContractBreach.unlessEqual(try await log.wait().error?.reason, .cancelled, "the reason")
      try ContractBreach.unlessEqual(request.state, .cancelled, "the state")
      trial.script.clock.advance(by: .seconds(1))
      try ContractBreach.unlessEqual(
        try await request.logging(.data).wait().error?.reason, .cancelled, "the later reason")
      try ContractBreach.unlessEqual(log.responses.count, 1, "number of calls")
    },

    Law("cancelling a completed request changes nothing") { trial in
      trial.script.answer("/end", with: .text("hello"))
      let request = try trial.network().get("end")
      try await request.logging(.string).wait()
      request.cancel()
      try ContractBreach.unlessEqual(request.state, .finished, "the state")
      try ContractBreach.unlessEqual(try await request.logging(.string).wait().value, "hello", "the value")
    },

    Law("a request cancelled on another thread at any time ends once") { trial in
      trial.script.answer("/race", with: .text("hello"))
      let network = try trial.network()
      var all: [CompletionLog<String>] = []
      for round in 0..<40 {
        let requests = (0..<10).map { _ in network.get("race") }
        var logs: [CompletionLog<String>] = []
        for (number, request) in requests.enumerated() {
          DispatchQueue.global().async {
            for _ in 0..<(number * round * 10) { _ = request.state }
            request.cancel()
          }
          logs.append(request.logging(.string))
        }
        for log in logs {
          let outcome = try await log.wait()
          try ContractBreach.unless(
            outcome.value == "hello" || outcome.error?.reason == .cancelled, "it ended \(outcome.result)")
        }
        all += logs
      }
      // A second call comes later than the first one.
      try await network.get("race").logging(.string).wait()
      try ContractBreach.unless(all.allSatisfy { $0.responses.count == 1 }, "a handler was called twice")
    },
  ]
}

/// The result of what a task awaits, which may never come.
private struct AwaitedResult<Value: Sendable>: Sendable {
  let task: Task<Void, Never>
  private let state = SharedLock<Result<Value, any Error>?>(nil)
  private let changes = Changes()

  init(_ body: @escaping @Sendable () async throws -> Value) {
    task = Task { [state, changes] in
      let result: Result<Value, any Error>
      do { result = .success(try await body()) } catch { result = .failure(error) }
      state.withLock { $0 = result }
      changes.notify()
    }
  }

  func result() async throws -> Result<Value, any Error> {
    try await changes.wait(orThrow: "the call has not returned") { state.withLock { $0 != nil } }
    guard let result = state.withLock({ $0 }) else { throw ContractBreach("the call has not returned") }
    return result
  }
}

/// A queue that code can identify while it runs on it.
private struct LabelledQueue: Sendable {
  let queue: DispatchQueue
  private let key = DispatchSpecificKey<String>()

  init(_ label: String) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: key, value: label)
  }

  var current: String { DispatchQueue.getSpecific(key: key) ?? "another" }
}

/// Notes recorded from any thread.
final class ContractNotes: Sendable {
  private let state = Lock<[String]>([])
  private let changes = Changes()

  var notes: [String] { state.withLock { $0 } }

  func add(_ note: String) {
    state.withLock { $0.append(note) }
    changes.notify()
  }

  func wait(until isThere: @Sendable ([String]) -> Bool) async throws {
    try await changes.wait(orThrow: "only \(self.notes) arrived") { isThere(notes) }
  }

  func wait(for count: Int) async throws { try await wait { $0.count >= count } }
}
