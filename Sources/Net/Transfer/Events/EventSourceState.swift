import Foundation

/// A stream of server-sent events over one connection after the other, as a pure value (HTML standard,
/// section 9.2).
///
/// ```text
/// ready ─▶ connecting ─▶ open ─▶ ended
///             ▲    │       │
///             │    ▼       ▼
///             └── waiting ◀┘
/// ```
///
/// What comes of a connection that is no longer the present one changes nothing. Closing leads from everywhere to
/// *ended*, and from there nothing leads anywhere.
struct EventSourceState: Sendable {
  enum Input: Sendable {
    case open
    /// A response begins.
    case head(ResponseHead, connection: Int)
    /// The next bytes of its body.
    case piece(Data, connection: Int)
    /// It has ended.
    case ended(Result<Void, NetworkError>, connection: Int)
    /// The wait is over.
    case fired(connection: Int)
    case close
  }

  enum Action: Sendable {
    /// Connect, naming the last ID that was seen.
    case connect(lastEventID: String?, connection: Int)
    /// The stream is open.
    case opened(ResponseHead)
    case deliver(ServerSentEvent)
    /// The connection is gone; wait, and say so.
    case wait(Duration, after: NetworkError?, connection: Int)
    /// Give up the connection, or the wait.
    case disconnect
    /// The stream has ended.
    case end(Result<Void, NetworkError>)
  }

  private enum Phase: Sendable {
    case ready
    case connecting
    case open(ResponseHead)
    case waiting
    case ended
  }

  private let reconnection: EventReconnection
  private let maximumEventSize: Int
  private var phase = Phase.ready
  /// The number of the present connection, or of the one that is waited for.
  private var connection = 0
  /// How many attempts have been made since the stream was open.
  private var attempts = 0
  private var parser: EventStreamParser
  private var reconnectionTime: Duration?

  init(
    lastEventID: String? = nil, reconnection: EventReconnection = EventReconnection(),
    maximumEventSize: Int = EventStreamParser.defaultMaximumSize
  ) {
    self.reconnection = reconnection
    self.maximumEventSize = maximumEventSize
    parser = EventStreamParser(lastEventID: lastEventID, maximumSize: maximumEventSize)
  }

  /// The ID that was seen last.
  var lastEventID: String? { parser.lastEventID }

  /// Whether nothing more is to be told.
  var hasEnded: Bool { if case .ended = phase { true } else { false } }

  /// Whether the connection of this number is wanted.
  func expects(_ connection: Int) -> Bool { !hasEnded && connection == self.connection }

  /// Takes note of what happened, and says what to do about it, in order.
  mutating func handle(_ input: Input) -> [Action] {
    switch (phase, input) {
    case (.ended, _): return []
    case (.ready, .open): return connect()
    case (_, .close):
      phase = .ended
      return [.disconnect]
    case (.connecting, .head(let head, connection)): return received(head)
    case (.open(let head), .piece(let piece, connection)): return received(piece, of: head)
    case (.connecting, .ended(let result, connection)), (.open, .ended(let result, connection)):
      return ended(result)
    case (.waiting, .fired(connection)): return connect()
    default: return []
    }
  }

  private mutating func connect() -> [Action] {
    phase = .connecting
    connection += 1
    return [.connect(lastEventID: parser.lastEventID, connection: connection)]
  }

  private mutating func received(_ head: ResponseHead) -> [Action] {
    // It has no body, so its connection ends by itself.
    if head.status == 204 { return end(.success(())) }
    guard head.status == 200 else {
      return [.disconnect]
        + end(.failure(NetworkError(.validation(.statusCode(head.status)), response: head)))
    }
    let type = head.headers.firstValue(for: "Content-Type")
    guard type.flatMap({ MediaType($0) }) == MediaType(Self.contentType) else {
      let failure = ValidationFailure.contentType(type, acceptable: [Self.contentType])
      return [.disconnect] + end(.failure(NetworkError(.validation(failure), response: head)))
    }
    phase = .open(head)
    attempts = 0
    // What the connection before had not ended is dropped; its ID is not.
    parser = EventStreamParser(lastEventID: parser.lastEventID, maximumSize: maximumEventSize)
    return [.opened(head)]
  }

  private mutating func received(_ piece: Data, of head: ResponseHead) -> [Action] {
    var actions: [Action] = []
    parser.append(piece)
    do throws(EventTooLong) {
      while let event = try parser.next() { actions.append(.deliver(event)) }
    } catch {
      let failure = NetworkError(
        .serialization("\(error)"), response: head, data: error.beginning, underlyingError: error)
      return actions + [.disconnect] + end(.failure(failure))
    }
    reconnectionTime = parser.reconnectionTime ?? reconnectionTime
    return actions
  }

  private mutating func ended(_ result: Result<Void, NetworkError>) -> [Action] {
    var failure: NetworkError?
    if case .failure(let error) = result {
      guard Self.mayPass(error) else { return end(result) }
      failure = error
    }
    guard let delay = reconnection.delay(before: attempts, asked: reconnectionTime) else {
      return end(result)
    }
    attempts += 1
    phase = .waiting
    return [.wait(delay, after: failure, connection: connection)]
  }

  private mutating func end(_ result: Result<Void, NetworkError>) -> [Action] {
    phase = .ended
    return [.end(result)]
  }

  /// Whether another connection may not fail in the same way.
  private static func mayPass(_ error: NetworkError) -> Bool {
    switch error.reason {
    case .transport, .timeout: true
    default: false
    }
  }

  static let contentType = "text/event-stream"
}
