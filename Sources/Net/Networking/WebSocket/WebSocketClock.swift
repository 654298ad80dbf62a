/// The clock of a connection, which stops while its consumer does not keep up, as a pure value.
struct WebSocketClock: Sendable, Equatable {
  /// How long it has stood still.
  private var stood: Duration = .zero
  private var stoppedAt: Duration?

  var isStopped: Bool { stoppedAt != nil }

  /// Returns the time of the connection at a time of the session's clock.
  func time(at now: Duration) -> Duration { (stoppedAt ?? now) - stood }

  /// Stops the clock, unless it is already stopped.
  mutating func stop(at now: Duration) { stoppedAt = stoppedAt ?? now }

  /// Starts the clock again.
  mutating func start(at now: Duration) {
    guard let stoppedAt else { return }
    stood += now - stoppedAt
    self.stoppedAt = nil
  }
}
