/// A sum and a count of values, kept by the last stage of every subject.
///
/// They are behind a pointer, because the exclusivity checks of class properties would add to the time of every
/// subject, and would be most of the floor's.
package final class Tally: @unchecked Sendable {
  // Used from one thread at a time: the stages of the workloads are serialized, and rounds end before they are read.
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
