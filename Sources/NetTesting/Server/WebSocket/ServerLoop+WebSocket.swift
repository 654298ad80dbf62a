import Foundation
import Net

extension ServerLoop {
  /// Accepts a handshake (RFC 6455 section 4.2.2) and starts its script.
  func open(
    _ script: WebSocketScript, _ response: StubResponse, _ request: RecordedRequest, at place: SourcePlace,
    on connection: ServerConnection
  ) -> [ConnectionState.Action] {
    guard case .response(_, let fields, _) = response.outcome else { return [] }
    // HTTP/1.0 has no upgrade (RFC 9110 section 7.8).
    if connection.current?.request.isOld == true {
      return send(.status(400, text: "The handshake of a WebSocket needs HTTP/1.1."), on: connection)
    }
    let acceptance: WebSocketAcceptance
    do throws(WebSocketAcceptance.Flaw) {
      acceptance = try WebSocketAcceptance(
        request.headers, subprotocols: script.subprotocols,
        compresses: script.compresses && WebSocketCompression.isSupported)
    } catch {
      return send(Self.refusal(of: error.field), on: connection)
    }
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

  /// The response to a handshake with a field that is missing or invalid.
  private static func refusal(of field: String) -> StubResponse {
    guard field == "Sec-WebSocket-Version" else { return .status(400, text: "\(field) is not valid.") }
    // A 426 names the protocol to upgrade to (RFC 9110 section 15.5.22).
    return .status(426, text: "The version of the WebSocket must be 13.").header(field, "13")
      .header("Upgrade", "websocket").header("Connection", "Upgrade")
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

  /// Notifies the script that its connection has ended, unless it knows that the client sends no more frames.
  func endWebSocket(of connection: ServerConnection) {
    if !connection.state.inputHasEnded { endFrames(of: connection) }
    connection.webSocket = nil
  }

  /// Notifies the script that the client sends no more frames.
  ///
  /// The script ends the connection when it has answered those that arrived before.
  func endFrames(of connection: ServerConnection) {
    guard let webSocket = connection.webSocket else { return }
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
