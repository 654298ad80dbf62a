import Net
import Stream

/// The session of a WebSocket, as a pure value: which connection is current, and when to reconnect.
///
/// ```text
/// ready ─▶ connecting ─▶ open ─ closed or disposed ─▶ over
///              ▲  └─ error ─┴─ error ─▶ deciding ─ no delay ─▶ over
///              │                            │
///              └───────── delay ───────── waiting
/// ```
///
/// Whatever happens after the program has closed the last connection ends the session, and never reconnects it.
///
/// Connections are numbered, and inputs of former ones are ignored. The owner asks the user's closures whether to
/// reconnect, because they may call the session.
struct WebSocketSessionState: Sendable {
  enum Input: Sendable {
    case start
    case connected(Result<StreamWebSocketConnection, any Error>, number: Int)
    case message(WebSocketMessage, number: Int)
    case ended(Result<WebSocketClosure, any Error>, number: Int)
    /// The stream that `onOpen` returned has failed.
    case openingFailed(any Error, number: Int)
    /// The program closes a connection, which may have been lost.
    case closing(number: Int)
    /// The answer to ``Action/decide(_:attempts:number:)``: the delay, or nil to end the session.
    case decided(Duration?, any Error, number: Int)
    /// The delay is over.
    case fired(number: Int)
    /// The network ends the delay.
    case halted(NetworkError.Reason, number: Int)
    case dispose
  }

  /// What the owner does, without a lock held.
  enum Action: Sendable {
    case connect(number: Int)
    /// Emit `opened`, subscribe to the stream that `onOpen` returns, and receive the messages after all actions.
    case open(StreamWebSocketConnection, number: Int)
    case emit(WebSocketEvent)
    /// Determine the delay after this error, unless the decision is not needed any more.
    case decide(any Error, attempts: Int, number: Int)
    case wait(Duration, number: Int)
    /// Cancel the handshake and the delay, and dispose of the subscription to the stream that `onOpen` returned.
    case stop
    /// Close the connection with 1001.
    case leave(StreamWebSocketConnection)
    case complete
    case fail(any Error)
  }

  private enum Phase: Sendable {
    case ready
    case connecting
    case open(StreamWebSocketConnection, since: Duration)
    case deciding
    case waiting
    case over
  }

  /// How long a connection without messages must last to be good.
  private let goodDuration: Duration
  private var phase = Phase.ready
  private var number = 0
  /// The number of the last connection that was open.
  private var lastOpen = 0
  /// The number of attempts to connect since the last good connection.
  private var attempts = 0
  private var isGood = false

  init(goodDuration: Duration) { self.goodDuration = goodDuration }

  /// Whether the handshake of this connection is in progress.
  func isConnecting(_ number: Int) -> Bool {
    if case .connecting = phase { number == self.number } else { false }
  }

  /// Whether the decision about the error of this connection is still needed.
  func isDeciding(_ number: Int) -> Bool {
    if case .deciding = phase { number == self.number } else { false }
  }

  /// Whether the delay after this connection is in progress.
  func isWaiting(_ number: Int) -> Bool {
    if case .waiting = phase { number == self.number } else { false }
  }

  /// Whether this connection is open.
  func isOpen(_ number: Int) -> Bool {
    if case .open = phase { number == self.number } else { false }
  }

  /// Handles an input and returns the actions to perform, in order.
  mutating func handle(_ input: Input, at now: Duration) -> [Action] {
    switch (input, phase) {
    case (.start, .ready): return connect()
    case (.connected(.success(let connection), number: number), .connecting):
      phase = .open(connection, since: now)
      lastOpen = number
      return [.open(connection, number: number)]
    case (.connected(.success(let connection), number: _), _): return [.leave(connection)]
    case (.connected(.failure(let error), number: number), .connecting): return lose(error)
    case (.message(let message, number: number), .open):
      isGood = true
      return [.emit(.message(message))]
    case (.ended(let result, number: number), .open(let connection, let since)):
      notice(since, now)
      return end(result, connection)
    case (.openingFailed(let error, number: number), .open(let connection, let since)):
      notice(since, now)
      // The end of this connection comes as another input. The error of another connection is a failure.
      if connection.isClosing { return [] }
      if let error = error as? WebSocketError, error.isEnd, connection.hasReportedEnd { return [] }
      return [.leave(connection)] + lose(error)
    // An open connection ends by another input.
    case (.closing(number: lastOpen), .deciding), (.closing(number: lastOpen), .waiting),
      (.closing(number: lastOpen), .connecting):
      return complete()
    case (.decided(let delay, let error, number: number), .deciding): return decided(delay, error)
    case (.fired(number: number), .waiting): return connect()
    case (.halted(let reason, number: number), .waiting):
      phase = .over
      return [.stop, .fail(NetworkError(reason))]
    case (.dispose, .open(let connection, _)):
      phase = .over
      return [.stop, .leave(connection)]
    case (.dispose, _):
      phase = .over
      return [.stop]
    default: return []
    }
  }

  /// A connection that has lasted for long enough was good.
  private mutating func notice(_ since: Duration, _ now: Duration) {
    if now - since >= goodDuration { isGood = true }
  }

  private mutating func connect() -> [Action] {
    phase = .connecting
    number += 1
    attempts += 1
    isGood = false
    return [.connect(number: number)]
  }

  private mutating func end(
    _ result: Result<WebSocketClosure, any Error>, _ connection: StreamWebSocketConnection
  ) -> [Action] {
    switch result {
    // The server stops; it is not this side that leaves.
    case .success(let closure) where closure.code == .goingAway && !connection.isClosing:
      return lose(WebSocketError.closed(closure))
    case .success: return complete()
    // The peer has not answered the close frame of the program, or not as it should.
    case .failure(let error) where connection.isClosing && error as? WebSocketError != .hasConsumer:
      return complete()
    case .failure(let error): return lose(error)
    }
  }

  private mutating func complete() -> [Action] {
    phase = .over
    return [.stop, .complete]
  }

  private mutating func lose(_ error: any Error) -> [Action] {
    if isGood { attempts = 1 }
    phase = .deciding
    return [.stop, .decide(error, attempts: attempts, number: number)]
  }

  private mutating func decided(_ delay: Duration?, _ error: any Error) -> [Action] {
    guard let delay else {
      phase = .over
      return [.fail(error)]
    }
    phase = .waiting
    return [.emit(.lost(error, reconnectingAfter: delay)), .wait(delay, number: number)]
  }
}
