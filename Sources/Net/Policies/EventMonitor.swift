/// Told of every step in the life of a session's requests: for logs, metrics, tests of one's own.
///
/// ```swift
/// struct SlowRequests: EventMonitor {
///   func request(_ id: RequestID, did event: RequestEvent) {
///     guard case .finished(let received, let timings) = event, let done = timings.done else { return }
///     if done > .seconds(2) { print("\(id) \(received.request.url.path) took \(done)") }
///   }
/// }
/// ```
///
/// It is called where the step happens, outside all locks; what it does there delays the request.
public protocol EventMonitor: Sendable {
  /// Called for each step.
  func request(_ id: RequestID, did event: RequestEvent)
}

/// Tells the requests of a session apart.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
  /// Counts from 1 within a session.
  public let number: Int

  /// Makes an identifier.
  public init(number: Int) { self.number = number }

  /// `#` and the number.
  public var description: String { "#\(number)" }
}

/// A step in the life of a request.
public enum RequestEvent: Sendable {
  /// It was started.
  case started(RequestDescription)
  /// An attempt was handed to the transport; the first is number 1.
  case sent(TransportRequest, attempt: Int)
  /// The head of a response arrived.
  case receivedHead(ResponseHead)
  /// A redirect is followed to this request.
  case redirected(ResponseHead, to: TransportRequest)
  /// It will be sent again after the delay.
  case willRetry(NetworkError, after: Duration)
  /// It ended with a response that passed validation.
  case finished(ReceivedResponse, ResponseTimings)
  /// It ended with an error, cancellation included.
  case failed(NetworkError, ResponseTimings)
  /// It was configured after its start; the name of the call, which changed nothing.
  case configuredTooLate(String)
}
