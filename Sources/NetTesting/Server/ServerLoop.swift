import Foundation
import Net

/// The one thread of a server: waits for sockets, and performs what the states of its connections ask for.
///
/// All of it is confined to that thread; others reach it through ``ServerCore``.
final class ServerLoop {
  let settings: ServerSettings
  let core: ServerCore
  private let listener: Socket
  private let pipe: WakePipe
  private var poller = Poller()
  var connections: [Int: ServerConnection] = [:]
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var isStopping = false
  private var acceptsAgainAt: ContinuousClock.Instant?
  /// Answers that are held back in real time.
  var delayed: [Delayed] = []

  /// An answer that came from a timer or a closure, to be given at the end of the round.
  private struct Arrived {
    var ticket: ServerCore.Ticket
    var response: StubResponse
    var place: SourcePlace
  }
  private var arrived: [Arrived] = []

  /// An answer that is held back.
  struct Delayed {
    var due: ContinuousClock.Instant
    var ticket: ServerCore.Ticket
    var response: StubResponse
    var place: SourcePlace
  }

  init(settings: ServerSettings, core: ServerCore, listener: Socket, pipe: WakePipe) {
    self.settings = settings
    self.core = core
    self.listener = listener
    self.pipe = pipe
  }

  /// Serves until it is told to stop, and then closes all it has.
  func run() {
    takeCommands()
    while !isStopping {
      wait()
      passTime()
    }
    for connection in connections.values { close(connection, withReset: false) }
    listener.close()
    core.loopEnds()
    pipe.close()
  }

  private func wait() {
    let order = Array(connections.values)
    poller.clear()
    poller.add(pipe.reading, reads: true, writes: false)
    poller.add(listener.descriptor, reads: acceptsAgainAt == nil, writes: false)
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

  private func millisecondsToWait() -> Int32 {
    let lingers = connections.values.lazy.compactMap(\.lingersUntil).min()
    let delays = delayed.lazy.map(\.due).min()
    let next = [lingers, delays, acceptsAgainAt, core.read { $0.nextDeadline }].compactMap { $0 }.min()
    guard let next else { return -1 }
    // A day is for ever here, and keeps the arithmetic from overflowing.
    let wait = min(max(.zero, next - .now), .seconds(86_400)).components
    // Rounded up, so as not to spin through the last millisecond.
    let milliseconds = wait.seconds * 1_000 + (wait.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: milliseconds)
  }

  private func passTime() {
    while !arrived.isEmpty {
      let answer = arrived.removeFirst()
      deliver(answer.response, at: answer.place, to: answer.ticket)
    }
    let now = ContinuousClock.now
    if let again = acceptsAgainAt, again <= now { acceptsAgainAt = nil }
    for connection in connections.values where connection.lingersUntil.map({ $0 <= now }) == true {
      close(connection, withReset: false)
    }
    let due = delayed.filter { $0.due <= now }
    delayed.removeAll { $0.due <= now }
    for answer in due.sorted(by: { $0.due < $1.due }) {
      deliver(answer.response, at: answer.place, to: answer.ticket)
    }
    core.change { _ in }
  }

  private func takeCommands() {
    for command in core.takeCommands() {
      switch command {
      case .answer(let ticket, let response, let place):
        arrived.append(Arrived(ticket: ticket, response: response, place: place))
      case .stop: isStopping = true
      }
    }
  }

  private func acceptAll() {
    do throws(Socket.Failure) {
      while let socket = try listener.accept() {
        let number = core.change { $0.connectionOpened() }
        let connection = ServerConnection(number: number, socket: socket, limits: settings.limits)
        connections[number] = connection
        // The request is most often there already.
        read(connection)
      }
    } catch {
      // Out of descriptors: the client waits in the queue of the system until some are free.
      acceptsAgainAt = .now + .milliseconds(20)
    }
  }

  private func serve(_ connection: ServerConnection, _ readiness: Poller.Readiness) {
    if readiness.canWrite { flush(connection) }
    guard connections[connection.number] === connection else { return }
    if readiness.canRead {
      read(connection)
    } else if readiness.isBroken {
      perform(connection.state.broke(), on: connection)
    }
  }

  private func read(_ connection: ServerConnection) {
    switch connection.socket.receive(into: &buffer) {
    case .moved(let count): perform(connection.state.received(buffer[..<count]), on: connection)
    case .ended: perform(connection.state.inputEnded(), on: connection)
    case .failed: perform(connection.state.broke(), on: connection)
    case .wouldBlock: break
    }
  }

  private func flush(_ connection: ServerConnection) {
    perform(flushActions(of: connection), on: connection)
  }
}
