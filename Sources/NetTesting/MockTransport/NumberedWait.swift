import Net

/// A wait of a task between two events, as a pure value.
///
/// Its end is scheduled without a lock held, and may come on another thread before it is kept. So each wait has a
/// number, and what belongs to an earlier one is dropped.
struct NumberedWait: Sendable {
  private var number = 0
  private var scheduled: (any Cancellation)?
  /// Whether the task waits.
  private(set) var isRunning = false

  /// Begins a wait; returns its number.
  mutating func begin() -> Int {
    isRunning = true
    number += 1
    return number
  }

  /// Keeps the scheduled end of a wait; returns it if the wait is already over.
  mutating func keep(_ scheduled: any Cancellation, for number: Int) -> (any Cancellation)? {
    guard isRunning, self.number == number else { return scheduled }
    self.scheduled = scheduled
    return nil
  }

  /// Called when the time of a wait is over; returns false if the wait was over before.
  mutating func end(_ number: Int) -> Bool {
    guard isRunning, self.number == number else { return false }
    (isRunning, scheduled) = (false, nil)
    return true
  }

  /// Ends the wait before its time; returns what the caller must cancel.
  mutating func stop() -> (any Cancellation)? {
    isRunning = false
    return scheduled.take()
  }
}
