/// The timeouts of a request.
///
/// Nil values fall back to the session's.
///
/// ```swift
/// var timeouts = RequestTimeouts()
/// timeouts.total = .seconds(30)
/// ```
///
/// Time is measured by the session's ``NetworkTimer``. A timeout ends the attempt or the request with
/// ``NetworkError/Reason/timeout(_:)``. By default a session has only an idle timeout.
public struct RequestTimeouts: Sendable, Hashable {
  /// The maximum time without a byte sent or received, per attempt.
  ///
  /// The default of a session is 60 s. Time before the transport receives the request does not count:
  /// adapters, queueing, retry delays. If only the body of a redirect is missing, the redirect is followed.
  ///
  /// Each byte restarts it. A response in memory that arrives one byte at a time, even an error page, therefore lasts
  /// as long as its server wants: only ``total`` and the size limit of the body end it.
  public var idle: Duration?
  /// The maximum time from the start of the request to its end, including all attempts and delays.
  ///
  /// It ends the request at once: neither a retry nor a stale stored response (`stale-if-error`) follows.
  public var total: Duration?
  /// The maximum time until the first sign of life from the transport, per attempt or redirect.
  ///
  /// Transports do not report when the connection is established. The first sign of life is that bytes of the body are
  /// sent or the head of the response is received. For a request without a body, the response time of the service
  /// therefore counts, too. Use this timeout to detect a service that is down, not one that is slow.
  public var connect: Duration?
  /// The maximum time in the queue, if a session limits the number of concurrent requests.
  ///
  /// Only time in the queue counts, and it restarts at zero each time the request is queued. This timeout
  /// ends the request without a retry, and without a stale stored response.
  public var queue: Duration?

  /// Creates timeouts.
  ///
  /// Nil values fall back to the session's.
  public init(
    idle: Duration? = nil, total: Duration? = nil, connect: Duration? = nil, queue: Duration? = nil
  ) {
    self.idle = idle
    self.total = total
    self.connect = connect
    self.queue = queue
  }

  /// Returns these limits, with the other ones where these are nil.
  package func merged(over other: RequestTimeouts) -> RequestTimeouts {
    RequestTimeouts(
      idle: idle ?? other.idle, total: total ?? other.total, connect: connect ?? other.connect,
      queue: queue ?? other.queue)
  }
}
