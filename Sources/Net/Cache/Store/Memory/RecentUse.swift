/// The order in which entries were last used, as a pure value.
///
/// A use costs one dictionary access. The heap keeps the order that was true when an entry was put into it. Because a
/// recorded use is never later than the last one, the first entry in the heap whose record is up to date is the least
/// recently used of all.
struct RecentUse: Sendable {
  private struct Record: Sendable {
    var time: UInt64
    var id: UInt64
  }

  private var lastUse: [UInt64: UInt64] = [:]
  private var heap: [Record] = []
  private var clock: UInt64 = 0

  /// The number of entries.
  var count: Int { lastUse.count }

  /// Adds an entry, used now.
  mutating func add(_ id: UInt64) {
    clock += 1
    lastUse[id] = clock
    push(Record(time: clock, id: id))
  }

  /// Notes a use of an entry.
  ///
  /// One that was removed stays removed.
  mutating func touch(_ id: UInt64) {
    guard let index = lastUse.index(forKey: id) else { return }
    clock += 1
    lastUse.values[index] = clock
  }

  /// Removes an entry.
  mutating func remove(_ id: UInt64) {
    guard lastUse.removeValue(forKey: id) != nil else { return }
    // Its record stays in the heap. Too many of them are dropped together.
    if heap.count > 2 * lastUse.count + 64 {
      let records = lastUse.map { Record(time: $0.value, id: $0.key) }
      // A sorted array is a heap.
      heap = records.sorted { $0.time < $1.time }
    }
  }

  /// Removes the least recently used entry, and returns it.
  mutating func removeLeastRecent() -> UInt64? {
    while let record = pop() {
      guard let time = lastUse[record.id] else { continue }
      guard time == record.time else {
        push(Record(time: time, id: record.id))
        continue
      }
      lastUse[record.id] = nil
      return record.id
    }
    return nil
  }

  // MARK: - A binary heap with the earliest record at index 0

  private mutating func push(_ record: Record) {
    heap.append(record)
    var index = heap.count - 1
    while index > 0 {
      let parent = (index - 1) / 2
      guard heap[index].time < heap[parent].time else { return }
      heap.swapAt(index, parent)
      index = parent
    }
  }

  private mutating func pop() -> Record? {
    guard let top = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return top }
    heap[0] = last
    var index = 0
    while true {
      var least = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child].time < heap[least].time { least = child }
      }
      guard least != index else { return top }
      heap.swapAt(index, least)
      index = least
    }
  }
}
