/// Actions sorted by deadline: a binary heap with the earliest at its root.
struct DeadlineHeap {
  /// An action and its deadline, in nanoseconds of the system's uptime.
  struct Entry {
    var deadline: UInt64
    var action: ScheduledAction
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }
  var earliest: UInt64? { entries.first?.deadline }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].deadline < entries[parent].deadline else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the earliest entry that is due at this time.
  mutating func popDue(at now: UInt64) -> Entry? {
    guard let first = entries.first, first.deadline <= now else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    sink(0)
    return first
  }

  /// Removes all cancelled entries.
  mutating func compact() {
    entries.removeAll { $0.action.isOver }
    for parent in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(parent) }
  }

  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < entries.count && entries[child].deadline < entries[least].deadline { least = child }
      if least == parent { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
