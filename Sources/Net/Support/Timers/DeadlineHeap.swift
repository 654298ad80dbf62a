/// Actions sorted by deadline, the earliest first.
struct DeadlineHeap {
  /// An action and its deadline, in nanoseconds of the system's uptime.
  struct Entry: HeapEntry {
    var deadline: UInt64
    var action: ScheduledAction

    var priority: UInt64 { deadline }
  }

  private var entries = MinHeap<Entry>()

  var count: Int { entries.count }
  var earliest: UInt64? { entries.first?.deadline }

  mutating func insert(_ entry: Entry) { entries.insert(entry) }

  /// Removes and returns the earliest entry that is due at this time and not cancelled, and removes the cancelled ones
  /// before it.
  ///
  /// To run an action, a timer may have to start a thread.
  mutating func popDue(at now: UInt64) -> Entry? {
    while let earliest, earliest <= now {
      if let entry = entries.popFirst(), !entry.action.isOver { return entry }
    }
    return nil
  }

  /// Removes all cancelled entries.
  mutating func compact() { entries.removeAll { $0.action.isOver } }
}
