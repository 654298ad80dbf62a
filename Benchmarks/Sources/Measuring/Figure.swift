/// The cost of one workload for one subject, per element, subscription or delivery.
package struct Figure: Codable, Equatable, Sendable {
  package var workload: String
  package var subject: Subject
  /// The median of the rounds.
  package var ns: Double
  /// The number of allocations, or nil if they cannot be counted.
  package var mallocs: Double?

  package init(workload: String, subject: Subject, ns: Double, mallocs: Double?) {
    self.workload = workload
    self.subject = subject
    self.ns = ns
    self.mallocs = mallocs
  }

  /// Encodes a missing number of allocations as `null` instead of omitting it.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(workload, forKey: .workload)
    try container.encode(subject, forKey: .subject)
    try container.encode(ns, forKey: .ns)
    try container.encode(mallocs, forKey: .mallocs)
  }
}

extension [Figure] {
  package subscript(workload: String, subject: Subject) -> Figure? {
    first { $0.workload == workload && $0.subject == subject }
  }
}

extension [Double] {
  /// The median, or nil if the array is empty.
  package var median: Double? {
    guard !isEmpty else { return nil }
    let ordered = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[middle]
  }
}

extension Double {
  /// The value rounded to two decimals, which is more than a benchmark can measure.
  var rounded2: Double { (self * 100).rounded() / 100 }
}
