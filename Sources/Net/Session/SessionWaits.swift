/// What waits to start a request of a session later, as a pure value.
struct SessionWaits: Sendable {
  typealias Cancel = @Sendable () -> @Sendable () -> Void

  private var waits: [Int: Cancel] = [:]
  private var last = 0

  var count: Int { waits.count }

  /// Adds a wait; returns its number.
  mutating func add(_ cancel: @escaping Cancel) -> Int {
    last += 1
    waits[last] = cancel
    return last
  }

  /// Removes a wait, which is to be released without a lock held.
  mutating func remove(_ number: Int) -> Cancel? { waits.removeValue(forKey: number) }

  /// Removes all waits; returns them in the order in which they began.
  mutating func takeAll() -> [Cancel] {
    defer { waits = [:] }
    return waits.sorted { $0.key < $1.key }.map(\.value)
  }
}
