/// Work that several subjects do in the same way, so that their times can be compared.
///
/// ```swift
/// Workload("push-subject", per: "element", count: 100_000)
///   .stream { round in … }
///   .floor { round in … }
/// ```
package struct Workload: Sendable {
  /// Sets up, does the work of a round between `start` and `stop`, and asserts the result.
  package typealias Body = @Sendable (inout Round) async throws -> Void

  /// A subject and its implementation of the work.
  package struct Contender: Sendable {
    package let subject: Subject
    package let body: Body
  }

  package let name: String
  /// The unit of `count`: an element, a subscription, a delivery.
  package let unit: String
  package let count: Int
  /// The count if only the results matter, not the time.
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
