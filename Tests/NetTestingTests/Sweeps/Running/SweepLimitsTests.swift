import Net
import NetTesting
import TestSupport
import Testing

/// How many requests a run may send.
@Suite struct SweepLimitsTests {
  /// A sweep of a client that sends two requests if the first one fails.
  private func sweep(limit: Int) async throws -> SweepReport {
    var limits = SweepLimits()
    limits.requests = limit
    limits.realTime = .milliseconds(50)
    return try await everyFault(
      of: [.status(500)], limits: limits,
      in: { network in
        network.stub(.get("/a"), with: .json("1"))
        if let value = try? await network.get("/a").json().int { return value }
        return try await network.get("/a").json().int ?? 0
      }
    ).report()
  }

  @Test(arguments: [Int.max, 2])
  func aRunMaySendAsManyRequestsAsTheLimit(_ limit: Int) async throws {
    let report = try await sweep(limit: limit)
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test(arguments: [0, -1, .min])
  func aLimitBelowOneLetsNoRequestThrough(_ limit: Int) async throws {
    let report = try await sweep(limit: limit)
    #expect(report.text.contains("more than \(limit) requests"), "\(report.text)")
  }
}
