/// A type that is notified of every step of a session's requests, for logs, metrics, traces and tests.
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
/// It is called on the thread of the step, one call at a time for each request, without locks held. If it blocks, it
/// delays that request. Only for an open WebSocket two threads may call it at once, such as for a message and a pong.
public protocol EventMonitor: Sendable {
  /// Called for each step.
  func request(_ id: RequestID, did event: RequestEvent)
  /// Called by an ``AuthenticationInterceptor`` that has this monitor. A refresh does not belong to one request.
  func authentication(did event: AuthenticationEvent)
}

extension EventMonitor {
  /// Does nothing.
  public func authentication(did event: AuthenticationEvent) {}
}

/// A step of refreshing a credential.
public enum AuthenticationEvent: Sendable {
  /// A refresh began. Requests that are rejected or start from now on wait for it.
  case refreshing
  /// There is a new credential. This many requests have waited for it; those that have not been cancelled
  /// continue.
  case refreshed(requests: Int)
  /// The refresh failed, or none can begin: there is no credential, or the ``RefreshWindow`` allows no more. This many
  /// requests have waited for it; those that have not been cancelled fail with this error.
  case failed(any Error, requests: Int)
}

/// The identifier of a request within its session.
public struct RequestID: Sendable, Hashable, CustomStringConvertible {
  /// The number of the request, counted from 1.
  public let number: Int

  /// Creates an identifier.
  public init(number: Int) { self.number = number }

  /// `#` and the number.
  public var description: String { "#\(number)" }
}
