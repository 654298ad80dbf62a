import Foundation
import Net

extension ServerLoop {
  /// Performs actions and the actions that follow from them, in order and never nested.
  func perform(_ first: [ConnectionState.Action], on connection: ServerConnection) {
    var actions = first
    while connections[connection.number] === connection {
      if !actions.isEmpty {
        let action = actions.removeFirst()
        if case .store(let chunk) = action {
          actions = store(chunk, on: connection, before: actions)
        } else {
          actions.insert(contentsOf: follow(action, on: connection), at: 0)
        }
      } else if connection.hasFreshOutput {
        actions = flushActions(of: connection)
      } else {
        return
      }
    }
  }

  /// Sends as much as the socket accepts; returns the next actions if everything was sent or the connection is broken.
  func flushActions(of connection: ServerConnection) -> [ConnectionState.Action] {
    switch connection.flush() {
    case .done: return goOn(with: connection)
    case .waits: return []
    case .broken: return connection.state.broke()
    }
  }

  /// Performs the next step of the response that has started, if any.
  private func goOn(with connection: ServerConnection) -> [ConnectionState.Action] {
    switch connection.script?.next() {
    case nil: return connection.takeFramesEnd().map { end(connection, reset: $0) } ?? []
    case .send(let data)?:
      connection.queue(data)
      return []
    case .wait(let delay)?:
      let actions = connection.state.rest()
      if actions.isEmpty { hold(connection, for: delay) }
      return actions
    case .end(let ending)?:
      connection.script = nil
      if ending != .stall {
        connection.current = nil
        connection.recorded = nil
      }
      return connection.state.ended(ending)
    }
  }

  /// Stores a chunk of the body; returns the next actions, which are others if it fails.
  private func store(
    _ chunk: Data, on connection: ServerConnection, before rest: [ConnectionState.Action]
  ) -> [ConnectionState.Action] {
    do throws(Socket.Failure) {
      try connection.body.append(chunk)
      return rest
    } catch {
      return connection.state.fail(.bodyNotKept(error.explanation), insteadOf: rest)
    }
  }

  private func follow(
    _ action: ConnectionState.Action, on connection: ServerConnection
  ) -> [ConnectionState.Action] {
    switch action {
    case .begin(let request, let hasBody): return begin(request, hasBody: hasBody, on: connection)
    case .store(let chunk): return store(chunk, on: connection, before: [])
    case .handle(let trailers): return handle(trailers, on: connection)
    case .refuse(let failure): return refuse(failure, on: connection)
    case .send(let data): connection.queue(data)
    case .frames(let bytes): connection.webSocket?.receive(bytes)
    case .framesEnded: endWebSocket(of: connection)
    case .linger:
      connection.socket.finishSending()
      connection.lingersUntil = .now + .seconds(2)
    case .noteClientClose:
      let exchange = connection.current?.exchange
      // First, so that the response is dropped and its timer cancelled before anyone is notified.
      connection.delay?.cancel()
      core.change { $0.clientClosed(connection.number, during: exchange) }
    case .close: close(connection, withReset: false)
    case .reset: close(connection, withReset: true)
    }
    return []
  }

  /// Closes the socket and removes the connection and its delayed response.
  func close(_ connection: ServerConnection, withReset: Bool) {
    guard connections.removeValue(forKey: connection.number) != nil else { return }
    connection.delay?.cancel()
    endWebSocket(of: connection)
    connection.body.discard()
    delayed.removeAll { $0.ticket.connection == connection.number }
    if withReset { connection.socket.closeWithReset() } else { connection.socket.close() }
    core.change { $0.connectionClosed(connection.number) }
  }
}
