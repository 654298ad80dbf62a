/// Actions sorted by deadline, the earliest first.
typealias DeadlineHeap = MinHeap<ScheduledDeadline>

/// An action and its deadline, in nanoseconds of the system's uptime.
struct ScheduledDeadline: HeapEntry {
  var deadline: UInt64
  var action: ScheduledAction

  var priority: UInt64 { deadline }
}

extension DeadlineHeap {
  /// Removes and returns the earliest entry that is due at this time and not cancelled, and removes the cancelled ones
  /// before it.
  ///
  /// To run an action, a timer may have to start a thread.
  mutating func popDue(at now: UInt64) -> ScheduledDeadline? {
    while let first, first.deadline <= now {
      if let entry = popFirst(), !entry.action.isOver { return entry }
    }
    return nil
  }

  /// Removes all cancelled entries.
  mutating func compact() { removeAll { $0.action.isOver } }
}
