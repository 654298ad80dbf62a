import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Folders of shards that become symbolic links while their store is in use, and names that are not text.
@Suite struct DiskLinksTests {
  private let fixture: DiskFixture
  private let outside: URL

  init() throws {
    fixture = try DiskFixture()
    outside = fixture.directory.deletingLastPathComponent().appending(path: "outside")
  }

  /// What is in the other folder, with the times of change; without those of files that a writer has open.
  private var others: [String] {
    let all = FileManager.default.enumerator(at: outside, includingPropertiesForKeys: nil)?.allObjects ?? []
    return all.compactMap { $0 as? URL }.map { url in
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      let isOpen = url.lastPathComponent.hasPrefix(DiskFolder.temporaryPrefix)
      let time = isOpen ? nil : attributes?[.modificationDate] as? Date
      return "\(url.lastPathComponent) \(time?.timeIntervalSince1970 ?? 0)"
    }.sorted()
  }

  /// Moves a folder of the store outside, and puts a link to it in its place.
  private func replace(_ folder: URL) throws {
    try FileManager.default.moveItem(at: folder, to: outside)
    try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: outside)
  }

  @Test(arguments: [10, 100_000])
  func nothingIsReadOrChangedThroughALink(size: Int) throws {
    let store = try fixture.open()
    let entry = try store.put("a", StoreFixture.body(size))
    let writer = try store.writer(
      for: StoreFixture.key("a"), response: StoreFixture.head("a"), replacing: [])
    try writer.append(StoreFixture.body(size))
    try replace(fixture.shard("a"))
    let before = others
    #expect(try fixture.openedEntries(store, "a").isEmpty)
    #expect(throws: CacheStoreError.self) { try writer.commit() }
    #expect(throws: CacheStoreError.self) {
      try store.put("a", StoreFixture.body(size), replacing: [entry.id])
    }
    #expect(throws: CacheStoreError.self) { try store.update(entry, response: StoreFixture.head("a")) }
    #expect(throws: CacheStoreError.self) { try store.removeAll(url: entry.key.url) }
    #expect(throws: CacheStoreError.self) { try store.remove([entry]) }
    if size > EntryFile.longestBody {
      #expect(throws: CacheStoreError.self) { try store.reader(of: entry) }
    }
    store.removeRemains()
    store.evict()
    expectEqual(others, before)
  }

  @Test func removingEverythingRemovesTheLinkOnly() throws {
    let store = try fixture.open()
    try store.put("a", StoreFixture.body(100_000))
    try replace(fixture.shard("a"))
    let before = others
    try store.removeAll()
    expectEqual(others, before)
    expectTrue(fixture.files.isEmpty)
    try store.put("a", Data("hello".utf8))
    expectEqual(try store.body("a"), Data("hello".utf8))
    expectEqual(others, before)
  }

  #if os(Linux)
    @Test func aNameThatIsNotTextIsRemovedWithEverything() throws {
      let store = try fixture.open()
      try store.put("a", Data("hello".utf8))
      let name = Array(fixture.shard("a").path.utf8) + [0x2f, 0xff, 0xfe, 0]
      // The name is valid during the call.
      let file = unsafe open(name.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600)
      #expect(file >= 0)
      close(file)
      try store.removeAll()
      expectTrue(fixture.files.isEmpty)
      expectEqual(try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path), ["entries"])
    }
  #endif
}

extension DiskFixture {
  /// The entries of a path; none if the store refuses.
  fileprivate func openedEntries(_ store: DiskCacheStore, _ path: String) throws -> [CacheEntry] {
    do { return try store.entries(for: StoreFixture.key(path)) } catch is CacheStoreError { return [] }
  }
}
