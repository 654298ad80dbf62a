import Net
import NetTesting
import Stream
import TestSupport
import Testing

/// The subscriptions that the body of a sweep leaves live.
@Suite struct SweepSubscriptionTests {
  /// Sweeps a body that starts something after a failure.
  private func report(
    _ start: @escaping @Sendable (Observable<Int>) -> Void
  ) async throws -> SweepReport {
    try await everyFault(of: [.status(500)]) { network in
      network.stub(.get("/a"), with: .text("x"))
      do {
        return try await network.get("/a").response(.string).result.get()
      } catch {
        start(Observable<Int>.interval(.seconds(1), scheduler: network.time))
        throw error
      }
    }.report(.endsInTime, .noLeak)
  }

  @Test func aSubscriptionThatIsNotDisposedOfIsALeak() async throws {
    let report = try await report { ticks in _ = ticks.subscribe() }
    expectEqual(report.failures.count, 1)
    expectEqual(report.failures.first?.message.contains("a subscription was live, to a stream of Int"), true)
  }

  @Test func aSubscriptionThatHasEndedIsNone() async throws {
    let report = try await report { ticks in ticks.subscribe().dispose() }
    expectTrue(report.isPassed, "\(report.text)")
  }
}
