/// Defines when an event stream reconnects.
///
/// ```swift
/// var reconnection = EventReconnection()
/// reconnection.maximumRetries = 5
/// let ticks = EventSource(RequestDescription("ticks"), network: network, reconnection: reconnection)
/// ```
///
/// It reconnects when the server ends the stream, after a transport failure in any phase, and after a
/// timeout. It does not reconnect after a 204, which ends the stream, or after a failure that another attempt
/// would repeat. The stream ends with that failure. Such failures are a status other than 200, a content type
/// other than `text/event-stream`, a failed redirect or policy (HTML standard, section 9.2.3), a certificate,
/// pin or key that the client or the server refuses, an invalid request, a body that cannot be read, and a
/// mistake of the program, such as a request without a stub in a test.
///
/// Each connection sends the request again. So by default only a request that may be sent again reconnects: its method
/// is idempotent or it has an `Idempotency-Key`, as for a ``RetryPolicy``, and its body can be read again. For others,
/// such as a `POST` that asks for an answer word by word, the default is ``never``. If the service continues such a
/// stream after the last ID, pass a reconnection.
public struct EventReconnection: Sendable, Hashable {
  /// The delay before reconnecting, unless the server sets one with `retry`.
  ///
  /// The default is 3 s.
  public var base: Duration
  /// The maximum delay.
  ///
  /// Each consecutive failed attempt doubles the delay up to this value, 60 s by default. A delay that the
  /// server sets is never shortened, and neither is the `Retry-After` of a proxy that refuses a tunnel. If the server
  /// sets zero, only the first attempt is made at once, and ``base`` is doubled for the others.
  public var maximumDelay: Duration
  /// The maximum number of consecutive attempts to reconnect.
  ///
  /// After that, the last failure ends the stream. Nil means no limit. With 0 the stream ends with its first
  /// connection.
  public var maximumRetries: Int?

  /// Creates reconnection settings.
  public init(
    base: Duration = .seconds(3), maximumDelay: Duration = .seconds(60), maximumRetries: Int? = nil
  ) {
    self.base = base
    self.maximumDelay = maximumDelay
    self.maximumRetries = maximumRetries
  }

  /// Creates reconnection settings with a maximum number of attempts to reconnect.
  @available(*, deprecated, renamed: "init(base:maximumDelay:maximumRetries:)")
  public init(base: Duration = .seconds(3), maximumDelay: Duration = .seconds(60), maximumAttempts: Int?) {
    self.init(base: base, maximumDelay: maximumDelay, maximumRetries: maximumAttempts)
  }

  /// Never reconnects: the stream has one connection.
  ///
  /// It completes when the server ends the stream, and fails if the connection is lost.
  public static let never = EventReconnection(maximumRetries: 0)

  /// Returns the default for this request.
  static func standard(for request: RequestDescription) -> EventReconnection {
    let mayRepeat =
      request.method.isIdempotent(with: request.headers) && request.content?.isRepeatable ?? true
    return mayRepeat ? EventReconnection() : .never
  }

  /// Returns the delay before an attempt, or nil if there are no more attempts.
  ///
  /// - `attempt`: The number of the consecutive attempt, counted from 0.
  /// - `asked`: The delay that the server set.
  func delay(before attempt: Int, asked: Duration?) -> Duration? {
    if let maximumRetries, attempt >= maximumRetries { return nil }
    let first = max(.zero, asked ?? base)
    // Zero cannot be doubled: a server that requested no delay and is down would be contacted without a
    // pause.
    let delay = first == .zero && attempt > 0 ? base : first
    return max(first, delay.doubled(attempt, upTo: maximumDelay))
  }
}
