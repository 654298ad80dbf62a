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
  /// The same request as it was recorded, for answers that depend on it.
  var recorded: RecordedRequest?
  /// Counts the requests, so that a late answer is known as such.
  var serial = 0
  /// A response, or the rest of one, that is held back: to be cancelled when the client disconnects.
  var delay: (any Cancellation)?
  /// When that is due, on the clock of the server: what is said to follow it is counted from there.
  var due = Duration.zero
  /// The body of the request that is being read.
  var body: RequestBody
  /// What is still to be sent of the answer.
  var script: AnswerScript?
  /// When an end is put to waiting for the peer's close.
  var lingersUntil: ContinuousClock.Instant?

  init(number: Int, socket: Socket, limits: ServerLimits) {
    self.number = number
    self.socket = socket
    state = ConnectionState(limits: limits)
    body = RequestBody(limit: limits.bodyInMemory)
  }

  /// Whether output was added, or an answer begun, since the last attempt to send.
  private(set) var hasFreshOutput = false
  /// How many bytes were sent in this turn of the loop.
  private var sentInTurn = 0

  var hasOutput: Bool { !output.isEmpty }

  func queue(_ data: Data) {
    output.append(data)
    hasFreshOutput = true
  }

  func begin(_ script: AnswerScript) {
    self.script = script
    hasFreshOutput = true
  }

  func beginTurn() { sentInTurn = 0 }

  /// What became of an attempt to send.
  enum Flush {
    /// All is with the system.
    case done
    /// The rest has to wait, for room at the peer or for the others to have their turn.
    case waits
    case broken
  }

  /// Sends what fits, and no more in one turn than is fair.
  func flush() -> Flush {
    hasFreshOutput = false
    while let first = output.first {
      if sentInTurn > 1 << 20 { return .waits }
      switch socket.send(first) {
      case .moved(let count) where count == first.count:
        output.removeFirst()
        sentInTurn += count
      case .moved(let count):
        output[0] = first.dropFirst(count)
        sentInTurn += count
      case .wouldBlock: return .waits
      case .ended, .failed: return .broken
      }
    }
    return .done
  }
}
