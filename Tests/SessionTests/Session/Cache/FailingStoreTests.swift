import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// A store that cannot update a head, for example on a full disk.
@Suite struct FailingStoreTests {
  private let notModified = StubResponse.status(304).header("ETag", "\"1\"")

  @Test func aHeadThatCannotBeUpdatedAfterA304IsReported() {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full)))
    fixture.stub(.tagged("a"), notModified)
    _ = fixture.get()
    #expect(fixture.get()?.value == "a")
    #expect(fixture.monitor.events.contains(.refused(.storage)))
    #expect(fixture.cache.statistics.failures == 1)
  }

  @Test(arguments: [HTTPMethod.get, .head])
  func anEntryThatWasRemovedBeforeItsUpdateIsNoFailure(method: HTTPMethod) {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.vanished)))
    fixture.stub(.tagged("a"), method == .get ? notModified : .tagged("", "\"1\""))
    _ = fixture.get()
    #expect(fixture.start(method).value?.error == nil)
    #expect(!fixture.monitor.events.contains(.refused(.storage)))
    #expect(fixture.cache.statistics.failures == 0)
  }
}

/// A store in memory whose updates fail with this error.
private final class FailingStore: CacheStore {
  private let error: CacheStoreError
  private let base: any CacheStore = MemoryCacheStore(limit: 1 << 20)

  init(_ error: CacheStoreError) { self.error = error }

  var answersAtOnce: Bool { true }
  var size: Int64 { base.size }
  var count: Int { base.count }
  var entryLimit: Int64 { base.entryLimit }

  func entries(for key: CacheKey) throws -> [CacheEntry] { try base.entries(for: key) }

  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader {
    try base.reader(of: entry, from: offset)
  }

  func writer(
    for key: CacheKey, response: StoredResponse, replacing: [CacheEntry.ID]
  ) throws -> any CacheBodyWriter {
    try base.writer(for: key, response: response, replacing: replacing)
  }

  func update(_ entry: CacheEntry, response: StoredResponse) throws { throw error }

  func touch(_ entry: CacheEntry) {}
  func remove(_ entries: [CacheEntry]) throws { try base.remove(entries) }
  func removeAll(url: String) throws { try base.removeAll(url: url) }
  func removeAll() throws { try base.removeAll() }
  func forEach(_ body: (CacheEntry) -> Void) throws { try base.forEach(body) }
}
