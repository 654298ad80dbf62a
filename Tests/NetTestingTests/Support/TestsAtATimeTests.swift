import Foundation
import TestSupport
import Testing

/// What `Tests/TestDefaults` sets: a plain `swift test` runs a few tests at a time.
@Suite struct TestsAtATimeTests {
  private struct Running: Sendable {
    var now = 0
    var most = 0
  }

  private static let running = Locked(Running())

  private static var limit: Int? {
    ProcessInfo.processInfo.environment["SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH"].flatMap { Int($0) }
  }

  @Test(arguments: 0..<200) func noMoreCasesRunThanTheLimit(_ number: Int) async throws {
    let limit = try #require(Self.limit)
    Self.running.update { running in
      running.now += 1
      running.most = max(running.most, running.now)
    }
    for _ in 0..<20 { await Task.yield() }
    Self.running.update { $0.now -= 1 }
    let most = Self.running.value.most
    #expect(most <= limit)
  }
}
