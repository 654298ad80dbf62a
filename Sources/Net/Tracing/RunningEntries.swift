/// The entries of running requests that are older than all others of a log, so that newer requests do not drop them.
///
/// They are in the order of their numbers.
struct RunningEntries: Sendable {
  private var items: [(number: Int, entry: TraceLog.Entry)] = []

  var isEmpty: Bool { items.isEmpty }
  var count: Int { items.count }
  var entries: [TraceLog.Entry] { items.map(\.entry) }

  /// Returns the start of the oldest one that is made smaller before others are dropped: one that has ended meanwhile,
  /// or that is larger than this and has events of a WebSocket.
  func startOfShrinkable(over size: Int) -> Duration? {
    firstShrinkable(over: size).map { items[$0].entry.start }
  }

  private func firstShrinkable(over size: Int) -> Int? {
    items.firstIndex { !$0.entry.isRunning || $0.entry.socketCount > 0 && $0.entry.size > size }
  }

  /// Adds an entry, whose number is greater than those of the others.
  mutating func append(_ entry: TraceLog.Entry, number: Int) { items.append((number, entry)) }

  /// Changes the entry with this number in place; returns nil without one.
  mutating func change<Result>(_ number: Int, _ change: (inout TraceLog.Entry) -> Result) -> Result? {
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].number < number { low = middle + 1 } else { high = middle }
    }
    guard low < items.count, items[low].number == number else { return nil }
    return change(&items[low].entry)
  }

  /// Changes the oldest one that has events of a WebSocket in place, unless one that has ended is older.
  mutating func changeFirstSocket<Result>(
    over size: Int, _ change: (inout TraceLog.Entry) -> Result
  ) -> Result? {
    guard let index = firstShrinkable(over: size), items[index].entry.isRunning else { return nil }
    return change(&items[index].entry)
  }

  /// Removes the oldest one that has ended, or the oldest one of all.
  mutating func removeFirst(ended: Bool) -> (number: Int, entry: TraceLog.Entry)? {
    guard let index = ended ? items.firstIndex(where: { !$0.entry.isRunning }) : items.indices.first else {
      return nil
    }
    return items.remove(at: index)
  }
}
