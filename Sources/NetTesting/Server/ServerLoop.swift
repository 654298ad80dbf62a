import Foundation
import Net

/// The single thread of a server: waits for sockets, and performs the actions of its connections.
///
/// It is confined to that thread; other threads use ``ServerCore``.
final class ServerLoop {
  let settings: ServerSettings
  let core: ServerCore
  let port: Int
  /// Nil while connections are refused.
  var listener: Socket?
  /// The socket that holds the port while connections are refused.
  var parked: Socket?
  private let pipe: WakePipe
  /// Run the closures of stubs, which may block.
  let threads = SpareThreads()
  private var poller = Poller()
  var connections: [Int: ServerConnection] = [:]
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  var isStopping = false
  var acceptsAgainAt: ContinuousClock.Instant?
  /// When the server was started: the origin of its clock if it has no timer.
  let start = ContinuousClock.now
  /// The responses that are delayed in real time.
  var delayed: [Delayed] = []
  /// The responses of timers and closures, sent at the end of the turn.
  var arrived: [(ServerCore.Ticket, ServerCore.Late)] = []

  init(settings: ServerSettings, core: ServerCore, listener: Socket, port: Int, pipe: WakePipe) {
    self.settings = settings
    self.core = core
    self.listener = listener
    self.port = port
    self.pipe = pipe
  }

  /// Serves until it is stopped, and then closes everything.
  func run() {
    takeCommands()
    while !isStopping {
      wait()
      passTime()
    }
    for connection in connections.values { close(connection, withReset: false) }
    listener?.close()
    parked?.close()
    core.loopEnds()
    pipe.close()
  }

  private func wait() {
    let order = Array(connections.values)
    poller.clear()
    poller.add(pipe.reading, reads: true, writes: false)
    // `poll` ignores a negative descriptor.
    poller.add(listener?.descriptor ?? -1, reads: acceptsAgainAt == nil, writes: false)
    for connection in order {
      poller.add(
        connection.socket.descriptor, reads: connection.state.wantsInput, writes: connection.hasOutput)
    }
    poller.wait(milliseconds: millisecondsToWait())
    if poller.readiness(at: 0) != nil { pipe.drain() }
    takeCommands()
    if isStopping { return }
    for (index, connection) in order.enumerated() {
      guard let readiness = poller.readiness(at: index + 2), connections[connection.number] === connection
      else { continue }
      serve(connection, readiness)
    }
    if poller.readiness(at: 1) != nil { acceptAll() }
  }

  private func serve(_ connection: ServerConnection, _ readiness: Poller.Readiness) {
    connection.beginTurn()
    if readiness.canWrite { perform(flushActions(of: connection), on: connection) }
    guard connections[connection.number] === connection else { return }
    if readiness.canRead {
      read(connection)
    } else if readiness.isBroken {
      perform(connection.state.broke(), on: connection)
    }
  }

  func read(_ connection: ServerConnection) {
    switch connection.socket.receive(into: &buffer) {
    case .moved(let count): perform(connection.state.received(buffer[..<count]), on: connection)
    case .ended: perform(connection.state.inputEnded(), on: connection)
    case .failed: perform(connection.state.broke(), on: connection)
    case .wouldBlock: break
    }
  }
}
