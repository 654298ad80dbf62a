import TestSupport
import Testing

@testable import NetTesting

/// A server whose time another thread advances between two steps of the server.
@Suite struct MockServerTimeTests {
  private let timer = HookedTimer()

  /// Advances the time by two seconds after the server has read it, and before it schedules what is due.
  private func advanceBeforeTheNextSchedule() {
    timer.beforeSchedule.update { [time = timer.time] in $0 = { time.advance(by: .seconds(2)) } }
  }

  @Test func aDelayIsCountedFromTheRequest() async throws {
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    fixture.server.stub(.get("/a"), with: .text("late").delay(.seconds(5)))
    advanceBeforeTheNextSchedule()
    let client = try fixture.client()
    try client.get("/a")
    _ = try await fixture.server.takeRequest()
    timer.time.advance(by: .milliseconds(2_999))
    expectEqual(timer.time.pendingCount, 1)
    timer.time.advance(by: .milliseconds(1))
    try #require(timer.time.pendingCount == 0)
    expectEqual(try client.receive().text, "late")
    expectEqual(fixture.server.exchanges.map(\.status), [200])
  }

  @Test func aDelayThatIsOverIsNotScheduled() async throws {
    let fixture = try ServerFixture(timer: timer)
    defer { fixture.server.stop() }
    fixture.server.stub(.get("/a"), with: .text("late").delay(.seconds(2)))
    advanceBeforeTheNextSchedule()
    let client = try fixture.client()
    try client.get("/a")
    _ = try await fixture.server.takeRequest()
    try #require(timer.time.pendingCount == 0)
    expectEqual(try client.receive().text, "late")
  }
}
