import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Requests for one resource at the same time, each of which stores its response.
@Suite struct CacheConcurrencyTests {
  private func dated(_ text: String, _ second: Int, after delay: Int, _ control: String = "max-age=60")
    -> StubResponse
  {
    let date = TestScheduler().date.addingTimeInterval(Double(second))
    return StubResponse.text(text).header("Cache-Control", control).header("Date", HTTPDate.text(of: date))
      .delay(.seconds(delay))
  }

  @Test func ofTwoConcurrentResponsesTheLaterDateIsKept() {
    let fixture = CachedSession()
    fixture.stub(dated("later", 2, after: 3), dated("earlier", 1, after: 4))
    fixture.start()
    fixture.start()
    fixture.timer.advance(by: .seconds(4))
    expectEqual(fixture.cache.store.count, 1)
    expectEqual(fixture.get()?.value, "later")
    #expect(fixture.monitor.events.contains(.refused(.stale)))
  }

  @Test func aResponseWithALaterDateReplacesAnEntryStoredMeanwhile() {
    let fixture = CachedSession()
    fixture.stub(dated("later", 2, after: 4), dated("earlier", 1, after: 3))
    fixture.start()
    fixture.start()
    fixture.timer.advance(by: .seconds(4))
    expectEqual(fixture.cache.store.count, 1)
    expectEqual(fixture.get()?.value, "later")
  }

  @Test func ofResponsesWithEqualDatesTheOneRequestedLaterIsKept() {
    let fixture = CachedSession()
    fixture.stub(dated("first", 1, after: 5), dated("second", 1, after: 3))
    fixture.start()
    fixture.timer.advance(by: .seconds(1))
    fixture.start()
    fixture.timer.advance(by: .seconds(5))
    expectEqual(fixture.cache.store.count, 1)
    expectEqual(fixture.get()?.value, "second")
  }

  @Test func aRequestThatWaitedForASlotReplacesAnEntryStoredMeanwhile() {
    let fixture = CachedSession { $0.maximumConcurrentRequests = 1 }
    fixture.stub(dated("first", 1, after: 3), dated("second", 2, after: 3))
    fixture.start()
    fixture.start()
    fixture.timer.advance(by: .seconds(6))
    expectEqual(fixture.sent, 2)
    expectEqual(fixture.cache.store.count, 1)
    expectEqual(fixture.get()?.value, "second")
  }

  @Test func variantsStoredConcurrentlyAreBothKept() {
    let fixture = CachedSession()
    fixture.stub(
      dated("en", 1, after: 3).header("Vary", "Accept-Language"),
      dated("de", 2, after: 3).header("Vary", "Accept-Language"))
    fixture.start(headers: ["Accept-Language": "en"])
    fixture.start(headers: ["Accept-Language": "de"])
    fixture.timer.advance(by: .seconds(3))
    expectEqual(fixture.get(headers: ["Accept-Language": "en"])?.value, "en")
    expectEqual(fixture.get(headers: ["Accept-Language": "de"])?.value, "de")
    expectEqual(fixture.sent, 2)
  }

  @Test func aConsecutiveResponseReplacesOneWithALaterDate() {
    let fixture = CachedSession()
    // The clock of the server went back.
    fixture.stub(dated("first", 9, after: 0, "max-age=0"), dated("second", 1, after: 0, "max-age=60"))
    _ = fixture.get()
    _ = fixture.get()
    expectEqual(fixture.get()?.value, "second")
    expectEqual(fixture.cache.store.count, 1)
  }

  @Test(arguments: [70_000, 10])
  func aResponseThatIsRemovedWhileItArrivesIsNotAFailureOfTheStore(size: Int) {
    let fixture = CachedSession(limit: 16 << 20)
    let chunk = StubChunk(stringLiteral: String(repeating: "x", count: size))
    fixture.transport.stub(
      .method(.get),
      with: .stream([chunk, chunk], every: .seconds(1), headers: ["Cache-Control": "max-age=60"]))
    fixture.transport.stub(.method(.put), with: .status(204))
    let first = fixture.start()
    fixture.timer.advance(by: .milliseconds(500))
    fixture.start(.put)
    fixture.timer.advance(by: .seconds(2))
    expectEqual(first.value?.value?.count, 2 * size)
    expectEqual(fixture.monitor.events.last, .refused(.removed))
    expectEqual(fixture.cache.statistics.refused, 1)
    expectEqual(fixture.cache.statistics.failures, 0)
  }
}
