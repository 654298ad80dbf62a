import Foundation
import Net

extension ServerLoop {
  /// Accepts a handshake (RFC 6455 section 4.2.2) and starts its script.
  func open(
    _ script: WebSocketScript, _ response: StubResponse, _ request: RecordedRequest, at place: SourcePlace,
    on connection: ServerConnection
  ) -> [ConnectionState.Action] {
    guard case .response(_, let fields, _) = response.outcome else { return [] }
    guard request.headers["Sec-WebSocket-Version"] == "13" else {
      return send(
        .status(426, text: "The version of the WebSocket must be 13.").header("Sec-WebSocket-Version", "13"),
        on: connection)
    }
    guard
      let acceptance = WebSocketAcceptance(
        request.headers, subprotocols: script.subprotocols,
        compresses: script.compresses && WebSocketCompression.isSupported)
    else { return send(.status(400, text: "Sec-WebSocket-Key is not valid."), on: connection) }
    let head: Data
    do throws(ResponseWriter.Unwritable) {
      let writer = ResponseWriter(method: .get, isOld: false, keepsAlive: true)
      head = try writer.interim(101, acceptance.headers.replacing(fields))
    } catch {
      let explanation = "The response cannot be written: \(error.reason)."
      settings.ledger.fail(explanation, at: place)
      return send(.status(500, text: explanation), on: connection)
    }
    guard let actions = connection.state.upgrade() else { return [] }
    let peer = WebSocketPeer(
      request, agreement: acceptance.agreement, timer: settings.timer ?? DispatchTimer(),
      lane: threads.makeLane(), changes: settings.ledger.changes,
      host: ServerSocketHost(core: core, connection: connection.number), fail: settings.ledger.failing)
    connection.webSocket = peer
    connection.queue(head)
    if let exchange = connection.current?.exchange {
      core.change { log in
        log.answered(exchange, status: 101)
        log.webSocket(exchange, isOpen: true)
      }
    }
    settings.ledger.add(peer)
    peer.start(script)
    return actions
  }

  /// Performs a command of a script.
  func perform(_ command: ServerCore.WebSocketCommand, onConnection number: Int) {
    guard let connection = connections[number], connection.webSocket != nil else { return }
    connection.beginTurn()
    switch command {
    case .send(let bytes): connection.queue(Data(bytes))
    case .read(let reads): connection.state.readsFrames = reads
    case .end(let reset): connection.endFrames(reset: reset)
    }
    perform([], on: connection)
  }

  /// Ends the connection of a WebSocket whose script has ended it.
  func end(_ connection: ServerConnection, reset: Bool) -> [ConnectionState.Action] {
    endWebSocket(of: connection)
    return connection.state.endFrames(reset: reset)
  }

  /// Notifies the script that its connection has ended.
  func endWebSocket(of connection: ServerConnection) {
    guard let webSocket = connection.webSocket.take() else { return }
    webSocket.disconnected()
    if let exchange = connection.current?.exchange {
      core.change { $0.webSocket(exchange, isOpen: false) }
    }
  }
}

/// Passes the commands of a script to the loop of its server.
private final class ServerSocketHost: WebSocketPeerHost {
  private let core: ServerCore
  private let connection: Int

  init(core: ServerCore, connection: Int) {
    self.core = core
    self.connection = connection
  }

  func send(_ bytes: [UInt8]) { core.post(.webSocket(.send(bytes), connection: connection)) }

  func read(_ reads: Bool) { core.post(.webSocket(.read(reads), connection: connection)) }

  func end(reset: Bool) { core.post(.webSocket(.end(reset: reset), connection: connection)) }
}
