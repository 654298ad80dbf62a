import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct HTTPCacheTests {
  @Test func aURLIsRemovedInEveryPartition() throws {
    let cache = HTTPCache.memory(limit: 1 << 20)
    for partition in ["", "1"] { try cache.store.put("a", Data("hello".utf8), partition: partition) }
    try cache.store.put("b", Data("hello".utf8))
    try cache.remove("HTTPS://EXAMPLE.com:443/a#part")
    expectEqual(cache.store.count, 1)
    #expect(throws: (any Error).self) { try cache.remove("https://[") }
  }

  @Test func responsesAreRemovedByTheirHeads() throws {
    let fixture = try DiskFixture()
    for cache in [
      HTTPCache.memory(limit: 1 << 20), try HTTPCache.disk(at: fixture.directory, limit: 1 << 20),
    ] {
      for path in ["a/1", "a/2", "b/1"] { try cache.store.put(path, Data("hello".utf8)) }
      try cache.remove { $0.url.contains("/a/") }
      expectEqual(try cache.store.body("b/1"), Data("hello".utf8))
      expectEqual(cache.store.count, 1)
      #expect(cache.size > 0)
      try cache.removeAll()
      expectEqual(cache.size, 0)
    }
  }

  @Test(arguments: [10, 100_000])
  func aRemovedBodyCannotBeOpenedWithAnEntryThatWasLookedUpBefore(size: Int) throws {
    let fixture = try DiskFixture()
    for cache in [
      HTTPCache.memory(limit: 1 << 20), try HTTPCache.disk(at: fixture.directory, limit: 1 << 20),
    ] {
      for remove in [
        { try cache.removeAll() }, { try cache.remove("https://example.com/a") },
        { try cache.remove { _ in true } },
      ] {
        let entry = try cache.store.put("a", StoreFixture.body(size))
        let other = try cache.store.entries(for: entry.key)
        try remove()
        for entry in [entry] + other {
          #expect(throws: CacheStoreError.vanished) { try cache.store.reader(of: entry) }
        }
      }
    }
  }

  @Test func whatCanBeReadIsRemovedByItsHead() throws {
    let fixture = try DiskFixture()
    let cache = try HTTPCache.disk(at: fixture.directory, limit: 1 << 20)
    for number in 0..<8 { try cache.store.put("\(number)", Data("hello".utf8)) }
    let shard = try #require((0..<8).map { fixture.shard("\($0)") }.min { $0.path < $1.path })
    try FileManager.default.removeItem(at: shard)
    try Data().write(to: shard)
    #expect(throws: CacheStoreError.self) { try cache.remove { _ in true } }
    let left = (0..<8).filter { number in
      (try? cache.store.entries(for: StoreFixture.key("\(number)")))?.isEmpty == false
    }
    expectTrue(left.isEmpty)
  }

  @Test func aRequestInProgressNoticesThatItsURLWasRemoved() throws {
    let cache = HTTPCache.memory(limit: 1 << 20)
    let one = cache.changes.mark("https://example.com/a".hashValue)
    let other = cache.changes.mark("https://example.com/b".hashValue)
    let counts = (cache.changes.lastRemoval(one), cache.changes.lastRemoval(other))
    try cache.remove("https://example.com/a")
    #expect(cache.changes.wasRemoved(one, since: counts.0, except: cache))
    #expect(!cache.changes.wasRemoved(other, since: counts.1, except: cache))
    try cache.removeAll()
    #expect(cache.changes.wasRemoved(other, since: counts.1, except: cache))
  }

  @Test func theEntryLimitIsAnEighthOfTheLimitUnlessItIsSet() throws {
    let fixture = try DiskFixture()
    expectEqual(HTTPCache.memory(limit: 800).store.entryLimit, 100)
    expectEqual(HTTPCache.memory(limit: 800, entryLimit: 300).store.entryLimit, 300)
    expectEqual(HTTPCache.memory(limit: 800, entryLimit: 3000).store.entryLimit, 800)
    expectEqual(try HTTPCache.disk(at: fixture.directory, limit: 800).store.entryLimit, 100)
    expectEqual(try HTTPCache.disk(at: fixture.directory, limit: -1).store.entryLimit, 0)
  }

  @Test func everyStatusIsCountedOnce() {
    let cache = HTTPCache.memory(limit: 800)
    for status in [
      .hit(age: .zero), .hit(age: .zero), .stale(age: .zero, .error), .revalidated(age: .zero),
      .miss(.uriMiss),
      .bypass(.method), .coalesced,
    ] as [CacheStatus] { cache.note(status) }
    cache.noteStored()
    cache.noteRefused()
    cache.noteFailure()
    var expected = CacheStatistics()
    expected.hits = 2
    (expected.staleHits, expected.revalidations, expected.misses) = (1, 1, 1)
    (expected.bypasses, expected.coalesced, expected.stored) = (1, 1, 1)
    (expected.refused, expected.failures) = (1, 1)
    expectEqual(cache.statistics, expected)
    expectEqual(expected.requests, 7)
  }

  @Test func aJobRunsAtOnceOnlyOverAStoreThatDoesNotWait() async throws {
    let fixture = try DiskFixture()
    let isDone = Locked(false)
    HTTPCache.memory(limit: 800).perform { isDone.update { $0 = true } }
    expectTrue(isDone.value)
    let cache = try HTTPCache.disk(at: fixture.directory, limit: 800)
    let isOnItsThread = Locked<Bool?>(nil)
    cache.perform { isOnItsThread.update { $0 = CrewThread.current != nil } }
    await waitPatiently { isOnItsThread.value != nil }
    expectEqual(isOnItsThread.value, true)
  }

  @Test func errorDescriptionsContainNoSecrets() {
    let directory = CacheStoreError.directory(URL(filePath: "/cache"), reason: "it is a file")
    expectEqual("\(directory)", "the cache directory /cache cannot be used: it is a file")
    expectEqual("\(CacheStoreError.tooLarge(limit: 5))", "the body is larger than the limit of 5 bytes")
    #expect("\(CacheStoreError.system(.EACCES))".hasPrefix("a system call failed: "))
  }
}
