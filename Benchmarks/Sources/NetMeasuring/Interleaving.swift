/// The turns of several subjects, so that what the machine does beside meets all of them alike.
package enum Interleaving {
  /// So many rounds of all subjects; each round begins with another.
  package static func turns<Subject>(_ subjects: [Subject], rounds: Int) -> [Subject] {
    guard !subjects.isEmpty else { return [] }
    return (0..<rounds).flatMap { round in
      subjects.indices.map { subjects[(round + $0) % subjects.count] }
    }
  }
}

extension [Double] {
  /// The middle value, or the mean of the two middle ones; nil of nothing.
  package var middle: Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    return count.isMultiple(of: 2)
      ? (ordered[count / 2 - 1] + ordered[count / 2]) / 2 : ordered[count / 2]
  }
}
