import Foundation
import Net

extension TransportContract {
  /// What goes wrong is told once, with the phase in which it did, and with all that had arrived before.
  static let failureLaws: [Law] = [
    Law("a failure of the connection is a failure of the task") { trial in
      trial.script.answer("/broken", with: .failure(ContractFailure()))
      let run = try await trial.run(trial.request(.get, "broken"))
      try ContractBreach.unless(run.log.failure != nil, "it ended \(run.log.summary)")
      try ContractBreach.unless(
        !(run.log.failure?.error is CancellationError), "a CancellationError, though nobody cancelled")
    },

    Law("nobody listens: it fails to connect", isAboutSockets: true) { trial in
      trial.server?.stop()
      let run = try await trial.run(trial.request(.get, "nobody"))
      try trial.expectFailure(of: run, in: [.connect], after: [])
    },

    Law("reset before the head: it fails waiting for that", isAboutSockets: true) { trial in
      trial.script.answer("/reset", with: .fault(.reset))
      try trial.expectFailure(
        of: try await trial.run(trial.request(.get, "reset")), in: [.send, .head], after: [])
    },

    Law("closed before the head: it fails waiting for that", isAboutSockets: true) { trial in
      trial.script.answer("/close", with: .fault(.close))
      try trial.expectFailure(
        of: try await trial.run(trial.request(.get, "close")), in: [.send, .head], after: [])
    },
  ]
}

extension TransportTrial {
  /// Holds a run against the failure that it should have ended with, and what should have come before.
  func expectFailure(
    of run: TransportRun, in phases: [TransportPhase], after events: [String]
  ) throws(ContractBreach) {
    let summary = run.log.summary.filter { $0 != "sent" }
    guard let failure = run.log.failure, !(failure.error is CancellationError) else {
      throw ContractBreach("it ended \(summary), where a failure was expected")
    }
    try ContractBreach.unless(
      phases.contains(failure.phase),
      "it failed in the phase \(failure.phase) with \(spelling(of: failure.error)), expected \(phases)")
    try ContractBreach.unlessEqual(summary.dropLast(), events[...], "events before the failure")
  }
}
