import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Stored responses after the server has sent a newer one that is not stored.
@Suite struct OutdatedResponseTests {
  private let long = String(repeating: "x", count: 900)

  /// A response that arrives in two parts, the second of which is late.
  private var slow: StubResponse {
    .stream(["12", "345"], every: .seconds(5), headers: ["Cache-Control": "max-age=60"])
  }

  private var broken: StubResponse { StubResponse.fresh("12345").fault(.close(after: .bodyBytes(2))) }

  // MARK: - Responses that cannot be stored

  /// The first limit is exceeded by the length, the second by the entry with its head.
  @Test(arguments: [(limit: 1 << 20, entryLimit: 100), (limit: 1000, entryLimit: 1000)] as [(Int64, Int64)])
  func aResponseThatIsTooLargeRemovesTheOneThatItReplaces(limit: Int64, entryLimit: Int64) {
    let fixture = CachedSession(limit: limit, entryLimit: entryLimit)
    fixture.stub(.fresh("old"), .fresh(long), .fresh("newest"))
    _ = fixture.get()
    expectEqual(fixture.get(.reload)?.value, long)
    #expect(fixture.monitor.events.contains(.refused(.size)))
    expectEqual(fixture.cache.store.count, 0)
    expectEqual(fixture.get(.preferCached)?.value, "newest")
  }

  @Test func aResponseThatIsCutShortByTheLimitRemovesTheOneThatItReplaces() {
    let fixture = CachedSession(entryLimit: 100)
    let unknown = StubResponse.stream(
      [StubChunk(long)], headers: ["Cache-Control": "max-age=60", "Content-Type": "text/plain"])
    fixture.stub(.fresh("old"), unknown, .fresh("newest"))
    _ = fixture.get()
    expectEqual(fixture.get(.reload)?.value, long)
    expectEqual(fixture.get(.preferCached)?.value, "newest")
  }

  @Test func anotherVariantStays() {
    let fixture = CachedSession(entryLimit: 100)
    fixture.stub(
      .fresh("old").header("Vary", "Accept-Language"), .fresh(long).header("Vary", "Accept-Language"))
    _ = fixture.get(headers: ["Accept-Language": "en"])
    _ = fixture.get(headers: ["Accept-Language": "de"])
    expectEqual(fixture.get(headers: ["Accept-Language": "en"])?.cacheStatus, .hit(age: .zero))
  }

  @Test func aServerErrorThatIsTooLargeRemovesNothing() {
    let fixture = CachedSession(entryLimit: 100)
    let error = StubResponse.fresh(long).status(503)
    fixture.stub(.fresh("old"), error)
    _ = fixture.get()
    expectNotNil(fixture.get(.reload)?.error)
    expectEqual(fixture.get()?.value, "old")
  }

  @Test func theSameRepresentationStays() {
    let fixture = CachedSession(entryLimit: 100)
    fixture.stub(.tagged("old", "\"1\"", "max-age=60"), .tagged(long, "W/\"1\"", "max-age=60"))
    _ = fixture.get()
    _ = fixture.get(.reload)
    expectEqual(fixture.get()?.value, "old")
  }

  @Test func aPartOfAnotherRepresentationRemovesTheWholeIfItIsNotStored() {
    let fixture = CachedSession()
    let part = StubResponse.status(206).header("Content-Range", "bytes 0-0/4").header("ETag", "\"2\"")
      .header("Content-Encoding", "gzip")
    fixture.stub(.tagged("old", "\"1\"", "max-age=60"), part, .fresh("newest"))
    _ = fixture.get()
    _ = fixture.get(.reload, headers: ["Range": "bytes=0-0"])
    expectEqual(fixture.get()?.value, "newest")
  }

  // MARK: - Responses that are cut short

  @Test func afterABrokenBodyTheStoredResponseIsStale() {
    let fixture = CachedSession()
    fixture.stub(.fresh("old"), broken, .fresh("newest"))
    _ = fixture.get()
    expectNotNil(fixture.get(.reload)?.error)
    expectEqual(fixture.get(.preferCached)?.value, "old")
    expectEqual(fixture.get()?.value, "newest")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
  }

  @Test func afterACancelledBodyTheStoredResponseIsStale() {
    let fixture = CachedSession()
    fixture.stub(.fresh("old"), slow, .fresh("newest"))
    _ = fixture.get()
    fixture.start(.get, nil, .reload)
    fixture.session.cancelAll()
    expectEqual(fixture.get(.onlyCached)?.value, "old")
    expectEqual(fixture.get()?.value, "newest")
  }

  @Test func aBrokenBodyIsReplacedByTheStoredResponseIfAFailureMayBe() {
    let fixture = CachedSession()
    let old = StubResponse.text("old").header("Cache-Control", "max-age=1, stale-if-error=60")
    fixture.stub(old, broken, .fresh("newest"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(2))
    expectEqual(fixture.get()?.cacheStatus, .stale(age: .seconds(2), .error))
    expectEqual(fixture.get()?.value, "newest")
  }

  @Test func afterABrokenBodyOfTheSameRepresentationTheStoredResponseIsFresh() {
    let fixture = CachedSession()
    let same = StubResponse.tagged("12345", "\"1\"").fault(.close(after: .bodyBytes(2)))
    fixture.stub(.tagged("12345", "\"1\"", "max-age=60"), same)
    _ = fixture.get()
    expectNotNil(fixture.get(.reload)?.error)
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
  }
}
