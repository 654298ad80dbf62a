import Foundation
import Net

/// One connection, on the thread of the server's loop alone.
final class ServerConnection {
  let number: Int
  let socket: Socket
  var state: ConnectionState
  /// What waits to be sent, first things first.
  private var output: [Data] = []
  /// The request that is being answered, and what the log calls it.
  var current: (request: ParsedRequest, exchange: Int?)?
  /// Counts the requests, so that a late answer is known as such.
  var serial = 0
  /// An answer that is held back: to be called off when the client goes.
  var delay: (any Cancellation)?
  /// When an end is put to waiting for the peer's close.
  var lingersUntil: ContinuousClock.Instant?

  init(number: Int, socket: Socket, limits: RequestParser.Limits) {
    self.number = number
    self.socket = socket
    state = ConnectionState(limits: limits)
  }

  /// Whether output was added since the last attempt to send.
  private(set) var hasFreshOutput = false

  var hasOutput: Bool { !output.isEmpty }

  func queue(_ data: Data) {
    output.append(data)
    hasFreshOutput = true
  }

  /// Sends what fits. True when all is out, nil when the connection is broken.
  func flush() -> Bool? {
    hasFreshOutput = false
    while let first = output.first {
      // In pieces: a slice of a big body costs nothing, and one call should not take long.
      switch socket.send(first.prefix(1 << 18)) {
      case .moved(let count) where count == first.count: output.removeFirst()
      case .moved(let count): output[0] = first.dropFirst(count)
      case .wouldBlock: return false
      case .ended, .failed: return nil
      }
    }
    return true
  }
}
