import Net
import NetTesting
import TestSupport
import Testing

/// Sweeps that would try nothing, and so must not pass.
@Suite struct EmptyFaultSweepTests {
  private func report(_ faults: FaultVocabulary, _ response: StubResponse) async throws -> SweepReport {
    try await everyFault(
      of: faults,
      in: { network in
        network.stub(.get("/a"), with: response)
        return await network.get("/a").unvalidated().response(.data).value?.count ?? 0
      }
    ).report()
  }

  @Test func aSweepWithoutFaultsFails() async throws {
    let report = try await report([], .text("hello"))
    expectFalse(report.isPassed)
    expectEqual(report.failures.map(\.message), ["The vocabulary has no fault, so nothing was tried."])
  }

  @Test func aSweepWhoseFaultsCannotHappenFails() async throws {
    let report = try await report([.truncatedJSON], .text("hello"))
    expectEqual(
      report.failures.map(\.message),
      [
        "No fault of the vocabulary can happen to these responses, so nothing was tried: truncated-json."
      ])
  }

  @Test func aFaultThatCanHappenIsEnough() async throws {
    let report = try await report([.truncatedJSON], .json("[1]"))
    expectEqual(report.runs, 3)
  }
}
