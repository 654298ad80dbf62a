/// How long the parts of a request may take. Nil leaves a part as the session says.
///
/// ```swift
/// var timeouts = RequestTimeouts()
/// timeouts.total = .seconds(30)
/// ```
///
/// All waiting is done by the session's ``NetworkTimer``; a timeout ends the request with
/// ``NetworkError/Reason/timeout(_:)``.
public struct RequestTimeouts: Sendable, Hashable {
  /// The longest time without a byte sent or received, on one attempt. A session's is 60 s by default.
  public var idle: Duration?
  /// The longest time from the start of the request to its end, attempts and back-off included.
  public var total: Duration?

  /// Makes timeouts; those left nil are as the session says.
  public init(idle: Duration? = nil, total: Duration? = nil) {
    self.idle = idle
    self.total = total
  }

  /// These timeouts, with those of the other where these say nothing.
  package func merged(over other: RequestTimeouts) -> RequestTimeouts {
    RequestTimeouts(idle: idle ?? other.idle, total: total ?? other.total)
  }
}
