import Foundation
import Measuring

/// A line with a round trip and a bandwidth in front of a server on this machine, in real time.
///
/// It relays the bytes of real connections. A connection opens after a round trip. In each direction, packets of all
/// connections take turns on the line, one at a time, and arrive half a round trip after they were sent. It shares
/// nothing with the model of `NetworkProfile`, which is measured beside it.
final class PacedLine: @unchecked Sendable {
  /// The port on which the line listens.
  let port: UInt16

  private let listener: Int32
  private let lock = NSLock()
  // Only used while the lock is held.
  private var isStopped = false

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - server: The port of the server.
  ///   - roundTrip: The time that a packet and its response take.
  ///   - bytesPerSecond: The bandwidth of each direction.
  /// - Throws: A failure of a socket.
  init(to server: UInt16, roundTrip: Duration, bytesPerSecond: Double) throws {
    (listener, port) = try LineSocket.listening()
    let packetTime = 1e9 / bytesPerSecond
    let delay = roundTrip / .nanoseconds(1)
    let thread = Thread { [self, listener] in
      var relay = LineRelay(
        listener: listener, server: server, nanosecondsPerByte: packetTime, roundTrip: delay)
      while !lock.withLock({ isStopped }) { relay.turn() }
      relay.close()
    }
    thread.start()
  }

  func stop() { lock.withLock { isStopped = true } }
}

/// The connections of a ``PacedLine``, used on its thread only.
struct LineRelay {
  let listener: Int32
  let server: UInt16
  let nanosecondsPerByte: Double
  let roundTrip: Double
  private var ways: [LineWay] = []
  /// When each direction has sent its last packet, and the position from which the next one is chosen.
  private var free = [0.0, 0.0]
  private var turns = [0, 0]

  init(listener: Int32, server: UInt16, nanosecondsPerByte: Double, roundTrip: Double) {
    self.listener = listener
    self.server = server
    self.nanosecondsPerByte = nanosecondsPerByte
    self.roundTrip = roundTrip
  }

  /// Reads, sends and delivers what is due, after waiting for it.
  mutating func turn() {
    let readable = LineSocket.readable([listener] + ways.filter(\.reads).map(\.source), upTo: timeToWait())
    let now = Stopwatch.wall.nanoseconds
    if readable.contains(listener), let client = LineSocket.accepted(by: listener) {
      open(client, at: now)
    }
    for index in ways.indices where ways[index].reads && readable.contains(ways[index].source) {
      ways[index].read(at: now)
    }
    for direction in 0...1 { send(direction, at: now) }
    for index in ways.indices { ways[index].deliver(at: now) }
    closeEnded()
  }

  func close() {
    for way in ways where way.direction == 0 { way.close() }
    LineSocket.close(listener)
  }

  private mutating func open(_ client: Int32, at now: Double) {
    guard let peer = LineSocket.connected(to: server) else { return LineSocket.close(client) }
    ways.append(LineWay(direction: 0, source: client, target: peer, opensAt: now + roundTrip))
    ways.append(LineWay(direction: 1, source: peer, target: client, opensAt: now + roundTrip))
  }

  /// Sends packets, in turn, as long as the line is free.
  private mutating func send(_ direction: Int, at now: Double) {
    while free[direction] <= now, let index = next(direction, at: now) {
      let start = max(free[direction], ways[index].availableAt)
      let packet = ways[index].take(1_460)
      free[direction] = start + Double(packet.count) * nanosecondsPerByte
      ways[index].flying.append((free[direction] + roundTrip / 2, packet))
      turns[direction] = index + 1
    }
  }

  private func next(_ direction: Int, at now: Double) -> Int? {
    let count = ways.count
    return (0..<count).lazy.map { ($0 + turns[direction]) % count }.first {
      ways[$0].direction == direction && !ways[$0].backlog.isEmpty && ways[$0].opensAt <= now
    }
  }

  /// In milliseconds, rounded down: the last one is spent polling.
  private func timeToWait() -> Int32 {
    let now = Stopwatch.wall.nanoseconds
    var due = ways.compactMap(\.nextDelivery)
    for way in ways where !way.backlog.isEmpty { due.append(max(way.opensAt, free[way.direction])) }
    return Int32(max(0, min(20, ((due.min() ?? .infinity) - now) / 1e6)))
  }

  private mutating func closeEnded() {
    for index in stride(from: 0, to: ways.count, by: 2).reversed()
    where ways[index].isOver && ways[index + 1].isOver {
      ways[index].close()
      ways.removeSubrange(index...(index + 1))
    }
  }
}

/// One direction of a connection.
struct LineWay {
  let direction: Int
  let source: Int32
  let target: Int32
  let opensAt: Double
  /// The bytes that were not sent yet, and when the first of them was there.
  var backlog: [UInt8] = []
  var availableAt = 0.0
  /// The packets under way, and when each arrives.
  var flying: [(due: Double, packet: [UInt8])] = []
  private var isEnded = false
  private(set) var isOver = false

  init(direction: Int, source: Int32, target: Int32, opensAt: Double) {
    self.direction = direction
    self.source = source
    self.target = target
    self.opensAt = opensAt
  }

  /// Whether more bytes are read.
  var reads: Bool { !isEnded && backlog.count < 65_536 }

  var nextDelivery: Double? { flying.first?.due }

  mutating func read(at now: Double) {
    let bytes = LineSocket.read(source)
    if backlog.isEmpty { availableAt = max(now, opensAt) }
    backlog += bytes
    isEnded = bytes.isEmpty
  }

  mutating func take(_ count: Int) -> [UInt8] {
    defer { backlog.removeFirst(min(count, backlog.count)) }
    return Array(backlog.prefix(count))
  }

  mutating func deliver(at now: Double) {
    while let first = flying.first, first.due <= now {
      LineSocket.write(first.packet, to: target)
      flying.removeFirst()
    }
    guard isEnded, !isOver, backlog.isEmpty, flying.isEmpty else { return }
    LineSocket.endWriting(target)
    isOver = true
  }

  func close() {
    LineSocket.close(source)
    LineSocket.close(target)
  }
}
