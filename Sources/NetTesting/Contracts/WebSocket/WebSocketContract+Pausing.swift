import Foundation
import Net

extension WebSocketContract {
  /// A paused task holds back what it receives, and nothing else.
  public static let pauseLaws: [Law] = [
    Law("a paused task delivers no messages until it proceeds") { trial in
      let run = try await trial.open { peer in
        peer.expect(.text("go"))
        peer.send(.text("a"))
        peer.send(.text("b"))
        peer.close()
      }
      run.task.pause()
      run.send(.text("go"))
      // Sends are completed meanwhile.
      try await run.log.waitForCompletions(1)
      try ContractBreach.unlessEqual(run.log.summary, ["opened"], "events while paused")
      run.task.proceed()
      try await run.end()
      try ContractBreach.unlessEqual(
        run.log.summary, ["opened", "message", "message", "closed 1000"], "events")
    },

    Law("a task cancelled while it is paused ends") { trial in
      let run = try await trial.open { peer in peer.send(.text("a")) }
      run.task.pause()
      run.task.cancel()
      try await run.log.wait(for: "the end") { $0.last?.isEnd == true }
      try ContractBreach.unlessEqual(run.log.summary.last, "cancelled", "the end")
    },

    Law("a slow receiver makes the peer wait, and loses nothing") { trial in
      var options = WebSocketOptions()
      options.maximumWaitingMessages = 4
      let count = 500
      let run = try await trial.open(options: options) { peer in
        for number in 0..<count { peer.send(.text("\(number)")) }
        peer.close()
      }
      for _ in 0..<20 {
        run.task.pause()
        await Task.yield()
        run.task.proceed()
      }
      try await run.end()
      try ContractBreach.unlessEqual(
        run.log.messages, (0..<count).map { .text("\($0)") }, "messages")
    },
  ]
}
