import Foundation
import NetTesting
import Synchronization
import TestSupport
import Testing

@testable import Net

/// A store that cannot read a body, update a head or remove an entry, for example on a full disk.
@Suite struct FailingStoreTests {
  private let notModified = StubResponse.status(304).header("ETag", "\"1\"")

  @Test func aHeadThatCannotBeUpdatedAfterA304IsReported() {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full)))
    fixture.stub(.tagged("a"), notModified)
    _ = fixture.get()
    expectEqual(fixture.get()?.value, "a")
    #expect(fixture.monitor.events.contains(.refused(.storage)))
    expectEqual(fixture.cache.statistics.failures, 1)
  }

  @Test(arguments: [HTTPMethod.get, .head])
  func anEntryThatWasRemovedBeforeItsUpdateIsNotAFailure(method: HTTPMethod) {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.vanished)))
    fixture.stub(.tagged("a"), method == .get ? notModified : .tagged("", "\"1\""))
    _ = fixture.get()
    expectNil(fixture.start(method).value?.error)
    #expect(!fixture.monitor.events.contains(.refused(.storage)))
    expectEqual(fixture.cache.statistics.failures, 0)
  }

  /// RFC 9111 sections 4.3.4 and 4.3.5: the stored response is updated, or stale.
  @Test func aResponseThatCannotBecomeStaleIsNotUsed() {
    for changed in [
      (HTTPMethod.head, StubResponse.tagged("", "\"2\"")), (.get, .status(302).header("Location", "/b")),
    ] {
      let store = FailingStore(.full)
      let fixture = CachedSession(HTTPCache(store: store)) { $0.redirects = .refuse }
      fixture.stub(.tagged("old", "\"1\"", "max-age=60"), changed.1, .fresh("new"))
      _ = fixture.get()
      fixture.start(changed.0, nil, .reload)
      expectEqual(fixture.get()?.value, "new")
    }
  }

  @Test(arguments: ["max-age=0", "max-age=60, no-cache", "max-age=60, must-revalidate", "max-age=5"])
  func aResponseIsNotUsedForLongerThanA304AllowsThatCannotBeStored(control: String) {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full)))
    let stricter = notModified.header("Cache-Control", control)
    fixture.stub(.tagged("old", "\"1\"", "max-age=60"), stricter, .fresh("new"))
    _ = fixture.get()
    expectEqual(fixture.get(.revalidate)?.value, "old")
    fixture.timer.advance(by: .seconds(6))
    expectEqual(fixture.get()?.value, "new")
  }

  @Test func a304ThatIsAboutAnotherVaryAndCannotBeStoredRemovesTheResponse() {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full)))
    fixture.stub(
      .tagged("old", "\"1\"", "max-age=60"),
      notModified.header("Vary", "X-Variant").header("Cache-Control", "max-age=60"), .fresh("new"))
    _ = fixture.get()
    _ = fixture.get(.revalidate)
    expectEqual(fixture.get(headers: ["X-Variant": "1"])?.value, "new")
  }

  @Test func aResponseThatA304DoesNotRestrictIsKeptIfItCannotBeUpdated() {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full)))
    let control = "max-age=1, stale-if-error=600"
    fixture.stub(
      .tagged("a", "\"1\"", control), notModified.header("Cache-Control", control),
      .failure(URLError(.networkConnectionLost)))
    _ = fixture.get()
    for _ in 1...2 {
      fixture.timer.advance(by: .seconds(10))
      expectEqual(fixture.get()?.value, "a")
    }
    expectEqual(fixture.sent, 3)
  }

  @Test func aPartIsStoredAloneIfTheOtherPartsCannotBeRead() {
    let store = FailingStore(.damaged, of: .readings)
    let fixture = CachedSession(HTTPCache(store: store))
    let ranged = StubResponse.fresh("0123456789").header("ETag", "\"1\"").acceptingRanges()
    fixture.stub(ranged, ranged)
    for range in ["0-4", "5-9"] { _ = fixture.get(headers: ["Range": "bytes=\(range)"]) }
    #expect(!fixture.monitor.events.contains(.refused(.storage)))
    store.recover()
    expectEqual(fixture.get(headers: ["Range": "bytes=6-8"])?.value, "678")
    expectEqual(fixture.sent, 2)
  }

  @Test(arguments: [true, false])
  func aStoredResponseThatCannotBeReadIsAFailure(isFound: Bool) {
    let store = FailingStore(.system(.EIO), of: isFound ? .readings : .lookUps)
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.fresh("a"), .fresh("b"))
    _ = fixture.get()
    let before = fixture.cache.statistics.failures
    expectEqual(fixture.get()?.value, "b")
    expectEqual(fixture.cache.statistics.failures, before + 1)
  }

  @Test(arguments: [true, false])
  func aStoredResponseThatVanishedIsNotAFailure(isFound: Bool) {
    let store = FailingStore(.vanished, of: isFound ? .readings : .lookUps)
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.fresh("a"), .fresh("b"))
    for _ in 1...2 { _ = fixture.get() }
    expectEqual(fixture.cache.statistics.failures, 0)
  }

  // MARK: - Removals

  @Test(arguments: [HTTPMethod.post, .put, .delete, .patch])
  func aResponseThatAnUnsafeRequestInvalidatesIsNotUsedIfItCannotBeRemoved(method: HTTPMethod) {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full, of: .removals)))
    fixture.stub(.fresh("old"), .status(204), .fresh("new"))
    _ = fixture.get()
    _ = fixture.start(method)
    expectEqual(fixture.cache.statistics.failures, 1)
    expectEqual(fixture.get()?.value, "new")
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
    expectEqual(fixture.get()?.value, "new")
    expectEqual(fixture.start(.get, other).value?.value, "other, new")
  }

  @Test func aURLThatTheAppCannotRemoveIsNotUsed() {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full, of: .removals)))
    fixture.stub(.fresh("old"), .fresh("new"))
    _ = fixture.get()
    #expect(throws: CacheStoreError.full) { try fixture.cache.remove(fixture.url) }
    expectEqual(fixture.get()?.value, "new")
  }

  @Test func afterALogOutThatFailsNothingIsUsed() {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full, of: .removals)))
    fixture.stub(.fresh("old"), .fresh("new"))
    _ = fixture.get()
    #expect(throws: CacheStoreError.full) { try fixture.cache.removeAll() }
    expectEqual(fixture.get()?.value, "new")
  }

  @Test func aRemovalThatFailedIsRepeatedByTheNextLookUp() {
    let store = FailingStore(.full, of: .removals)
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.fresh("old"), .fresh("new"))
    _ = fixture.get()
    try? fixture.cache.remove(fixture.url)
    store.recover()
    expectEqual(fixture.get()?.value, "new")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
    expectEqual(store.count, 1)
  }

  @Test func afterALogOutThatFailedWhatIsStoredLaterIsUsed() {
    let store = FailingStore(.full, of: .removals)
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.fresh("old"), .fresh("new"))
    _ = fixture.get()
    try? fixture.cache.removeAll()
    store.recover()
    expectEqual(fixture.get()?.value, "new")
    for _ in 1...2 { expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero)) }
    expectEqual(store.count, 1)
  }

  @Test func anEntryThatTheAppCannotRemoveByItsHeadIsNotUsed() {
    let store = FailingStore(.full, of: .removals)
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.fresh("old"), .fresh("new"))
    _ = fixture.get()
    #expect(throws: CacheStoreError.full) { try fixture.cache.remove { _ in true } }
    expectEqual(fixture.get()?.value, "new")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
    store.recover()
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
    expectEqual(store.count, 1)
  }

  @Test func anOutdatedResponseThatCannotBeRemovedIsNotUsed() {
    let fixture = CachedSession(HTTPCache(store: FailingStore(.full, of: .removals)))
    fixture.stub(.fresh("old"), .text("new").header("Cache-Control", "no-store"), .fresh("newest"))
    _ = fixture.get()
    expectEqual(fixture.get(.reload)?.value, "new")
    expectEqual(fixture.get()?.value, "newest")
  }

  @Test func afterALogOutThatFailsForOneURLTheOthersAreUsed() {
    let store = FailingStore(.full, of: .removals, stuck: "stuck")
    let fixture = CachedSession(HTTPCache(store: store))
    let stuck = "\(fixture.url)/stuck"
    fixture.stub(.fresh("old"), .fresh("stuck, old"), .fresh("new"), .fresh("stuck, new"))
    _ = fixture.get()
    _ = fixture.start(.get, stuck)
    #expect(throws: CacheStoreError.full) { try fixture.cache.removeAll() }
    expectEqual(fixture.get()?.value, "new")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
    expectEqual(fixture.start(.get, stuck).value?.value, "stuck, new")
    for _ in 1...2 { expectEqual(fixture.start(.get, stuck).value?.cacheStatus, .hit(age: .zero)) }
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
  }

  @Test func whatIsStoredAfterAFailedRemovalOfItsURLIsUsed() {
    let store = FailingStore(.full, of: .removals, stuck: "a")
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.fresh("old"), .status(204), .fresh("new"))
    _ = fixture.get()
    _ = fixture.start(.post)
    expectEqual(fixture.get()?.value, "new")
    for _ in 1...2 { expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero)) }
  }

  @Test func entriesThatAFailedRemovalLeavesInAnyPartitionAreNotUsed() {
    let store = FailingStore(.full, of: .removals)
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.fresh("old 1"), .fresh("old 2"), .fresh("new 1"), .fresh("new 2"))
    for user in 1...2 { _ = fixture.get(headers: ["Authorization": "\(user)"]) }
    try? fixture.cache.remove(fixture.url)
    for user in 1...2 {
      expectEqual(fixture.get(headers: ["Authorization": "\(user)"])?.value, "new \(user)")
    }
    for user in 1...2 {
      expectEqual(fixture.get(headers: ["Authorization": "\(user)"])?.cacheStatus, .hit(age: .zero))
    }
  }

  @Test func afterALogOutThatCannotSayWhatIsLeftNothingIsUsed() {
    let store = FailingStore(.full, of: .removalsAndLists)
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.fresh("old"), .fresh("new"), .fresh("newer"), .fresh("newest"))
    _ = fixture.get()
    try? fixture.cache.removeAll()
    expectEqual(fixture.get()?.value, "new")
    expectEqual(fixture.get()?.value, "newer")
    store.recover()
    expectEqual(fixture.get()?.value, "newest")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
  }

  @Test func aResponseIsNotComparedWithARemovedOneThatIsLeft() {
    let store = FailingStore(.full, of: .removals)
    let fixture = CachedSession(HTTPCache(store: store))
    let later = HTTPDate.text(of: fixture.timer.date.addingTimeInterval(30))
    fixture.stub(.fresh("slow").delay(.seconds(2)), .fresh("removed").header("Date", later))
    let first = fixture.start()
    _ = fixture.get(.reload)
    try? fixture.cache.remove { _ in true }
    fixture.timer.advance(by: .seconds(2))
    expectEqual(first.value?.value, "slow")
    expectEqual(fixture.get()?.value, "slow")
  }

  // MARK: - Numbers

  private let key = CacheKey(url: "https://example.com/")

  @Test func beyondTheLimitNoURLIsUsed() {
    let failed = FailedRemovals()
    for number in 0...FailedRemovals.limit { failed.note("https://example.com/\(number)") }
    expectNotNil(failed.removal(before: key))
    failed.forgetAll(failed.last)
    expectNil(failed.removal(before: key))
    expectFalse(failed.hasAny)
  }

  @Test func aLaterFailureIsNotForgottenWithAnEarlierOne() {
    let failed = FailedRemovals()
    let first = failed.note(key.url)
    failed.note(key.url)
    failed.forget(key.url, first)
    failed.note([], of: key, after: first)
    expectEqual(failed.removal(before: key), .url(failed.last))
  }

  @Test func entriesThatCannotBeRemovedDuringARemovalOfEverythingAreRemembered() {
    let failed = FailedRemovals()
    let before = failed.last
    let entry = CacheEntry(id: 1, key: key, response: StoreFixture.head(), bodySize: 0)
    failed.note([entry])
    failed.forgetAll(before)
    expectEqual(failed.among([entry]).map(\.id), [1])
    failed.forget([entry])
    expectFalse(failed.hasAny)
  }
}

/// A store in memory whose readings, updates or removals fail with this error.
private final class FailingStore: CacheStore {
  enum Calls { case lookUps, readings, updates, removals, removalsAndLists }

  private let error: CacheStoreError
  private let calls: Calls
  /// If not nil, only what is stored for URLs that end with it cannot be removed.
  private let stuck: String?
  private let isWorking = Atomic(false)
  private let base: any CacheStore = MemoryCacheStore(limit: 1 << 20)

  init(_ error: CacheStoreError, of calls: Calls = .updates, stuck: String? = nil) {
    self.error = error
    self.calls = calls
    self.stuck = stuck
  }

  /// From now on nothing fails.
  func recover() { isWorking.store(true, ordering: .sequentiallyConsistent) }

  private func fail(_ calls: Calls...) throws {
    if calls.contains(self.calls), !isWorking.load(ordering: .sequentiallyConsistent) { throw error }
  }

  private func isStuck(_ entry: CacheEntry) -> Bool {
    guard !isWorking.load(ordering: .sequentiallyConsistent), let stuck else { return false }
    return entry.key.url.hasSuffix("/" + stuck)
  }

  /// Removes what can be removed.
  private func remove(where matches: (CacheEntry) -> Bool) throws {
    var left: [CacheEntry] = []
    try base.forEach { if matches($0) { left.append($0) } }
    try base.remove(left.filter { !isStuck($0) })
    if left.contains(where: isStuck) { throw error }
  }

  var neverBlocks: Bool { true }
  var size: Int64 { base.size }
  var count: Int { base.count }
  var entryLimit: Int64 { base.entryLimit }

  func entries(for key: CacheKey) throws -> [CacheEntry] {
    try fail(.lookUps)
    return try base.entries(for: key)
  }

  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader {
    try fail(.readings)
    return try base.reader(of: entry, from: offset)
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
    guard stuck == nil else { return try remove { entry in entries.contains { $0.id == entry.id } } }
    try fail(.removals, .removalsAndLists)
    try base.remove(entries)
  }

  func removeAll(url: String) throws {
    guard stuck == nil else { return try remove { $0.key.url == url } }
    try fail(.removals, .removalsAndLists)
    try base.removeAll(url: url)
  }

  func removeAll() throws {
    guard stuck == nil else { return try remove { _ in true } }
    try fail(.removals, .removalsAndLists)
    try base.removeAll()
  }

  func forEach(_ body: (CacheEntry) -> Void) throws {
    try fail(.removalsAndLists)
    try base.forEach(body)
  }
}
