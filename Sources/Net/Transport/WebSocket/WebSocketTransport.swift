public import Foundation

/// A transport that can also open WebSockets (RFC 6455).
///
/// A session opens WebSockets with its transport if the transport conforms. With another transport, connecting fails
/// with ``WebSocketError/unsupported(transport:)``. A ``TransportWrapper`` opens them with the transport that it wraps:
///
/// ```swift
/// struct PlainTransport: TransportWrapper {
///   let base: any Transport
///   let sockets: any WebSocketTransport
///
///   func webSocketTask(
///     for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
///     receiver: any WebSocketReceiver
///   ) -> any WebSocketTask {
///     var options = options
///     options.offersCompression = false
///     return sockets.webSocketTask(
///       for: request, subprotocols: subprotocols, options: options, receiver: receiver)
///   }
/// }
/// ```
///
/// The transport makes the handshake, joins fragments, answers pings and compresses. The session follows redirects,
/// authenticates, measures time and sends pings.
public protocol WebSocketTransport: Transport {
  /// Returns a task that opens a WebSocket. Nothing happens before ``WebSocketTask/resume()``.
  ///
  /// The task retains the receiver until it has ended.
  ///
  /// - Parameters:
  ///   - request: A `GET` request with an `http` or `https` URL. The task adds the fields of the handshake.
  ///   - subprotocols: The subprotocols in order of preference.
  ///   - options: The limits. The task ignores the times, which are the session's.
  ///   - receiver: Receives the events.
  /// - Returns: The task.
  func webSocketTask(
    for request: TransportRequest, subprotocols: [String], options: WebSocketOptions,
    receiver: any WebSocketReceiver
  ) -> any WebSocketTask
}

/// A type that receives the events of one WebSocket: serially, on any thread, without any lock of the transport held.
///
/// A receiver may block, as a ``TransportReceiver`` may.
public protocol WebSocketReceiver: Sendable {
  /// Called with each event. See ``WebSocketTransportEvent`` for their order.
  func receive(_ event: WebSocketTransportEvent)
}

/// An event of a WebSocket task.
///
/// The order is `interim* (head body* finished | opened (message | ping | pong)* closed | … failed)`. The last of
/// `finished`, `closed` and `failed` comes exactly once and ends the events. A `head` that is not followed by
/// `finished` is that of an invalid 101 response; a failure follows.
public enum WebSocketTransportEvent: Sendable {
  /// The head of an interim response other than 101, if the transport reports them.
  case interim(ResponseHead)
  /// The head of a response that does not open the WebSocket.
  case head(ResponseHead)
  /// A chunk of the body of that response, which is not empty.
  case body(Data)
  /// That response is complete.
  case finished(TransportTimings)
  /// The WebSocket is open.
  case opened(WebSocketOpening)
  /// A complete message.
  case message(WebSocketMessage)
  /// A ping, which has been answered. Reporting it is optional.
  case ping
  /// A pong.
  case pong
  /// Both sides have sent a close frame; this is the peer's.
  case closed(WebSocketClosure)
  /// The task failed in this phase, which is ``TransportPhase/body`` after `opened`. After ``WebSocketTask/cancel()``
  /// the error is a `CancellationError`. If the connection ends without a close frame, it is
  /// ``WebSocketError/connectionLost`` or an error of the transport.
  case failed(any Error, phase: TransportPhase)

  /// Whether no event follows this one.
  package var isLast: Bool {
    switch self {
    case .finished, .closed, .failed: true
    default: false
    }
  }
}

/// The parameters that were negotiated when a WebSocket was opened.
public struct WebSocketOpening: Sendable, Hashable {
  /// The head of the 101.
  public var head: ResponseHead
  /// The subprotocol that the server chose, or nil.
  public var subprotocol: String?
  /// Whether messages may be compressed (RFC 7692).
  public var isCompressed: Bool
  /// The times until the WebSocket was open, and the connection.
  public var timings: TransportTimings

  /// Creates an opening.
  public init(
    head: ResponseHead, subprotocol: String? = nil, isCompressed: Bool = false,
    timings: TransportTimings = TransportTimings()
  ) {
    self.head = head
    self.subprotocol = subprotocol
    self.isCompressed = isCompressed
    self.timings = timings
  }
}

/// A WebSocket in progress.
///
/// All methods may be called from any thread at any time, even from the receiver.
public protocol WebSocketTask: Sendable {
  /// Starts opening the WebSocket. Further calls have no effect.
  func resume()
  /// Sends a message after those that were sent before.
  ///
  /// It waits while ``WebSocketOptions/sendBufferSize`` bytes wait to be sent. Before `opened` it may fail with
  /// ``WebSocketError/notOpen``.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - completion: Called once, as events are: with nil when the system has taken the last byte, and with an error if
  ///     the message was not or only partly sent. It is also called while the task is paused.
  func send(_ message: WebSocketMessage, completion: @escaping @Sendable ((any Error)?) -> Void)
  /// Sends a ping. A pong is reported as ``WebSocketTransportEvent/pong``.
  func ping()
  /// Sends a close frame after the messages that were sent before. Received messages are discarded from then on, and so
  /// may be pongs.
  ///
  /// Further calls have no effect. A closure that cannot be sent ends the task with
  /// ``WebSocketError/invalidClosure``.
  func close(_ closure: WebSocketClosure)
  /// Stops reading until ``proceed()``, so that the peer has to wait. Until then, neither messages nor the
  /// end are reported.
  func pause()
  /// Resumes reading after ``pause()``.
  func proceed()
  /// Closes the connection at once. The receiver still gets its last event, unless it has received it already, even
  /// while the task is paused.
  func cancel()
}

/// A WebSocket task that reports its bytes, so that the time for an answer begins when the peer can have been asked,
/// and does not end while the peer is sending a message.
protocol MeasuredWebSocketTask: WebSocketTask {
  /// The bytes so far.
  var traffic: WebSocketTraffic { get }
  /// Sends a ping, and calls the closure when the system has taken it.
  func ping(taken: @escaping @Sendable () -> Void)
  /// Sends a close frame, and calls the closure when the system has taken it.
  func close(_ closure: WebSocketClosure, taken: @escaping @Sendable () -> Void)
}

/// What the two sides of a WebSocket have sent so far.
struct WebSocketTraffic: Sendable, Equatable {
  /// The number of bytes that the system has taken.
  var taken = 0
  /// The number of bytes that have arrived of a message that is not complete; 0 between messages.
  var arrived = 0
}
