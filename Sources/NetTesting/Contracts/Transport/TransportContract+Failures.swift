import Foundation
import Net

extension TransportContract {
  /// The laws by which a failure is reported once, with its phase, after everything that arrived before it.
  static let failureLaws: [Law] = [
    Law("a failure of the connection is a failure of the task") { trial in
      trial.script.answer("/broken", with: .failure(ContractFailure()))
      let run = try await trial.run(trial.request(.get, "broken"))
      try ContractBreach.unless(run.log.failure != nil, "it ended \(run.log.summary)")
      try ContractBreach.unless(
        !(run.log.failure?.error is CancellationError), "a CancellationError without a cancellation")
    },

    Law("a task fails to connect if nothing listens", isAboutSockets: true) { trial in
      trial.server?.stop()
      let run = try await trial.run(trial.request(.get, "nobody"))
      try trial.expectFailure(of: run, in: [.connect], after: [])
    },

    Law(
      "a connection that breaks before the end of the head fails while waiting for it", isAboutSockets: true
    ) {
      trial in
      let faults: [ServerFault] = [.reset, .close, .reset(after: .headBytes(20)), .garbage, .endlessHeader]
      for fault in faults {
        trial.script.answer("/head", with: .text("hello").fault(fault))
        let run = try await trial.run(trial.request(.get, "head"))
        try trial.expectFailure(of: run, in: [.send, .head], after: [], of: fault)
      }
    },

    Law(
      "a connection that breaks in the body fails there, after delivering what arrived", isAboutSockets: true
    ) { trial in
      let faults: [(ServerFault, String)] = [
        (.reset(after: .bodyBytes(2)), "he"), (.close(after: .bodyBytes(2)), "he"), (.truncatedChunk, "he"),
        (.contentLength(off: 2), "hello"),
      ]
      for (fault, body) in faults {
        trial.script.answer("/body", with: .text("hello").fault(fault))
        let run = try await trial.run(trial.request(.get, "body"))
        try trial.expectFailure(of: run, in: [.body], after: ["head 200", "body"], of: fault)
        try ContractBreach.unlessEqual(run.log.body, Data(body.utf8), "the body before \(fault)")
      }
    },

    Law("a connection that breaks after the end is not a failure", isAboutSockets: true) { trial in
      for fault in [ServerFault.reset(after: .end), .close(after: .end)] {
        trial.script.answer("/end", with: .text("hello").fault(fault))
        let run = try await trial.run(trial.request(.get, "end"))
        try ContractBreach.unlessEqual(
          run.log.summary, ["head 200", "body", "finished"], "events of \(fault)")
      }
    },

    Law(
      "a stalled response waits until it is cancelled, and then closes the connection", isAboutSockets: true
    ) { trial in
      trial.script.answer("/stall", with: .text("hello").fault(.stall(after: .bodyBytes(2))))
      let run = trial.start(trial.request(.get, "stall"))
      try await run.reach("the first chunk") { $0.isBody }
      run.task.cancel()
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["head 200", "body", "cancelled"], "events")
      try await trial.waitForClose()
    },
  ]
}

extension TransportTrial {
  /// Checks that a run ended with the expected failure, after the expected events.
  func expectFailure(
    of run: TransportRun, in phases: [TransportPhase], after events: [String], of fault: ServerFault? = nil
  ) throws {
    let occasion = fault.map { " at \($0)" } ?? ""
    let summary = run.log.summary.filter { $0 != "sent" }
    guard let failure = run.log.failure, !(failure.error is CancellationError) else {
      throw ContractBreach("it ended \(summary)\(occasion), where a failure was expected")
    }
    try ContractBreach.unless(
      phases.contains(failure.phase),
      "it failed\(occasion) in the phase \(failure.phase) with \(spelling(of: failure.error)), expected \(phases)"
    )
    try ContractBreach.unlessEqual(Array(summary.dropLast()), events, "events before the failure\(occasion)")
  }
}
