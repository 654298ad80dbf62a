import Foundation

/// The times of a session, read from its timer.
struct TimerClock: Sendable {
  private let timer: (any NetworkTimer)?
  /// Whether the time is that of the system.
  ///
  /// It is read for each event, and calling the timer would retain it, which all threads share.
  private let isSystem: Bool

  /// - `timer`: The timer of the session; nil means the system's clock.
  init(_ timer: (any NetworkTimer)?) {
    self.timer = timer
    isSystem = timer == nil || timer is DispatchTimer
  }

  /// The monotonic time.
  var now: Duration { isSystem ? DispatchTimer.uptime : timer?.now ?? DispatchTimer.uptime }

  /// The wall time.
  var date: Date { isSystem ? Date() : timer?.date ?? Date() }
}
