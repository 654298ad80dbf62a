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
      try await run.log.wait(for: "the end") { $0.last?.isLast == true }
      try ContractBreach.unlessEqual(run.log.summary.last, "cancelled", "the end")
    },

    Law("a paused task makes the peer wait, and loses nothing") { trial in
      // More than the buffers of two systems hold: the peer's ping is answered only if the client reads all of it.
      let messages = (0..<64).map { WebSocketMessage.data(Data(repeating: $0, count: 1 << 19)) }
      let (paused, pongs) = try await trial.openFlood(of: messages)
      paused.task.pause()
      paused.send(.text("go"))
      try await paused.log.waitForCompletions(1)
      // Another task receives the same meanwhile: enough time for one that does not stop reading.
      let (other, _) = try await trial.openFlood(of: messages)
      other.send(.text("go"))
      try await other.endFlood(of: messages)
      try ContractBreach.unlessEqual(pongs(), 0, "number of pongs after all messages, while paused")
      try ContractBreach.unlessEqual(paused.log.summary, ["opened"], "events while paused")
      paused.task.proceed()
      try await paused.endFlood(of: messages)
      try ContractBreach.unlessEqual(pongs(), 1, "number of pongs after all messages")
    },

    Law("a slow receiver loses nothing") { trial in
      var options = WebSocketOptions()
      options.maximumWaitingMessages = 4
      let count = 500
      let run = try await trial.open(options: options) { peer in
        peer.expect(.text("go"))
        for number in 0..<count { peer.send(.text("\(number)")) }
        peer.close()
      }
      // Paused before the first message, so that more messages wait than the task may hold.
      run.task.pause()
      run.send(.text("go"))
      try await run.log.waitForCompletions(1)
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

extension WebSocketTrial {
  /// Opens a WebSocket whose peer sends all messages after "go", then a ping, and closes after "end".
  ///
  /// Returns the run, and what counts the pongs of the client.
  fileprivate func openFlood(
    of messages: [WebSocketMessage]
  ) async throws -> (run: WebSocketRun, pongs: () -> Int) {
    let peers = SharedLock<[WebSocketPeer]>([])
    let run = try await open { peer in
      peers.withLock { $0.append(peer) }
      peer.expect(.text("go"))
      for message in messages { peer.send(message) }
      peer.ping()
      peer.expect(.text("end"))
      peer.close()
    }
    // A server calls its script on another thread.
    return (run, { peers.withLock { $0.first }?.pongCount ?? 0 })
  }
}

extension WebSocketRun {
  /// Receives the messages of a flood, and its end.
  fileprivate func endFlood(of messages: [WebSocketMessage]) async throws {
    try await log.waitForMessages(messages.count)
    send(.text("end"))
    try await end()
    try ContractBreach.unless(
      log.messages == messages, "\(log.messages.count.counted("message")), or others, not \(messages.count)")
    try ContractBreach.unlessEqual(log.summary.last, "closed 1000", "the end")
  }
}
