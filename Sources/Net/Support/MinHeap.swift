/// An element of a ``MinHeap``.
protocol HeapEntry {
  associatedtype Priority: Comparable

  /// The lowest is removed first.
  var priority: Priority { get }
}

/// Elements sorted by a priority: a binary heap with the lowest at its root.
struct MinHeap<Entry: HeapEntry> {
  private var entries: [Entry] = []

  var count: Int { entries.count }
  /// The element with the lowest priority.
  var first: Entry? { entries.first }

  mutating func insert(_ entry: Entry) {
    entries.append(entry)
    var child = entries.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard entries[child].priority < entries[parent].priority else { return }
      entries.swapAt(child, parent)
      child = parent
    }
  }

  /// Removes and returns the element with the lowest priority.
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
      where child < entries.count && entries[child].priority < entries[least].priority { least = child }
      if least == parent { return }
      entries.swapAt(parent, least)
      parent = least
    }
  }
}

extension MinHeap: Sendable where Entry: Sendable {}
