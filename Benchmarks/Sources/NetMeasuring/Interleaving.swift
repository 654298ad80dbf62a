/// Runs several subjects in turns, so that other load on the machine affects all of them.
package enum Interleaving {
  /// Returns this many rounds of all subjects; each round starts with another subject.
  package static func turns<Subject>(_ subjects: [Subject], rounds: Int) -> [Subject] {
    guard !subjects.isEmpty else { return [] }
    return (0..<rounds).flatMap { round in
      subjects.indices.map { subjects[(round + $0) % subjects.count] }
    }
  }
}

extension [Double] {
  /// The median, or nil if the array is empty.
  package var middle: Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    return count.isMultiple(of: 2)
      ? (ordered[count / 2 - 1] + ordered[count / 2]) / 2 : ordered[count / 2]
  }
}
