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
  /// Called by an ``AuthenticationInterceptor`` that was given the monitor: a refresh is nobody's request alone.
  func authentication(did event: AuthenticationEvent)
}

extension EventMonitor {
  /// Does nothing.
  public func authentication(did event: AuthenticationEvent) {}
}

/// A step in the life of a credential.
public enum AuthenticationEvent: Sendable {
  /// A refresh began. Requests that are refused or start from now on wait for it.
  case refreshing
  /// There is a fresh credential; so many requests had waited for it, and go on.
  case refreshed(requests: Int)
  /// There is none: so many requests fail with this error.
  case failed(any Error, requests: Int)
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
  /// It waits for a place among the requests under way.
  case queued(TransportRequest)
  /// An attempt was handed to the transport; the first is number 1.
  case sent(TransportRequest, attempt: Int)
  /// The head of an interim response arrived; over a transport that tells of them.
  case receivedInterim(ResponseHead)
  /// The head of a response arrived.
  case receivedHead(ResponseHead)
  /// Fields arrived behind the body of a response; over a transport that tells of them.
  case receivedTrailers(HTTPHeaders)
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
