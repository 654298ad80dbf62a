import Foundation
import Net

/// One connection, used only on the thread of the server's loop.
final class ServerConnection {
  let number: Int
  let socket: Socket
  var state: ConnectionState
  /// The output that waits to be sent, in order.
  private var output: [Data] = []
  /// The current request, and its index in the log.
  var current: (request: ParsedRequest, exchange: Int?)?
  /// The current request as it was recorded, for responses that depend on it.
  var recorded: RecordedRequest?
  /// Counts the requests and the delays, so that what comes too late can be recognized.
  var serial = 0
  /// The timer of a delayed response, or of the rest of one, to be cancelled when the client disconnects.
  var delay: (any Cancellation)?
  /// When the delayed part is due on the clock of the server; the next delay is counted from then.
  var due = Duration.zero
  /// The body of the request that is being read.
  var body: RequestBody
  /// The part of the response that is still to be sent.
  var script: AnswerScript?
  /// The script of the WebSocket that the connection has become.
  var webSocket: WebSocketPeer?
  /// How the WebSocket ends when everything was sent; nil before its end.
  private var framesEnd: Bool?
  /// When the server stops waiting for the peer to close.
  var lingersUntil: ContinuousClock.Instant?

  init(number: Int, socket: Socket, limits: ServerLimits) {
    self.number = number
    self.socket = socket
    state = ConnectionState(limits: limits)
    body = RequestBody(limit: limits.bodyInMemory)
  }

  /// Whether output was added, or a response started, since the last attempt to send.
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

  /// Ends the WebSocket when everything was sent.
  func endFrames(reset: Bool) {
    framesEnd = reset
    hasFreshOutput = true
  }

  /// Removes and returns how the WebSocket ends; nil if it has not ended.
  func takeFramesEnd() -> Bool? { framesEnd.take() }

  func beginTurn() { sentInTurn = 0 }

  /// The result of an attempt to send.
  enum Flush {
    /// The system has accepted everything.
    case done
    /// The rest must wait, for buffer space or because other connections come first.
    case waits
    case broken
  }

  /// Sends as much as the socket accepts, up to a limit per turn.
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
