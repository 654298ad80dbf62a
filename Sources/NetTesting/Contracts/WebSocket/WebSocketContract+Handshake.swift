import Foundation
import Net

extension WebSocketContract {
  /// The laws by which the handshake opens a WebSocket, or ends with the response.
  public static let handshakeLaws: [Law] = [
    Law("nothing is sent before resume") { trial in
      let run = trial.make(with: .script { _ in })
      run.task.cancel()
      run.task.resume()
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["cancelled"], "events")
      try ContractBreach.unlessEqual(trial.script.requests.count, 0, "the number of requests")
    },

    Law("the handshake has the fields of RFC 6455 section 4.1") { trial in
      let run = try await trial.open { _ in }
      try await run.close()
      let headers = trial.script.requests.first?.headers ?? [:]
      try ContractBreach.unlessEqual(headers["Upgrade"]?.lowercased(), "websocket", "Upgrade")
      try ContractBreach.unlessEqual(headers["Sec-WebSocket-Version"], "13", "Sec-WebSocket-Version")
      let key = headers["Sec-WebSocket-Key"].flatMap { Data(base64Encoded: $0) }
      try ContractBreach.unlessEqual(key?.count, 16, "the size of Sec-WebSocket-Key")
    },

    Law("the opening has the head and the subprotocol") { trial in
      let run = trial.start(
        subprotocols: ["v1", "v2"],
        with: .script(subprotocols: ["v2"]) { peer in peer.close() }.header("X-A", "1"))
      try await run.end()
      try ContractBreach.unlessEqual(run.log.opening?.subprotocol, "v2", "subprotocol")
      try ContractBreach.unlessEqual(run.log.opening?.head.status, 101, "status")
      try ContractBreach.unlessEqual(run.log.opening?.head.headers["X-A"], "1", "X-A")
    },

    Law("a refused handshake is a response with its body") { trial in
      let run = trial.start(with: .text("no").status(403))
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["head 403", "body", "finished"], "events")
    },

    Law("a 101 with a wrong acceptance fails with its head") { trial in
      let run = trial.start(with: .script { _ in }.header("Sec-WebSocket-Accept", "wrong"))
      try await run.end()
      try ContractBreach.unlessEqual(run.log.summary, ["head 101", "failed(head)"], "events")
      try ContractBreach.unlessEqual(
        run.log.failure as? WebSocketError, .handshake(.field("Sec-WebSocket-Accept")), "the error")
    },

    Law("a subprotocol that was not requested fails") { trial in
      let run = trial.start(with: .script { _ in }.header("Sec-WebSocket-Protocol", "v9"))
      try await run.end()
      try ContractBreach.unlessEqual(
        run.log.failure as? WebSocketError, .handshake(.subprotocol("v9")), "the error")
    },
  ]
}
