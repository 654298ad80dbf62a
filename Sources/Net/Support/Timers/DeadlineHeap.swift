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

  /// Removes and returns the earliest entry that is due at this time.
  mutating func popDue(at now: UInt64) -> Entry? {
    guard let earliest, earliest <= now else { return nil }
    return entries.popFirst()
  }

  /// Removes all cancelled entries.
  mutating func compact() { entries.removeAll { $0.action.isOver } }
}
