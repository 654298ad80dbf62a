/// Hosts sorted by a ticket: a binary heap with the lowest ticket at its root.
struct TicketHeap: Sendable {
  struct Entry: Sendable {
    var ticket: Int
    var host: String
  }

  private var entries: [Entry] = []

  var count: Int { entries.count }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].ticket < entries[parent].ticket else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the entry with the lowest ticket.
  mutating func popFirst() -> Entry? {
    guard let first = entries.first else { return nil }
    entries.swapAt(0, entries.count - 1)
    entries.removeLast()
    sink(0)
    return first
  }

  mutating func removeAll(where isRemoved: (Entry) -> Bool) {
    entries.removeAll(where: isRemoved)
    for parent in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(parent) }
  }

  private mutating func sink(_ start: Int) {
    var parent = start
    while true {
      var least = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < entries.count && entries[child].ticket < entries[least].ticket { least = child }
      if least == parent { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}
