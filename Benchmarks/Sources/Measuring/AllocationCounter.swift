private import CAllocations

/// Counts the allocations of all threads through `malloc` and related functions.
package struct AllocationCounter: Sendable {
  /// Returns nil if allocations cannot be counted, or if a known number is counted incorrectly.
  package init?() {
    guard allocations_are_countable(), Self.countsAKnownNumber() else { return nil }
  }

  func start() { allocations_start() }

  func stop() -> Int { Int(allocations_stop()) }

  /// Other threads may allocate at the same time, so the smallest of a few attempts counts.
  private static func countsAKnownNumber() -> Bool {
    let known = 100
    var least = Int64.max
    for _ in 0..<5 {
      allocations_start()
      for value in 0..<known { withExtendedLifetime(opaque(Known(value))) {} }
      least = min(least, allocations_stop())
    }
    return least == Int64(known)
  }

  private final class Known {
    let value: Int

    init(_ value: Int) { self.value = value }
  }
}
