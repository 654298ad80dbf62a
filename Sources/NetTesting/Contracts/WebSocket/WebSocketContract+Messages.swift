import Foundation
import Net

extension WebSocketContract {
  /// The laws by which messages arrive whole and in order in both directions.
  public static let messageLaws: [Law] = [
    Law("messages of all sizes arrive whole and in order") { trial in
      let messages = samples
      let run = try await trial.open { peer in
        for message in messages { peer.send(message) }
        peer.close()
      }
      try await run.end()
      try ContractBreach.unlessEqual(run.log.messages, messages, "messages")
    },

    Law("sends reach the peer in order, and each is completed once") { trial in
      let messages = samples
      let run = try await trial.open { peer in
        for message in messages {
          peer.expect("message of \(message.count.counted("byte"))") { $0 == message }
        }
        peer.close()
      }
      for message in messages { run.send(message) }
      try await run.log.waitForCompletions(messages.count)
      try await run.end()
      try ContractBreach.unlessEqual(
        run.log.completions, messages.map { _ in nil }, "the errors of the sends")
      try ContractBreach.unlessEqual(run.log.summary.last, "closed 1000", "the end")
    },

    Law("a ping is answered by a pong, which is reported") { trial in
      let run = try await trial.open { _ in }
      run.task.ping()
      try await run.log.wait(for: "a pong") { events in
        events.contains { if case .pong = $0 { true } else { $0.isLast } }
      }
      try await run.close()
      try ContractBreach.unlessEqual(run.log.summary, ["opened", "pong", "closed 1000"], "events")
    },

    Law("a receiver may ping while it handles a message") { trial in
      let run = try await trial.open(
        onEvent: { event, task in if case .message = event { task.ping() } },
        { peer in peer.send(.text("a")) })
      try await run.log.wait(for: "a pong") { events in
        events.contains { if case .pong = $0 { true } else { $0.isLast } }
      }
      try await run.close()
      try ContractBreach.unlessEqual(run.log.summary, ["opened", "message", "pong", "closed 1000"], "events")
    },
  ]

  private static let samples: [WebSocketMessage] =
    [.text(""), .data(Data()), .text("Grüße, 世界 😀")]
    + [125, 126, 65_535, 65_536, 200_000].map { .data(TransportContract.pattern($0)) }
    + [.text(String(repeating: "a", count: 70_000))]
}
