import Net

extension ServerLoop {
  /// Refuses connections but keeps the port.
  func refuseConnections() {
    guard let listener = listener.take() else { return }
    listener.close()
    // Without a bound socket the port would also refuse, but another process could take it.
    parked = try? Socket.bound(to: port)
  }

  /// Listens on the port again.
  func acceptConnections() throws(Socket.Failure) {
    guard listener == nil else { return }
    let socket: Socket
    if let parked = parked.take() { socket = parked } else { socket = try Socket.bound(to: port) }
    do throws(Socket.Failure) {
      try socket.startListening()
    } catch {
      socket.close()
      throw error
    }
    listener = socket
  }

  func acceptAll() {
    do throws(Socket.Failure) {
      while let socket = try listener?.accept() {
        let number = core.change { $0.connectionOpened() }
        let connection = ServerConnection(number: number, socket: socket, limits: settings.limits)
        connections[number] = connection
        // The request has usually arrived already.
        read(connection)
      }
    } catch {
      // Out of descriptors: clients wait in the queue of the system until some are free.
      acceptsAgainAt = .now + .milliseconds(20)
    }
  }

  func takeCommands() {
    for command in core.takeCommands() {
      switch command {
      case .late(let ticket, let late): arrived.append((ticket, late))
      case .webSocket(let command, let number): perform(command, onConnection: number)
      case .refuse(let reply):
        refuseConnections()
        reply.give(nil)
      case .accept(let reply):
        do throws(Socket.Failure) {
          try acceptConnections()
          reply.give(nil)
        } catch {
          reply.give(.cannotListen(reason: error.explanation))
        }
      case .stop: isStopping = true
      }
    }
  }
}
