import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct SlowBodyTests {
  /// Also one that is too small for a whole number of bytes per second.
  @Test(arguments: [1, 8, 29, 30, 31, 59, 60, 1_000, 100_001])
  func aSlowBodyTakesThirtySeconds(_ count: Int) async throws {
    let times = Captured<Duration>()
    let report = try await everyFault(of: [.slowBody]) { network in
      network.stub(.get("/a"), with: .data(Data(count: count)))
      _ = try await network.get("/a").response(.data).result.get()
      times.set(network.time.now)
    }.report(.endsInTime)
    expectEqual(report.failures.count, 0)
    let (fast, slow) = (try #require(times.values.first), try #require(times.values.last))
    expectEqual(((slow - fast) / .milliseconds(1)).rounded(), 30_000)
  }
}
