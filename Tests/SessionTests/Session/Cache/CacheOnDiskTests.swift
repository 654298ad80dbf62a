import Dispatch
import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// A session over a store that waits for a disk: its calls are made on a worker thread.
@Suite struct CacheOnDiskTests {
  private let directory = FileManager.default.temporaryDirectory.appending(path: "net-\(UUID().uuidString)")

  private func withFixture(_ body: (CachedSession) async throws -> Void) async throws {
    defer { try? FileManager.default.removeItem(at: directory) }
    try await body(CachedSession(.disk(at: directory, limit: 1 << 24)))
  }

  @Test func aResponseIsStoredBeforeTheRequestEnds() async throws {
    try await withFixture { fixture in
      fixture.stub(.fresh("a"))
      let first = await fixture.session.get(fixture.url).response(.string)
      let second = await fixture.session.get(fixture.url).response(.string)
      expectEqual(first.cacheStatus, .miss(.uriMiss))
      expectEqual(second.value, "a")
      expectEqual(second.cacheStatus, .hit(age: .zero))
      expectEqual(fixture.sent, 1)
    }
  }

  @Test func aLargeBodyArrivesWhole() async throws {
    try await withFixture { fixture in
      let body = String(repeating: "0123456789abcdef", count: 80_000)
      fixture.stub(.fresh(body))
      let first = try await fixture.session.get(fixture.url).string()
      let second = try await fixture.session.get(fixture.url).string()
      let areSame = first == body && second == body
      expectTrue(areSame)
      expectEqual(fixture.sent, 1)
    }
  }

  @Test func a304DeliversTheStoredBody() async throws {
    try await withFixture { fixture in
      fixture.stub(.tagged("a"), StubResponse.status(304).header("ETag", "\"1\""))
      _ = try await fixture.session.get(fixture.url).string()
      let second = await fixture.session.get(fixture.url).response(.string)
      expectEqual(second.value, "a")
      expectEqual(second.cacheStatus, .revalidated(age: .zero))
    }
  }

  @Test func aStoreIsNeverCalledOnTheThreadOfTheCaller() async throws {
    let store = ThreadWatchingStore()
    let fixture = CachedSession(HTTPCache(store: store))
    fixture.stub(.tagged("a"), StubResponse.status(304).header("ETag", "\"1\""))
    let done = Captured<[String?]>()
    // The caller stays, so that no other thread gets its identity.
    let stays = DispatchSemaphore(value: 0)
    let session = fixture.session
    let url = fixture.url
    let thread = Thread {
      store.forbidden.update { $0 = ObjectIdentifier(Thread.current) }
      session.get(url).response(delivery: .inline, responseSerializer: .string) { first in
        done.set([first.value])
        stays.signal()
      }
      _ = stays.wait(timeout: .patience)
    }
    thread.start()
    expectEqual(await done.next(within: .patience), ["a"])
    #expect(store.calls.value > 0)
    expectEqual(store.breaches.value, 0)
  }
}

/// A store in memory that counts its calls on one thread.
private final class ThreadWatchingStore: CacheStore {
  let forbidden = Locked<ObjectIdentifier?>(nil)
  let calls = Locked(0)
  let breaches = Locked(0)
  private let base: any CacheStore = MemoryCacheStore(limit: 1 << 20)

  var neverBlocks: Bool { false }
  var size: Int64 { base.size }
  var count: Int { base.count }
  var entryLimit: Int64 { base.entryLimit }

  private func note() {
    calls.update { $0 += 1 }
    if forbidden.value == ObjectIdentifier(Thread.current) { breaches.update { $0 += 1 } }
  }

  func entries(for key: CacheKey) throws -> [CacheEntry] {
    note()
    return try base.entries(for: key)
  }

  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader {
    note()
    return try base.reader(of: entry, from: offset)
  }

  func writer(
    for key: CacheKey, response: StoredResponse, replacing: [CacheEntry.ID]
  ) throws -> any CacheBodyWriter {
    note()
    return try base.writer(for: key, response: response, replacing: replacing)
  }

  func update(_ entry: CacheEntry, response: StoredResponse) throws {
    note()
    try base.update(entry, response: response)
  }

  func touch(_ entry: CacheEntry) { note() }
  func remove(_ entries: [CacheEntry]) throws { try base.remove(entries) }
  func removeAll(url: String) throws { try base.removeAll(url: url) }
  func removeAll() throws { try base.removeAll() }
  func forEach(_ body: (CacheEntry) -> Void) throws { try base.forEach(body) }
}
