/// A piece of work that several subjects do in the same way, so that their times may be compared.
///
/// ```swift
/// Workload("push-subject", per: "element", count: 100_000)
///   .stream { round in … }
///   .floor { round in … }
/// ```
package struct Workload: Sendable {
  /// Sets up, does the round's work between `start` and `stop`, and asserts the result.
  package typealias Body = @Sendable (inout Round) async throws -> Void

  /// One of the subjects, and how it does the work.
  package struct Contender: Sendable {
    package let subject: Subject
    package let body: Body
  }

  package let name: String
  /// What one of `count` is: an element, a subscription, a delivery.
  package let unit: String
  package let count: Int
  /// The count where only the results matter, not the time.
  package let smokeCount: Int
  package let stopwatch: Stopwatch
  package private(set) var contenders: [Contender] = []

  package init(
    _ name: String, per unit: String, count: Int, smokeCount: Int? = nil, stopwatch: Stopwatch = .thread
  ) {
    self.stopwatch = stopwatch
    self.name = name
    self.unit = unit
    self.count = count
    self.smokeCount = smokeCount ?? max(count / 100, 10)
  }

  package func stream(_ body: @escaping Body) -> Workload { adding(.stream, body) }

  package func openCombine(_ body: @escaping Body) -> Workload { adding(.openCombine, body) }

  package func floor(_ body: @escaping Body) -> Workload { adding(.floor, body) }

  private func adding(_ subject: Subject, _ body: @escaping Body) -> Workload {
    var copy = self
    copy.contenders.append(Contender(subject: subject, body: body))
    return copy
  }
}
