/// A sum and a number of values, as every subject's last stage keeps them.
///
/// The sum lives behind a pointer, because the exclusivity checks of a class's variables would be part of every
/// subject's time, and most of the floor's.
package final class Tally: @unchecked Sendable {
  // Every use is from one thread at a time: the workloads' stages are serialised, and the rounds end before they are read.
  @usableFromInline let values: UnsafeMutablePointer<Int>

  package init() {
    values = .allocate(capacity: 2)
    values.initialize(repeating: 0, count: 2)
  }

  deinit { values.deallocate() }

  @inlinable package func add(_ value: Int) {
    values[0] &+= value
    values[1] &+= 1
  }

  package var sum: Int { values[0] }

  package var count: Int { values[1] }
}
