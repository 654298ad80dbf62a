import Foundation

/// The times of a session, read from its timer.
struct TimerClock: Sendable {
  /// The timer; nil for the system's clock.
  ///
  /// The time is read for each event, and calling the system's timer would retain it, which all threads share.
  private let timer: (any NetworkTimer)?

  /// - `timer`: The timer of the session; nil means the system's clock.
  init(_ timer: (any NetworkTimer)?) {
    self.timer = timer is DispatchTimer ? nil : timer
  }

  /// The monotonic time.
  var now: Duration { timer?.now ?? DispatchTimer.uptime }

  /// The wall time.
  var date: Date { timer?.date ?? Date() }
}
