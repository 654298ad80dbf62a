import Foundation
import Net

extension ServerLoop {
  /// Performs actions and the actions that follow from them, in order and never nested.
  func perform(_ first: [ConnectionState.Action], on connection: ServerConnection) {
    // The next one is the last, because a request may have a chunk for each byte of its body.
    var actions = Array(first.reversed())
    while connections[connection.number] === connection {
      if let action = actions.popLast() {
        if case .store(let chunk) = action {
          if let failure = store(chunk, on: connection) {
            actions = connection.state.fail(failure, insteadOf: actions.reversed()).reversed()
          }
        } else {
          actions += follow(action, on: connection).reversed()
        }
      } else if connection.hasFreshOutput {
        actions = flushActions(of: connection).reversed()
      } else {
        return
      }
    }
  }

  /// Sends as much as the socket accepts; returns the next actions if everything was sent or the connection is broken.
  func flushActions(of connection: ServerConnection) -> [ConnectionState.Action] {
    switch connection.flush() {
    case .done: return performNextStep(of: connection)
    case .waits: return []
    case .broken: return connection.state.broke()
    }
  }

  /// Performs the next step of the response that has started, if any.
  private func performNextStep(of connection: ServerConnection) -> [ConnectionState.Action] {
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

  /// Stores a chunk of the body; returns why it could not be stored.
  private func store(_ chunk: Data, on connection: ServerConnection) -> ParseFailure? {
    do throws(Socket.Failure) {
      try connection.body.append(chunk)
      return nil
    } catch {
      return .bodyNotKept(error.explanation)
    }
  }

  private func follow(
    _ action: ConnectionState.Action, on connection: ServerConnection
  ) -> [ConnectionState.Action] {
    switch action {
    case .begin(let request, let hasBody): return begin(request, hasBody: hasBody, on: connection)
    case .store: break
    case .handle(let trailers): return handle(trailers, on: connection)
    case .refuse(let failure): return refuse(failure, on: connection)
    case .send(let data): connection.queue(data)
    case .frames(let bytes): connection.webSocket?.receive(bytes)
    case .framesEnded: endFrames(of: connection)
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
