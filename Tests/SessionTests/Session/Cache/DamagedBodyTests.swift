import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Stored bodies that turn out to be damaged after their first bytes.
@Suite struct DamagedBodyTests {
  private let body = String(repeating: "0123456789abcdef", count: 8192)

  private func fixture(canRemove: Bool = true, _ control: String = "max-age=60") -> CachedSession {
    let fixture = CachedSession(HTTPCache(store: DamagedStore(canRemove: canRemove)))
    fixture.stub(.tagged(body, "\"1\"", control), .tagged("new", "\"2\""))
    _ = fixture.get()
    return fixture
  }

  @Test func theResponseIsRequestedAgain() {
    let fixture = fixture()
    let second = fixture.get()
    expectEqual(second?.value, "new")
    expectEqual(second?.cacheStatus, .miss(.uriMiss))
    expectEqual(fixture.sent, 2)
  }

  @Test func aResponseThatTheServerHasConfirmedIsRequestedAgain() {
    let fixture = CachedSession(HTTPCache(store: DamagedStore(canRemove: true)))
    fixture.stub(
      .tagged(body, "\"1\"", "max-age=1"), StubResponse.status(304).header("ETag", "\"1\""), .text("new"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(fixture.get()?.value, "new")
    expectNil(fixture.transport.requests.last?.headers["If-None-Match"])
    expectEqual(fixture.sent, 3)
  }

  @Test func everyMemberOfASharedExchangeThatTheServerHasConfirmedGetsTheNewResponse() {
    let fixture = CachedSession(HTTPCache(store: DamagedStore(canRemove: true))) { $0.coalesces = true }
    fixture.stub(
      .tagged(body, "\"1\"", "max-age=1"),
      StubResponse.status(304).header("ETag", "\"1\"").delay(.seconds(1)),
      StubResponse.text("new").delay(.seconds(1)))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let members = (0..<3).map { _ in fixture.start() }
    fixture.timer.advance(by: .seconds(2))
    expectEqual(members.map(\.value?.value), ["new", "new", "new"])
    expectEqual(fixture.sent, 3)
  }

  @Test func aSharedExchangeThatCannotBeReadReportsTheErrorOfTheStore() {
    let errors = Locked<[any Error]>([])
    let fixture = CachedSession(HTTPCache(store: DamagedStore(canRemove: true))) {
      $0.coalesces = true
      $0.monitors = [FailureMonitor(errors)]
    }
    fixture.stub(
      .tagged(body, "\"1\"", "max-age=1"), StubResponse.status(304).header("ETag", "\"1\""), .text("new"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(fixture.get()?.value, "new")
    expectEqual(errors.value.map { $0 as? CacheStoreError }, [.damaged])
  }

  @Test func anEntryThatCannotBeRemovedIsNotReadAgain() {
    let fixture = fixture(canRemove: false)
    expectEqual(fixture.get()?.value, "new")
    expectEqual(fixture.sent, 2)
  }

  @Test func withoutTheNetworkTheResponseIsUnavailable() {
    let fixture = fixture()
    expectEqual(fixture.get(.onlyCached)?.error?.reason, .validation(.statusCode(504)))
    expectEqual(fixture.sent, 1)
  }

  @Test func aDownloadBeginsAgain() async throws {
    let fixture = fixture()
    let file = try await fixture.session.get(fixture.url).download()
    expectEqual(try String(decoding: Data(contentsOf: file), as: UTF8.self), "new")
    expectEqual(fixture.sent, 2)
    try FileManager.default.removeItem(at: file)
  }

  @Test func aResumableDownloadContinuesBehindWhatCouldBeRead() async throws {
    let fixture = CachedSession(HTTPCache(store: DamagedStore(canRemove: true)))
    let folder = try TemporaryFolder()
    let rest = StubResponse.text(String(body.dropFirst(65_536))).status(206).header("ETag", "\"1\"")
      .header("Content-Range", "bytes 65536-131071/131072")
    fixture.stub(.tagged(body, "\"1\"", "max-age=60"), rest)
    _ = fixture.get()
    let place = folder.url.appending(path: "file", directoryHint: .notDirectory)
    let part = folder.url.appending(path: "part", directoryHint: .notDirectory)
    let file = try await fixture.session.get(fixture.url).download(to: .file(place).resumable(at: part))
    expectEqual(try String(decoding: Data(contentsOf: file), as: UTF8.self), body)
    expectEqual(fixture.transport.requests.last?.headers["Range"], "bytes=65536-")
  }

  @Test func aStreamThatHasBegunFails() {
    let fixture = fixture()
    let ended = Captured<DataResponse<Void>>()
    fixture.session.get(fixture.url).responseStream(delivery: .inline) { event in
      if case .complete(let response) = event { ended.set(response) }
    }
    expectEqual(ended.value?.error?.underlyingError as? CacheStoreError, .damaged)
    expectEqual(fixture.sent, 1)
  }
}

/// Records the underlying errors of failed requests.
private struct FailureMonitor: EventMonitor {
  let errors: Locked<[any Error]>

  init(_ errors: Locked<[any Error]>) { self.errors = errors }

  func request(_ id: RequestID, did event: RequestEvent) {
    guard case .failed(let error, _) = event, let cause = error.underlyingError else { return }
    errors.update { $0.append(cause) }
  }
}

/// A store in memory whose bodies can be read only up to their first 64 KiB.
private final class DamagedStore: CacheStore {
  private let canRemove: Bool
  private let base: any CacheStore = MemoryCacheStore(limit: 1 << 22)

  init(canRemove: Bool) { self.canRemove = canRemove }

  private final class Reader: CacheBodyReader {
    private let base: any CacheBodyReader
    private let isRead = Locked(false)

    init(_ base: any CacheBodyReader) { self.base = base }

    func read(atMost count: Int) throws -> Data? {
      let isSecond = isRead.update { isRead in
        defer { isRead = true }
        return isRead
      }
      guard !isSecond else { throw CacheStoreError.damaged }
      return try base.read(atMost: count)
    }
  }

  var neverBlocks: Bool { true }
  var size: Int64 { base.size }
  var count: Int { base.count }
  var entryLimit: Int64 { base.entryLimit }

  func entries(for key: CacheKey) throws -> [CacheEntry] { try base.entries(for: key) }

  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader {
    Reader(try base.reader(of: entry, from: offset))
  }

  func writer(
    for key: CacheKey, response: StoredResponse, replacing: [CacheEntry.ID]
  ) throws -> any CacheBodyWriter {
    try base.writer(for: key, response: response, replacing: replacing)
  }

  func update(_ entry: CacheEntry, response: StoredResponse) throws {
    try base.update(entry, response: response)
  }

  func touch(_ entry: CacheEntry) {}
  func remove(_ entries: [CacheEntry]) throws {
    guard canRemove else { throw CacheStoreError.system(.EROFS) }
    try base.remove(entries)
  }
  func removeAll(url: String) throws { try base.removeAll(url: url) }
  func removeAll() throws { try base.removeAll() }
  func forEach(_ body: (CacheEntry) -> Void) throws { try base.forEach(body) }
}
