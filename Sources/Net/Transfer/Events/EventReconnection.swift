/// When the connection of an event stream is made again.
///
/// ```swift
/// var reconnection = EventReconnection()
/// reconnection.maximumAttempts = 5
/// let ticks = EventSource(RequestDescription("ticks"), network: network, reconnection: reconnection)
/// ```
///
/// It is, when the server ends the stream, and after failures of the network: of the transport in any phase, and timeouts.
/// It is not after a 204, which ends the stream, and not after any other failure: another status than 200, another
/// content type than `text/event-stream`, a redirect or a policy that fails (HTML standard, section 9.2.3).
public struct EventReconnection: Sendable, Hashable {
  /// How long to wait before connecting again, until the server has said how long with `retry`; 3 s.
  public var delay: Duration
  /// The longest wait of the back-off: each attempt in a row that fails doubles the wait, up to this; 60 s. A wait
  /// that the server asks for is never shortened.
  public var maximumDelay: Duration
  /// How many times in a row it is tried to connect again; then the last failure is the end. Nil, for as long as it
  /// takes. With 0 the end of the first connection is the end.
  public var maximumAttempts: Int?

  /// Makes a rule.
  public init(
    delay: Duration = .seconds(3), maximumDelay: Duration = .seconds(60), maximumAttempts: Int? = nil
  ) {
    self.delay = delay
    self.maximumDelay = maximumDelay
    self.maximumAttempts = maximumAttempts
  }

  /// How long to wait before the attempt of this number in a row, counted from 0; nil when there is none.
  ///
  /// - Parameter asked: What the server has asked for.
  func delay(before attempt: Int, asked: Duration?) -> Duration? {
    if let maximumAttempts, attempt >= maximumAttempts { return nil }
    let first = max(.zero, asked ?? delay)
    var delay = first
    // So often that any delay but none has passed every limit that a program could mean.
    for _ in 0..<min(attempt, 64) where delay < maximumDelay { delay = delay * 2 }
    return max(first, min(delay, maximumDelay))
  }
}
