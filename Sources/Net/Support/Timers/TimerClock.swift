import Foundation

/// The times of a session, read from its timer.
struct TimerClock: Sendable {
  /// The timer; nil for the system's clock.
  ///
  /// The time is read for each event, and calling the system's timer would retain it, which all threads share.
  private let timer: (any NetworkTimer)?
  /// Whether there is no timer, so that it is not copied to find that out.
  private let isSystem: Bool

  /// - `timer`: The timer of the session; nil means the system's clock.
  init(_ timer: (any NetworkTimer)?) {
    self.timer = timer is DispatchTimer ? nil : timer
    isSystem = self.timer == nil
  }

  /// The monotonic time.
  var now: Duration { isSystem ? DispatchTimer.uptime : timer?.now ?? DispatchTimer.uptime }

  /// The wall time.
  var date: Date { isSystem ? Date() : timer?.date ?? Date() }
}
