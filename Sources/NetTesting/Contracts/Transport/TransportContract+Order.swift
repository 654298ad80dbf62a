import Foundation
import Net

extension TransportContract {
  /// The laws on the order of events.
  static let orderLaws: [Law] = [
    Law("nothing is sent before resume") { trial in
      trial.script.answer("/waiting", with: .status(204))
      trial.script.answer("/next", with: .status(204))
      let waiting = trial.make(trial.request(.get, "waiting"))
      _ = try await trial.run(trial.request(.get, "next"))
      try ContractBreach.unlessEqual(trial.script.requests.map(\.url.path), ["/next"], "requests to")
      try ContractBreach.unless(waiting.log.events.isEmpty, "events before resume: \(waiting.log.summary)")
      waiting.task.cancel()
      try await waiting.end()
    },

    Law("head, body and end arrive in order, and the end once") { trial in
      trial.script.answer("/order", with: .text("hello"))
      let run = try await trial.run(trial.request(.get, "order"))
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "finished"], "events")
      try ContractBreach.unlessEqual(run.log.body, Data("hello".utf8), "the body")
    },

    Law("resuming twice sends once") { trial in
      trial.script.answer("/twice", with: .text("hello"))
      let run = trial.make(trial.request(.get, "twice"))
      run.task.resume()
      run.task.resume()
      try await run.end()
      run.task.resume()
      trial.script.answer("/next", with: .status(204))
      _ = try await trial.run(trial.request(.get, "next"))
      try ContractBreach.unlessEqual(
        trial.script.requests.map(\.url.path), ["/twice", "/next"], "requests to")
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "finished"], "events")
    },

    Law("a failing request does not affect others") { trial in
      trial.script.answer("/good", with: .text("good"))
      trial.script.answer("/bad", with: .failure(ContractFailure()))
      let bad = trial.start(trial.request(.get, "bad"))
      let good = trial.start(trial.request(.get, "good"))
      try await bad.end()
      try await good.end()
      try ContractBreach.unlessEqual(good.log.body, Data("good".utf8), "the other body")
      try ContractBreach.unless(bad.log.failure != nil, "the failing request ended \(bad.log.summary)")
    },

    Law("a hundred concurrent requests each receive their own response") { trial in
      let numbers = 0..<100
      for number in numbers { trial.script.answer("/\(number)", with: .text("answer \(number)")) }
      let runs = numbers.map { trial.start(trial.request(.get, "\($0)")) }
      for (number, run) in zip(numbers, runs) {
        try await run.end()
        try ContractBreach.unlessEqual(run.log.body, Data("answer \(number)".utf8), "the body")
      }
      try ContractBreach.unlessEqual(trial.script.requests.count, 100, "number of requests")
    },

    Law("a receiver may send the next request while it handles an event") { trial in
      trial.script.answer("/first", with: .text("first"))
      trial.script.answer("/second", with: .text("second"))
      let second = trial.make(trial.request(.get, "second"))
      let first = trial.start(trial.request(.get, "first")) { event, _ in
        if event.isHead { second.task.resume() }
      }
      try await first.end()
      try await second.end()
      try ContractBreach.unlessEqual(second.log.body, Data("second".utf8), "the second body")
    },

    Law("a task that has ended releases its receiver") { trial in
      trial.script.answer("/release", with: .text("hello"))
      let (task, receiver) = try await trial.runWithoutHolding("release")
      try await receiver.wait(
        orThrow: "the receiver is still in memory after the end, while the task is still held")
      withExtendedLifetime(task) {}
    },

    Law("a running task outlives its transport") { trial in
      trial.script.answer("/outlive", with: .text("hello").delay(.seconds(1)))
      let run = trial.start(trial.request(.get, "outlive"))
      try await trial.script.waitUntilHeld(1)
      trial.transport.release()
      trial.script.clock.advance(by: .seconds(1))
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "finished"], "events")
      try ContractBreach.unlessEqual(run.log.body, Data("hello".utf8), "the body")
    },
  ]
}

extension TransportTrial {
  /// Sends a request whose receiver only the task retains, and waits for the end.
  fileprivate func runWithoutHolding(_ path: String) async throws -> (any TransportTask, ReleaseNotice) {
    let log = TransportLog { _, _ in }
    let task = transport.task(for: request(.get, path), receiver: log)
    task.resume()
    try await log.wait(for: "the end of the task") { $0.last?.isLast == true }
    return (task, log.release)
  }
}
