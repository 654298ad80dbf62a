import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct DiskCacheStoreTests {
  private let fixture: DiskFixture

  init() throws { fixture = try DiskFixture() }

  @Test func aReopenedStoreHasItsEntries() throws {
    let long = StoreFixture.body(200_000)
    do {
      let store = try fixture.open()
      try store.put("short", Data("hello".utf8), tag: "old")
      try store.put("short", Data("world".utf8), tag: "new")
      let entry = try store.put("long", long)
      try store.update(entry, response: StoreFixture.head("long", tag: "updated"))
    }
    let store = try fixture.open()
    expectEqual(try store.tags("short"), ["new", "old"])
    expectEqual(try store.body("short"), Data("world".utf8))
    expectEqual(try store.tags("long"), ["updated"])
    expectEqual(try store.body("long"), long)
    expectEqual(store.count, 3)
  }

  @Test func onlyThisUserCanAccessTheFiles() throws {
    let store = try fixture.open()
    try store.put("secret-path", Data("hello".utf8), partition: "secret-user")
    try store.put("secret-path", StoreFixture.body(100_000))
    let writer = try store.writer(
      for: StoreFixture.key("open"), response: StoreFixture.head(), replacing: [])
    try writer.append(StoreFixture.body(100_000))
    expectEqual(fixture.files.count, 4)
    #expect(fixture.files.allSatisfy { FileEntry($0)?.permissions == 0o600 })
    let folders = fixture.files.map { $0.deletingLastPathComponent() } + [fixture.directory]
    #expect(folders.allSatisfy { FileEntry($0)?.permissions == 0o700 })
    expectEqual(FileEntry(fixture.directory.appending(path: "entries"))?.permissions, 0o700)
    #expect(!fixture.files.contains { $0.path.contains("secret") || $0.path.contains("example") })
  }

  @Test(arguments: [10, 100_000])
  func readingDoesNotChangeTheTimesOfTheFiles(size: Int) throws {
    let fixture = try DiskFixture()
    try fixture.open().put("a", StoreFixture.body(size))
    let before = fixture.accessTimes
    expectEqual(before.count, size == 10 ? 1 : 2)
    expectEqual(try fixture.open().body("a"), StoreFixture.body(size))
    expectEqual(fixture.accessTimes, before)
  }

  @Test func anEmptyDirectoryIsMadePrivateAndAnyOtherKeepsItsPermissions() throws {
    try FileManager.default.createDirectory(at: fixture.directory, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fixture.directory.path)
    _ = try fixture.open()
    expectEqual(FileEntry(fixture.directory)?.permissions, 0o700)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fixture.directory.path)
    _ = try fixture.open()
    expectEqual(FileEntry(fixture.directory)?.permissions, 0o755)
    expectEqual(FileEntry(fixture.directory.appending(path: "entries"))?.permissions, 0o700)
  }

  @Test func aDirectoryThatIsAFileOrASymbolicLinkIsRefused() throws {
    let parent = fixture.directory.deletingLastPathComponent()
    try Data("content".utf8).write(to: fixture.directory)
    #expect(throws: CacheStoreError.self) { try fixture.open() }
    expectEqual(try Data(contentsOf: fixture.directory), Data("content".utf8))
    try FileManager.default.removeItem(at: fixture.directory)
    let target = parent.appending(path: "target", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: fixture.directory, withDestinationURL: target)
    let error = #expect(throws: CacheStoreError.self) { try fixture.open() }
    expectEqual(error?.description.hasSuffix("is a symbolic link"), true)
    try FileManager.default.removeItem(at: fixture.directory)
    try FileManager.default.createDirectory(at: fixture.directory, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: fixture.directory.appending(path: "entries"), withDestinationURL: target)
    #expect(throws: CacheStoreError.self) { try fixture.open() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: target.path).isEmpty)
  }

  @Test func aDirectoryThatVanishesIsCreatedAgain() throws {
    let store = try fixture.open()
    try store.put("a", Data("hello".utf8))
    let long = try store.put("b", StoreFixture.body(100_000))
    try FileManager.default.removeItem(at: fixture.directory)
    expectEqual(try store.tags("a"), [])
    #expect(throws: CacheStoreError.vanished) { try store.reader(of: long) }
    #expect(throws: CacheStoreError.vanished) { try store.update(long, response: StoreFixture.head()) }
    expectEqual(store.count, 0)
    expectEqual(store.size, 0)
    try store.put("a", Data("again".utf8))
    expectEqual(try store.body("a"), Data("again".utf8))
  }

  @Test func aDirectoryThatIsReplacedByAFileIsAnError() throws {
    let store = try fixture.open()
    try store.put("a", Data("hello".utf8))
    try FileManager.default.removeItem(at: fixture.directory)
    try Data().write(to: fixture.directory)
    #expect(throws: CacheStoreError.self) { try store.entries(for: StoreFixture.key("a")) }
    #expect(throws: CacheStoreError.self) { try store.put("b", Data("hello".utf8)) }
    #expect(throws: CacheStoreError.self) { try store.put("b", StoreFixture.body(100_000)) }
    #expect(throws: CacheStoreError.self) { try store.removeAll() }
    #expect(throws: CacheStoreError.self) { try store.forEach { _ in } }
    expectEqual(store.size, 0)
  }

  @Test func anEntryOfAnotherURLWithTheSameNameIsNotUsed() throws {
    let store = try fixture.open()
    try store.put("a", Data("hello".utf8))
    try store.put("b", Data("other".utf8))
    let file = try #require(fixture.files.first { $0.path.hasPrefix(fixture.shard("a").path) })
    let other = try #require(fixture.files.first { $0.path.hasPrefix(fixture.shard("b").path) })
    try Data(contentsOf: other).write(to: file)
    expectEqual(try fixture.open().tags("a"), [])
  }

  /// The number of the entry is the one in the name, so only the key in the file shows whose it is.
  @Test(arguments: [StoreFixture.key("b"), StoreFixture.key("a", partition: "user")])
  func anEntryUnderTheNameOfAnotherKeyIsNotUsed(key: CacheKey) throws {
    try fixture.open().put("a", Data("hello".utf8))
    let file = try #require(fixture.files.first)
    var record = try #require(DiskRecord(name: Array(file.lastPathComponent.utf8)))
    record.key = DiskKey(key)
    let store = try fixture.open()
    try store.folder.prepare(record.shard)
    try FileManager.default.moveItem(at: file, to: URL(filePath: store.folder.path(of: record)))
    #expect(try store.entries(for: key).isEmpty)
  }

  @Test func aFailedRemovalOfAURLIsAnError() throws {
    let store = try fixture.open()
    try store.put("a", Data("hello".utf8))
    let file = try #require(fixture.files.first)
    var record = try #require(DiskRecord(name: Array(file.lastPathComponent.utf8)))
    record.id += 1
    let folder = file.deletingLastPathComponent().appending(path: record.name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    #expect(throws: CacheStoreError.self) { try store.removeAll(url: StoreFixture.key("a").url) }
    expectTrue(fixture.files.isEmpty)
    #expect(throws: CacheStoreError.self) { try store.remove(record) }
    try FileManager.default.removeItem(at: folder)
    try store.removeAll(url: StoreFixture.key("a").url)
  }

  @Test func nothingIsReadableAfterEverythingWasRemoved() throws {
    let store = try fixture.open()
    try store.put("a", Data("hello".utf8))
    try store.put("b", StoreFixture.body(100_000))
    let writer = try store.writer(
      for: StoreFixture.key("open"), response: StoreFixture.head(), replacing: [])
    try writer.append(StoreFixture.body(100_000))
    try Data("left by another".utf8).write(to: fixture.shard("a").appending(path: "note.txt"))
    let inner = fixture.shard("a").appending(path: "inner", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try Data("left by another".utf8).write(to: inner.appending(path: "note.txt"))
    try store.removeAll()
    expectTrue(fixture.files.isEmpty)
    #expect(throws: CacheStoreError.removed) { try writer.append(Data("more".utf8)) }
    expectTrue(fixture.files.isEmpty)
  }

  @Test func whatAnotherProcessHasRemovedCannotBeOpenedAfterARemoval() throws {
    let fixture = try DiskFixture()
    let store = try fixture.open()
    let entry = try store.put("a", StoreFixture.body(10))
    let url = StoreFixture.key("a").url
    try fixture.open().removeAll(url: url)
    try store.removeAll(url: url)
    #expect(throws: CacheStoreError.vanished) { try store.reader(of: entry) }
  }

  @Test func removingAURLAlsoRemovesABodyWithoutAnEntry() throws {
    let store = try fixture.open()
    try store.put("a", StoreFixture.body(100_000))
    let head = try #require(fixture.files.first { $0.lastPathComponent.hasSuffix("+") })
    try FileManager.default.removeItem(at: head)
    expectEqual(fixture.files.count, 1)
    try store.removeAll(url: StoreFixture.key("a").url)
    expectTrue(fixture.files.isEmpty)
  }

  @Test func aRemovalThatWasInterruptedIsFinishedAtTheNextOpening() throws {
    try fixture.open().put("a", Data("hello".utf8))
    try FileManager.default.moveItem(
      at: fixture.directory.appending(path: "entries"),
      to: fixture.directory.appending(path: "removed-0123"))
    expectEqual(fixture.files.count, 1)
    let store = try fixture.open()
    expectTrue(fixture.files.isEmpty)
    expectEqual(store.count, 0)
  }

  @Test func updatesLeaveNoTemporaryFiles() throws {
    let store = try fixture.open()
    let entries = [try store.put("a", Data("hello".utf8)), try store.put("b", StoreFixture.body(100_000))]
    for entry in entries {
      try store.update(entry, response: StoreFixture.head(tag: "2"))
      try store.update(entry, response: StoreFixture.head(tag: "3"))
    }
    expectEqual(fixture.files.count, 3)
    expectEqual(try store.tags("a") + store.tags("b"), ["3", "3"])
  }

  @Test(arguments: [10, 100_000])
  func theSizeIncludesWhatALaterHeadHasAdded(size: Int) throws {
    let store = try fixture.open()
    let entry = try store.put("a", StoreFixture.body(size))
    let before = store.size
    var head = StoreFixture.head("a")
    head.headers.add(name: "X-Long", value: String(repeating: "x", count: 50_000))
    try store.update(entry, response: head)
    expectEqual(store.size - before, 50_000 + 14)
    try store.put("other", Data())
    let both = store.size
    let again = try fixture.open()
    _ = try again.tags("a")
    expectEqual(again.size, both)
    try again.remove(again.entries(for: entry.key))
    expectEqual(again.size, both - before - 50_014)
  }

  @Test func entriesAreEvictedWhenLongerHeadsExceedTheLimit() async throws {
    let store = try fixture.open(limit: 200_000)
    var head = StoreFixture.head()
    head.headers.add(name: "X-Long", value: String(repeating: "x", count: 50_000))
    for number in 0..<8 { try store.update(store.put("\(number)", Data()), response: head) }
    await waitPatiently { store.size <= 200_000 }
    #expect(store.count < 5)
  }

  @Test func theOldestOfTooManyVariantsIsRemoved() throws {
    let store = try fixture.open()
    for tag in 0..<35 { try store.put("a", Data(), tag: "\(tag)") }
    expectEqual(try store.tags("a"), (3..<35).reversed().map(String.init))
    expectEqual(fixture.files.count, 32)
  }

  @Test func anEntryStoredAfterTheClockWasSetBackIsTheNewest() throws {
    // An entry from a time when the clock was decades ahead.
    let future = UInt64(4_400_000_000_000_000) << 12
    let key = StoreFixture.key("a")
    let file = EntryFile(
      id: future, key: key, response: StoreFixture.head("a", tag: "future"), bodySize: 0, body: Data())
    let name = DiskRecord(key: DiskKey(key), id: future, charge: 300, hasBodyFile: false).name
    _ = try fixture.open()
    try FileManager.default.createDirectory(at: fixture.shard("a"), withIntermediateDirectories: true)
    try Data(file.encoded()).write(to: fixture.shard("a").appending(path: name))
    let store = try fixture.open()
    try store.put("a", Data(), tag: "now")
    try store.put("a", Data(), tag: "later")
    expectEqual(try store.tags("a"), ["later", "now", "future"])
    expectEqual(try fixture.open().tags("a"), ["later", "now", "future"])
  }

  @Test(arguments: [true, false])
  func aFileOrALinkInThePlaceOfARemovedFolderIsRemoved(isLink: Bool) throws {
    let manager = FileManager.default
    try manager.createDirectory(at: fixture.directory, withIntermediateDirectories: false)
    let place = fixture.directory.appending(path: "removed-0").path
    if isLink {
      try manager.createSymbolicLink(atPath: place, withDestinationPath: fixture.directory.path)
    } else {
      #expect(manager.createFile(atPath: place, contents: Data("x".utf8)))
    }
    let store = try fixture.open()
    try store.put("a", Data("a".utf8))
    expectEqual(fixture.names.count, 1)
  }

  @Test func aURLThatIsNotAFileURLIsRefused() throws {
    // Its path is one in the folder of the test, which is created if the URL is used.
    let url = try #require(URL(string: "https://example.com\(fixture.directory.path)"))
    #expect(throws: CacheStoreError.directory(url, reason: "it is not a file URL")) {
      try DiskCacheStore(at: url, limit: 1 << 20)
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.directory.path))
  }

  @Test(arguments: [10, 200_000], [200_000, 200_001, Int64.max])
  func aReaderFromBehindTheBodyReadsNothing(size: Int, offset: Int64) throws {
    let store = try fixture.open()
    let entry = try store.put("a", StoreFixture.body(size))
    expectNil(try store.reader(of: entry, from: offset).read(atMost: 5))
  }

  @Test(arguments: [10, 200_000])
  func aReaderFromBeforeTheBodyReadsItsStartAndNothingForACountBelowOne(size: Int) throws {
    let store = try fixture.open()
    let entry = try store.put("a", StoreFixture.body(size))
    let reader = try store.reader(of: entry, from: -5)
    for count in [0, -1, .min] { expectNil(try reader.read(atMost: count)) }
    expectEqual(try reader.read(atMost: 5), StoreFixture.body(5))
    expectEqual(try store.reader(of: entry, from: -70_000).read(atMost: 5), StoreFixture.body(5))
  }
}
