/// Receives every step in the life of a session's requests: for logs, metrics, traces and tests.
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
/// It is called where the step happens, one call at a time per request, outside all locks; what it does there delays the
/// request.
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
