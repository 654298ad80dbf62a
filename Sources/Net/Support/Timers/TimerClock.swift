import Foundation

/// The times of a session, read from its timer.
struct TimerClock: Sendable {
  /// The timer; nil for the system's clock.
  ///
  /// The time is read for each event, and calling the system's timer would retain it, which all threads share. In a
  /// box, so that a clock is one reference, which is nil in most sessions.
  private let timer: Boxed<any NetworkTimer>?

  /// - `timer`: The timer of the session; nil means the system's clock.
  init(_ timer: (any NetworkTimer)?) {
    self.timer = timer is DispatchTimer ? nil : timer.map(Boxed.init)
  }

  /// The monotonic time.
  var now: Duration { timer?.value.now ?? DispatchTimer.uptime }

  /// The wall time.
  var date: Date { timer?.value.date ?? Date() }
}
