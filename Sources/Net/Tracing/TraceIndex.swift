/// Finds the entry of a request by its number.
///
/// Every step of a request does this, so the latest requests are in a table that needs no hashing. Numbers are
/// consecutive; a request whose slot is occupied by an older one goes into a dictionary.
struct TraceIndex: Sendable {
  private typealias Slot = (key: TraceLog.RequestKey, position: Int)

  private static let free: Slot = (TraceLog.RequestKey(session: 0, number: 0), -1)
  private var slots: [Slot]
  private var others: [TraceLog.RequestKey: Int] = [:]

  /// Creates an index for about this many requests.
  init(capacity: Int) {
    var count = 64
    while count < 4_096, count < capacity { count *= 2 }
    slots = Array(repeating: Self.free, count: count)
  }

  /// The position of the request's entry; nil if there is none.
  subscript(key: TraceLog.RequestKey) -> Int? {
    let slot = slot(of: key)
    if slots[slot].key == key, slots[slot].position >= 0 { return slots[slot].position }
    return others.isEmpty ? nil : others[key]
  }

  /// Stores the position of the request's entry.
  mutating func insert(_ key: TraceLog.RequestKey, at position: Int) {
    let slot = slot(of: key)
    if slots[slot].position < 0 || slots[slot].key == key {
      slots[slot] = (key, position)
    } else {
      others[key] = position
    }
  }

  /// Removes the request if its entry is at this position.
  mutating func remove(_ key: TraceLog.RequestKey, at position: Int) {
    let slot = slot(of: key)
    if slots[slot].position == position, slots[slot].key == key {
      slots[slot] = Self.free
    } else if !others.isEmpty, others[key] == position {
      others[key] = nil
    }
  }

  private func slot(of key: TraceLog.RequestKey) -> Int {
    // Sessions begin at different slots. The number of slots is a power of two.
    (key.number &+ key.session &* 1_021) & (slots.count - 1)
  }
}
