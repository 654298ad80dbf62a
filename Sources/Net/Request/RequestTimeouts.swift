/// How long the parts of a request may take. Nil leaves a part as the session says.
///
/// ```swift
/// var timeouts = RequestTimeouts()
/// timeouts.total = .seconds(30)
/// ```
///
/// All waiting is done by the session's ``NetworkTimer``; a timeout ends the attempt, or the request, with
/// ``NetworkError/Reason/timeout(_:)``. A session has an idle timeout and no other unless it says so.
public struct RequestTimeouts: Sendable, Hashable {
  /// The longest time without a byte sent or received, on one attempt. A session's is 60 s by default.
  /// What is waited for before the transport has the request does not count: adapters, the queue, a back-off.
  public var idle: Duration?
  /// The longest time from the start of the request to its end, attempts and back-off included.
  public var total: Duration?
  /// The longest time until the transport gives its first sign of life, on one attempt or redirect.
  ///
  /// No transport tells when its connection stands. The first sign is that bytes of the body are sent, or that the
  /// head of the response arrives; so for a request without a body the time that the service takes to answer
  /// counts, too. Use it as the limit for a service that is dead, not for one that is slow.
  public var connect: Duration?
  /// The longest wait for a place, where a session limits how many requests are under way at once. It counts there
  /// and only there, and anew each time that the request waits. It ends the request, which is not retried.
  public var queue: Duration?

  /// Makes timeouts; those left nil are as the session says.
  public init(
    idle: Duration? = nil, total: Duration? = nil, connect: Duration? = nil, queue: Duration? = nil
  ) {
    self.idle = idle
    self.total = total
    self.connect = connect
    self.queue = queue
  }

  /// These timeouts, with those of the other where these say nothing.
  package func merged(over other: RequestTimeouts) -> RequestTimeouts {
    RequestTimeouts(
      idle: idle ?? other.idle, total: total ?? other.total, connect: connect ?? other.connect,
      queue: queue ?? other.queue)
  }
}
