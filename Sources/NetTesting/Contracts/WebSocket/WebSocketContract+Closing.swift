import Foundation
import Net

extension WebSocketContract {
  /// The laws by which a task ends exactly once, with the reason.
  public static let closingLaws: [Law] = [
    Law("the peer's close frame ends the task with its code and reason") { trial in
      let run = try await trial.open { peer in
        peer.send(.text("last"))
        peer.close(.goingAway, reason: "bye")
      }
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["opened", "message", "closed 1001"], "events")
      let closure = run.log.events.last.flatMap { if case .closed(let closure) = $0 { closure } else { nil } }
      try ContractBreach.unlessEqual(closure?.reason, "bye", "reason")
    },

    Law("the client's close frame follows its messages, and the peer's ends the task") { trial in
      let run = try await trial.open { peer in
        peer.expect(.text("last"))
        peer.expectClose(.goingAway)
      }
      run.send(.text("last"))
      run.task.close(WebSocketClosure(code: .goingAway, reason: "bye"))
      // Further calls have no effect, whatever their code.
      run.task.close(WebSocketClosure(code: .normal))
      run.task.close(WebSocketClosure(code: .abnormal))
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["opened", "closed 1001"], "events")
      try ContractBreach.unlessEqual(run.log.completions, [nil], "the errors of the sends")
    },

    Law("a send after the end fails with notOpen") { trial in
      let run = try await trial.open { peer in peer.close() }
      try await run.end()
      run.send(.text("late"))
      try await run.log.waitForCompletions(1)
      try ContractBreach.unlessEqual(run.log.completions, [.notOpen], "the errors of the sends")
    },

    Law("a code that cannot be sent ends the task with invalidClosure") { trial in
      let run = try await trial.open { _ in }
      run.task.close(WebSocketClosure(code: .noStatus, reason: "x"))
      try await run.end()
      try ContractBreach.unlessEqual(run.log.failure as? WebSocketError, .invalidClosure, "the error")
    },

    Law("a connection that ends without a close frame is lost") { trial in
      let run = try await trial.open { peer in
        peer.send(.text("a"))
        peer.fault(.disconnect)
      }
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["opened", "message", "failed(body)"], "events")
      try ContractBreach.unlessEqual(run.log.failure as? WebSocketError, .connectionLost, "the error")
    },

    Law("a cancelled task ends at once with CancellationError") { trial in
      let run = try await trial.open { _ in }
      run.task.cancel()
      run.task.cancel()
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["opened", "cancelled"], "events")
    },

    Law("a task cancelled while it delivers a message delivers only the end") { trial in
      let run = try await trial.open(
        onEvent: { event, task in if case .message = event { task.cancel() } },
        { peer in
          peer.send(.text("a"))
          peer.send(.text("b"))
        })
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["opened", "message", "cancelled"], "events")
    },

    Law("a task that has ended releases its receiver") { trial in
      let (task, release) = try await Self.endedRun(trial)
      try await release.wait(
        orThrow: "the receiver is still in memory after the end, while the task is still held")
      withExtendedLifetime(task) {}
    },
  ]

  /// Runs a WebSocket to its end, and returns its task and the notifier of its receiver's release.
  private static func endedRun(
    _ trial: WebSocketTrial
  ) async throws -> (task: any WebSocketTask, release: ReleaseNotice) {
    let run = try await trial.open { peer in peer.close() }
    try await run.end()
    return (run.task, run.log.release)
  }
}
