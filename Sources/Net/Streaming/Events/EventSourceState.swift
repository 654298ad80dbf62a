import Foundation

/// A stream of server-sent events over consecutive connections, as a pure value (HTML standard, section 9.2).
///
/// ```text
/// ready ─▶ connecting ─▶ open ─▶ ended
///             ▲    │       │
///             │    ▼       ▼
///             └── waiting ◀┘
/// ```
///
/// Events from a previous connection are ignored. Closing leads from any state to *ended*, which is final.
struct EventSourceState: Sendable {
  enum Input: Sendable {
    case open
    /// A response begins.
    case head(ResponseHead, connection: Int)
    /// The next bytes of the body.
    case chunk(Data, connection: Int)
    /// The connection has ended; a refusal may ask for a delay before the next one.
    case ended(Result<Void, NetworkError>, connection: Int, asked: Duration? = nil)
    /// The delay is over.
    case fired(connection: Int)
    /// The session cancels everything, or has finished, after this request.
    case halted(NetworkError.Reason, TransportRequest?)
    case close
  }

  enum Action: Sendable {
    /// Connect with the last received ID.
    case connect(lastEventID: String?, connection: Int)
    /// The stream is open.
    case opened(ResponseHead)
    case deliver(ServerSentEvent)
    /// The connection is lost. Report it and wait.
    case wait(Duration, after: NetworkError?, connection: Int)
    /// End the connection with an error, which the exchange then ends with.
    case fail(NetworkError)
    /// Cancel the connection or the delay.
    case disconnect
    /// Cancel the request that is being started, which then ends.
    case cancelRequest
    /// The stream has ended.
    case end(Result<Void, NetworkError>)
  }

  private enum Phase: Sendable {
    case ready
    case connecting
    case open(ResponseHead)
    /// The response is not an event stream, or cannot be read. The connection is about to end with an error.
    case refused(NetworkError)
    case waiting
    case ended
  }

  private let reconnection: EventReconnection
  private let maximumEventSize: Int
  private var phase = Phase.ready
  /// The number of the current connection, or of the previous one during a delay.
  private var connection = 0
  /// The number of attempts since the stream was last open.
  private var attempts = 0
  private var parser: EventStreamParser
  private var reconnectionTime: Duration?
  /// How the events of the next response are decoded.
  var decoding: ReceivedDecoding?

  init(
    lastEventID: String? = nil, reconnection: EventReconnection = EventReconnection(),
    maximumEventSize: Int = EventStreamParser.defaultMaximumSize
  ) {
    self.reconnection = reconnection
    self.maximumEventSize = maximumEventSize
    parser = EventStreamParser(lastEventID: lastEventID, maximumSize: maximumEventSize)
  }

  /// The last received ID.
  var lastEventID: String? { parser.lastEventID }

  /// Whether the stream has ended.
  var hasEnded: Bool { if case .ended = phase { true } else { false } }

  /// Returns whether this is the current connection.
  func expects(_ connection: Int) -> Bool { !hasEnded && connection == self.connection }

  /// The events after this ID were not delivered, so the next connection continues there.
  mutating func rewind(to lastEventID: String?) {
    parser = EventStreamParser(lastEventID: lastEventID, maximumSize: maximumEventSize)
  }

  /// Handles an input and returns the actions to perform, in order.
  mutating func handle(_ input: Input) -> [Action] {
    switch (phase, input) {
    case (.ended, _): return []
    case (.ready, .open): return connect()
    case (_, .close):
      phase = .ended
      return [.disconnect]
    case (.connecting, .head(let head, connection)): return received(head, isFirst: true)
    // A policy has sent the request again before any bytes of the first response were delivered.
    case (.open, .head(let head, connection)): return received(head, isFirst: false)
    case (.refused, .head(let head, connection)): return received(head, isFirst: true)
    case (.open(let head), .chunk(let chunk, connection)): return received(chunk, of: head)
    case (.refused(let error), .chunk(let chunk, connection)): return refuse(error, with: chunk)
    case (.refused(let error), .ended(let result, connection, _)): return end(error, result)
    case (.connecting, .ended(let result, connection, let asked)),
      (.open, .ended(let result, connection, let asked)):
      return ended(result, asked)
    case (.waiting, .fired(connection)): return connect()
    case (.waiting, .halted(let reason, let request)):
      return [.disconnect] + end(.failure(NetworkError(reason, request: request)))
    case (.connecting, .halted(.cancelled, _)), (.open, .halted(.cancelled, _)),
      (.refused, .halted(.cancelled, _)):
      return [.cancelRequest]
    default: return []
    }
  }

  private mutating func connect() -> [Action] {
    phase = .connecting
    connection += 1
    return [.connect(lastEventID: parser.lastEventID, connection: connection)]
  }

  private mutating func received(_ head: ResponseHead, isFirst: Bool) -> [Action] {
    // A 204 has no body, so its connection ends by itself.
    if head.status == 204 { return end(.success(())) }
    guard head.status == 200 else {
      let error = NetworkError(.validation(.statusCode(head.status)), response: head)
      phase = .refused(error)
      return [.fail(error)]
    }
    let type = head.headers.firstValue(for: "Content-Type")
    guard type.flatMap({ MediaType($0) }) == MediaType(Self.contentType) else {
      let failure = ValidationFailure.contentType(type, acceptable: [Self.contentType])
      // The exchange finds the same, with the body, unless its request is not validated.
      phase = .refused(NetworkError(.validation(failure), response: head))
      return []
    }
    phase = .open(head)
    attempts = 0
    // An incomplete event of the previous connection is dropped, but the last ID is kept.
    parser = EventStreamParser(lastEventID: parser.lastEventID, maximumSize: maximumEventSize)
    parser.decoding = decoding
    return isFirst ? [.opened(head)] : []
  }

  private mutating func received(_ chunk: Data, of head: ResponseHead) -> [Action] {
    var actions: [Action] = []
    parser.append(chunk)
    do throws(EventTooLong) {
      while let event = try parser.next() { actions.append(.deliver(event)) }
    } catch {
      let failure = NetworkError(
        .serialization("\(error)"), response: head, data: error.beginning, underlyingError: error)
      phase = .refused(failure)
      return actions + [.fail(failure)]
    }
    reconnectionTime = parser.reconnectionTime ?? reconnectionTime
    return actions
  }

  /// The exchange accepts the response, because the request is not validated.
  private mutating func refuse(_ error: NetworkError, with chunk: Data) -> [Action] {
    guard error.data == nil else { return [] }
    var error = error
    error.data = chunk
    phase = .refused(error)
    return [.fail(error)]
  }

  /// Called when a refused connection has ended, with its error unless it was lost meanwhile.
  private mutating func end(_ error: NetworkError, _ result: Result<Void, NetworkError>) -> [Action] {
    guard case .failure(let other) = result else { return end(.failure(error)) }
    guard other.isPassingLoss else { return end(result) }
    var error = error
    (error.request, error.attempts) = (other.request, other.attempts)
    error.data = error.data ?? other.data
    return end(.failure(error))
  }

  private mutating func ended(_ result: Result<Void, NetworkError>, _ asked: Duration?) -> [Action] {
    var failure: NetworkError?
    if case .failure(let error) = result {
      guard error.isPassingLoss else { return end(result) }
      failure = error
    }
    guard let delay = reconnection.delay(before: attempts, asked: reconnectionTime) else {
      return end(result)
    }
    attempts += 1
    phase = .waiting
    return [.wait(max(delay, asked ?? .zero), after: failure, connection: connection)]
  }

  private mutating func end(_ result: Result<Void, NetworkError>) -> [Action] {
    phase = .ended
    return [.end(result)]
  }

  static let contentType = "text/event-stream"
}
