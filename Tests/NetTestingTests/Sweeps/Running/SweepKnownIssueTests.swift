import Net
import NetTesting
import TestSupport
import Testing

/// Known issues in the body of a sweep, which fail no test and so no run.
@Suite struct SweepKnownIssueTests {
  /// Sweeps a body that sends a request, and then does this.
  private func sweep(_ end: @escaping @Sendable () async throws -> Void) async throws -> SweepReport {
    try await everyFault(
      of: [.status(500)],
      in: { network in
        network.stub(.get("/a"), with: .text("a"))
        _ = await network.get("/a").response(.data)
        try await end()
      }
    ).report()
  }

  @Test func aKnownIssueIsNoFailureOfItsRun() async throws {
    let report = try await sweep { withKnownIssue { #expect(1 == 2) } }
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test func aKnownIssueOfAsynchronousCodeIsNoFailureOfItsRun() async throws {
    let report = try await sweep {
      await withKnownIssue {
        await Task.yield()
        Issue.record("known")
      }
    }
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test func aKnownIssueOfAMatcherIsNoFailureOfItsRun() async throws {
    let report = try await sweep { withKnownIssue { expect(1).to(equal(2)) } }
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test func aKnownIssueThatDoesNotOccurIsAFailureOfItsRun() async throws {
    let report = try await sweep { withKnownIssue {} }
    #expect(report.failures.first?.message.contains("Known issue was not recorded") == true, "\(report.text)")
  }

  @Test func anIssueOutsideOfAKnownOneIsAFailureOfItsRun() async throws {
    let report = try await sweep {
      withKnownIssue { expect(1).to(equal(2)) }
      expect(3).to(equal(4))
    }
    #expect(report.failures.first?.message.contains("got 3") == true, "\(report.text)")
  }

  @Test func anIssueThatTheKnownOneDoesNotMatchIsAFailureOfItsRun() async throws {
    let report = try await sweep {
      withKnownIssue(isIntermittent: true) {
        expect(3).to(equal(4))
      } matching: { _ in
        false
      }
    }
    #expect(report.failures.first?.message.contains("got 3") == true, "\(report.text)")
  }
}
