import Foundation
import Measuring
import Net
import NetTesting

/// Sweeps over a body that sends three requests.
enum Sweeps {
  static let all = [
    TestWorkload("sweep-1000", per: "run", count: 1_000, smokeCount: 100) { try await measure(&$0) }
  ]

  private static func measure(_ round: inout TestRound) async throws {
    round.start()
    var runs = 0
    while runs < round.count {
      let report = try await everyFault { network in try await sum(network) }.report()
      runs += report.runs
      try WrongCount.check(report.failures.count, 0)
    }
    round.stop()
  }

  private static func sum(_ network: SweepNetwork) async throws -> Int {
    network.stub(.get("/{name}"), with: .json("1"))
    var sum = 0
    for name in ["a", "b", "c"] { sum += try await network.get("/\(name)").json().int ?? 0 }
    return sum
  }
}
