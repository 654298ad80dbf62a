import Foundation
import Net
public import Stream

/// Defines when a session of a WebSocket reconnects, and after what delay.
///
/// ```swift
/// let events = socket.session(reconnecting: .backoff(base: .milliseconds(500), maximumRetries: 10))
/// ```
///
/// It reconnects after a loss: a failed transport, a timeout, a connection that ends without a close frame or
/// with 1001, 1011, 1012 or 1013, and a handshake that the server or a proxy refuses with 408, 429, 500, 502,
/// 503 or 504. It does not reconnect after an error that another attempt would repeat: a certificate, pin or
/// key that one side refuses, an invalid request, a violation of the protocol or a mistake of the program.
/// The session fails with that error. It does not reconnect after a close with 1000 or without a code either,
/// which completes the session.
public struct WebSocketReconnection: Sendable {
  /// The delays.
  ///
  /// They start again with the first one when a connection has received a message or has lasted for the maximum delay.
  /// If a handshake is refused with `Retry-After`, the delay is at least as long as that asks for, also beyond the
  /// maximum delay (RFC 9110 section 10.2.3).
  public var backoff: Backoff
  private var isLoss: @Sendable (any Error) -> Bool = Self.isLoss

  /// Creates settings with these delays.
  public init(_ backoff: Backoff) { self.backoff = backoff }

  /// Reconnects after a delay that doubles from `base` up to `maximumDelay`.
  ///
  /// - Parameters:
  ///   - base: The first delay.
  ///   - maximumDelay: The longest delay.
  ///   - maximumRetries: The maximum number of consecutive attempts to reconnect. After that, the last error ends the
  ///     session. Nil means no limit.
  ///   - jitter: The largest share of a delay that jitter may take away, from 0 (none) to 1 (all).
  ///   - seed: The seed of the jitter. Give each client a different one, so that clients that were disconnected
  ///     together do not reconnect together.
  /// - Returns: Settings for a session.
  public static func backoff(
    base: Duration = .seconds(1), maximumDelay: Duration = .seconds(60), maximumRetries: Int? = nil,
    jitter: Double = 0, seed: UInt64 = 0
  ) -> WebSocketReconnection {
    // A backoff also counts the attempt that failed first.
    let limit = maximumRetries.map { max(0, $0).addingReportingOverflow(1) }
    return WebSocketReconnection(
      Backoff(
        maximumAttempts: limit.map { $0.overflow ? .max : $0.partialValue } ?? .max, base: base,
        maximumDelay: maximumDelay, jitter: jitter, seed: seed))
  }

  /// Never reconnects: the session ends with its first connection.
  public static let never = WebSocketReconnection.backoff(maximumRetries: 0)

  /// Returns a copy that reconnects after the errors that satisfy a predicate, and after no others.
  ///
  /// ```swift
  /// let reconnection = WebSocketReconnection.backoff().reconnecting { $0 as? WebSocketError == .pongTimeout }
  /// ```
  public func reconnecting(
    where predicate: @escaping @Sendable (any Error) -> Bool
  ) -> WebSocketReconnection {
    var copy = self
    copy.isLoss = predicate
    return copy
  }

  /// Returns the delay after an error, or nil to end the session with it.
  ///
  /// `attempts` is the number of attempts to connect since the last good connection, at least one. `now` is the time of
  /// the error.
  func delay(after error: any Error, attempts: Int, at now: Date) -> Duration? {
    let failure = error as? NetworkError
    // Another handshake would be refused, too.
    if failure?.endsSession == true { return nil }
    guard isLoss(error), let delay = backoff.delay(after: error, attempts: attempts) else { return nil }
    return max(delay, failure?.requestedDelay(at: now) ?? .zero)
  }

  /// Whether an error means that the connection was lost, or could not be opened for now.
  static func isLoss(_ error: any Error) -> Bool {
    switch error {
    case let error as WebSocketError: return error.isLost
    case let error as NetworkError:
      let error = error.origin
      if let status = error.failedStatus { return NetworkError.passingStatuses.contains(status) }
      if let cause = error.underlyingError as? WebSocketError { return cause.isLost }
      return error.isPassingLoss
    case is EncodingError, is DecodingError: return false
    // The error of a transport whose connection was open.
    default: return !SecurityRefusal.isNamed(by: error) && !error.isCancellation
    }
  }
}
