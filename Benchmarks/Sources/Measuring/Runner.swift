/// Runs the subjects of a workload in turns, so that other load on the machine affects all of them.
package struct Runner: Sendable {
  package enum Effort: Sendable {
    /// A warm-up, this many rounds with their median, and one more round that counts allocations.
    case rounds(Int)
    /// One short round each, to check the results only.
    case smoke
  }

  private let effort: Effort
  private let counter: AllocationCounter?

  package init(effort: Effort, counter: AllocationCounter?) {
    self.effort = effort
    self.counter = counter
  }

  package func run(_ workload: Workload) async throws -> [Figure] {
    switch effort {
    case .smoke:
      var figures: [Figure] = []
      for contender in workload.contenders {
        let round = try await turn(contender, of: workload, count: workload.smokeCount)
        figures.append(figure(workload, contender.subject, [round.ns], round.mallocs))
      }
      return figures
    case .rounds(let rounds):
      return try await measure(workload, rounds: rounds)
    }
  }

  private func measure(_ workload: Workload, rounds: Int) async throws -> [Figure] {
    let contenders = workload.contenders
    var times: [[Double]] = contenders.map { _ in [] }
    for index in contenders.indices {
      for _ in 0..<2 { _ = try await turn(contenders[index], of: workload, count: workload.count) }
    }
    for round in 0..<rounds {
      for offset in contenders.indices {
        let index = (round + offset) % contenders.count
        times[index].append(try await turn(contenders[index], of: workload, count: workload.count).ns)
      }
    }
    var figures: [Figure] = []
    for (contender, times) in zip(contenders, times) {
      var mallocs: Double?
      if let counter {
        mallocs = try await turn(contender, of: workload, count: workload.count, counter: counter).mallocs
      }
      figures.append(figure(workload, contender.subject, times, mallocs))
    }
    return figures
  }

  private func turn(
    _ contender: Workload.Contender, of workload: Workload, count: Int, counter: AllocationCounter? = nil
  ) async throws -> (ns: Double, mallocs: Double?) {
    var round = Round(count: count, stopwatch: workload.stopwatch, counter: counter)
    do {
      try await contender.body(&round)
    } catch {
      throw Failure(workload: workload.name, subject: contender.subject, reason: "\(error)")
    }
    guard let nanoseconds = round.nanoseconds else {
      throw Failure(workload: workload.name, subject: contender.subject, reason: "nothing was measured")
    }
    return (nanoseconds / Double(count), round.allocations.map { Double($0) / Double(count) })
  }

  private func figure(
    _ workload: Workload, _ subject: Subject, _ times: [Double], _ mallocs: Double?
  ) -> Figure {
    Figure(
      workload: workload.name, subject: subject, ns: (times.median ?? 0).rounded2, mallocs: mallocs?.rounded2)
  }

  /// A workload could not be measured because its subject did not do the work.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package let workload: String
    package let subject: Subject
    package let reason: String

    package var description: String { "\(workload), \(subject.rawValue): \(reason)" }
  }
}
