import Foundation
import NetTesting
import Synchronization
import TestSupport
import Testing

@testable import Net

/// A store that cannot update a head or remove an entry, for example on a full disk.
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

  // MARK: - Removals

  @Test(arguments: [HTTPMethod.post, .put, .delete, .patch])
  func whatAnUnsafeRequestHasChangedIsNotUsedIfItCannotBeRemoved(method: HTTPMethod) {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full, of: .removals)))
    fixture.stub(.fresh("old"), .status(204), .fresh("new"))
    _ = fixture.get()
    _ = fixture.start(method)
    #expect(fixture.cache.statistics.failures == 1)
    #expect(fixture.get()?.value == "new")
  }

  @Test func everyURLThatCannotBeRemovedIsUnused() {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full, of: .removals)))
    let other = "\(fixture.url)/other"
    fixture.stub(
      .fresh("old"), .fresh("other, old"), StubResponse.status(201).header("Location", other), .fresh("new"),
      .fresh("other, new"))
    _ = fixture.get()
    _ = fixture.start(.get, other)
    _ = fixture.start(.post)
    #expect(fixture.get()?.value == "new")
    #expect(fixture.start(.get, other).value?.value == "other, new")
  }

  @Test func whatTheAppCannotRemoveIsNotUsed() {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full, of: .removals)))
    fixture.stub(.fresh("old"), .fresh("new"))
    _ = fixture.get()
    #expect(throws: CacheStoreError.full) { try fixture.cache.remove(fixture.url) }
    #expect(fixture.get()?.value == "new")
  }

  @Test func afterALogOutThatFailsNothingIsUsed() {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full, of: .removals)))
    fixture.stub(.fresh("old"), .fresh("new"))
    _ = fixture.get()
    #expect(throws: CacheStoreError.full) { try fixture.cache.removeAll() }
    #expect(fixture.get()?.value == "new")
  }

  @Test func aRemovalThatFailedIsRepeatedByTheNextLookUp() {
    let store = FailingStore(.full, of: .removals)
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.fresh("old"), .fresh("new"))
    _ = fixture.get()
    try? fixture.cache.remove(fixture.url)
    store.recover()
    #expect(fixture.get()?.value == "new")
    #expect(fixture.get()?.cacheStatus == .hit(age: .zero))
    #expect(store.count == 1)
  }

  @Test func afterALogOutThatFailedWhatIsStoredLaterIsUsed() {
    let store = FailingStore(.full, of: .removals)
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.fresh("old"), .fresh("new"))
    _ = fixture.get()
    try? fixture.cache.removeAll()
    store.recover()
    #expect(fixture.get()?.value == "new")
    for _ in 1...2 { #expect(fixture.get()?.cacheStatus == .hit(age: .zero)) }
    #expect(store.count == 1)
  }

  @Test func beyondTheLimitNoURLIsUsed() {
    let failed = FailedRemovals()
    for number in 0...FailedRemovals.limit { failed.note("https://example.com/\(number)") }
    #expect(failed.removal(before: "https://example.com/other") != nil)
    failed.forgetAll(failed.last)
    #expect(failed.removal(before: "https://example.com/other") == nil)
  }

  @Test func aLaterFailureIsNotForgottenWithAnEarlierOne() {
    let failed = FailedRemovals()
    failed.note("https://example.com/")
    guard case .url(let first) = failed.removal(before: "https://example.com/") else {
      Issue.record("the failure is not noted")
      return
    }
    failed.note("https://example.com/")
    failed.forget("https://example.com/", first)
    #expect(failed.removal(before: "https://example.com/") != nil)
  }
}

/// A store in memory whose updates or removals fail with this error.
private final class FailingStore: CacheStore {
  enum Calls { case updates, removals }

  private let error: CacheStoreError
  private let calls: Calls
  private let isWorking = Atomic(false)
  private let base: any CacheStore = MemoryCacheStore(limit: 1 << 20)

  init(_ error: CacheStoreError, of calls: Calls = .updates) {
    self.error = error
    self.calls = calls
  }

  /// From now on nothing fails.
  func recover() { isWorking.store(true, ordering: .sequentiallyConsistent) }

  private func fail(_ calls: Calls) throws {
    if calls == self.calls, !isWorking.load(ordering: .sequentiallyConsistent) { throw error }
  }

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

  func update(_ entry: CacheEntry, response: StoredResponse) throws {
    try fail(.updates)
    try base.update(entry, response: response)
  }

  func touch(_ entry: CacheEntry) {}
  func remove(_ entries: [CacheEntry]) throws {
    try fail(.removals)
    try base.remove(entries)
  }

  func removeAll(url: String) throws {
    try fail(.removals)
    try base.removeAll(url: url)
  }

  func removeAll() throws {
    try fail(.removals)
    try base.removeAll()
  }

  func forEach(_ body: (CacheEntry) -> Void) throws { try base.forEach(body) }
}
