/// The events of a task that a receiver received, and whether one of them arrived during another.
struct ReceivedEvents<Event: Sendable, Work: Sendable>: Sendable {
  private(set) var events: [Event] = []
  private(set) var overlapped = false
  private var inside = 0
  private var task: Work?

  /// Stores the task until its last event, just as a task then releases its receiver.
  mutating func begin(_ task: Work, hasEnded: Bool) { self.task = hasEnded ? nil : task }

  /// Adds an event, which is being received until ``leave(isLast:)``; returns the task.
  mutating func enter(_ event: Event) -> Work? {
    events.append(event)
    overlapped = overlapped || inside > 0
    inside += 1
    return task
  }

  /// Called when an event was received; returns the task after the last one, which the caller releases outside its
  /// lock.
  mutating func leave(isLast: Bool) -> Work? {
    inside -= 1
    return isLast ? task.take() : nil
  }
}
