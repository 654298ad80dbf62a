import Foundation
import TestSupport
import Testing

@testable import Net

/// Eviction, and the remains of crashed processes.
@Suite struct DiskTidyingTests {
  private let fixture: DiskFixture

  init() throws { fixture = try DiskFixture() }

  @Test func theLeastRecentlyUsedEntriesAreRemovedInTheBackground() async throws {
    let store = try fixture.open(limit: 100_000)
    for number in 0..<9 { try store.put("\(number)", Data(count: 10_000)) }
    let first = try #require(try store.entries(for: StoreFixture.key("0")).first)
    store.touch(first)
    for number in 9..<12 { try store.put("\(number)", Data(count: 10_000)) }
    await waitPatiently { store.size <= 100_000 }
    #expect(store.size <= 100_000)
    expectNotNil(try store.body("0"))
    expectNotNil(try store.body("11"))
    expectNil(try store.body("1"))
  }

  @Test func aReopenedStoreKnowsTheTimesOfUse() async throws {
    do {
      let store = try fixture.open(limit: 1 << 20)
      for number in 0..<9 { try store.put("\(number)", Data(count: 10_000)) }
    }
    for file in fixture.files { try DiskFixture.age(file, by: 100_000) }
    do {
      let store = try fixture.open(limit: 1 << 20)
      store.touch(try #require(try store.entries(for: StoreFixture.key("3")).first))
    }
    let store = try fixture.open(limit: 60_000)
    try store.put("new", Data(count: 5000))
    await waitPatiently { store.size <= 60_000 }
    expectNotNil(try store.body("3"))
    expectNotNil(try store.body("new"))
  }

  @Test func aTimeOfUseInTheFutureDoesNotKeepAnEntry() async throws {
    do {
      let store = try fixture.open(limit: 1 << 20)
      try store.put("future", Data(count: 10_000))
      for file in fixture.files { try DiskFixture.age(file, by: -100_000) }
      for number in 0..<4 { try store.put("\(number)", Data(count: 10_000)) }
    }
    let store = try fixture.open(limit: 50_000, entryLimit: 20_000)
    try store.put("new", Data(count: 1000))
    await waitPatiently { store.size <= 50_000 }
    expectNil(try store.body("future"))
    #expect(store.count >= 4)
  }

  @Test func temporaryFilesOfCrashedProcessesAreRemoved() throws {
    let store = try fixture.open()
    try store.put("a", StoreFixture.body(100_000))
    let folder = fixture.shard("a")
    let (stale, fresh) = (folder.appending(path: ".t0001"), folder.appending(path: ".t0002"))
    let lonely = folder.appending(path: String(repeating: "0", count: 66) + "5+.body")
    for file in [stale, fresh, lonely] { try Data("left".utf8).write(to: file) }
    for file in [stale, lonely] { try DiskFixture.age(file, by: 3600) }
    for file in fixture.files where file.lastPathComponent.hasSuffix(".body") {
      try DiskFixture.age(file, by: 3600)
    }
    store.removeRemains()
    expectNil(FileEntry(stale))
    expectNil(FileEntry(lonely))
    expectNotNil(FileEntry(fresh))
    expectEqual(try store.body("a")?.count, 100_000)
  }

  @Test(arguments: [10, 100_000])
  func aWriterThatIsReleasedLeavesNothing(size: Int) throws {
    let store = try fixture.open()
    do {
      let writer = try store.writer(
        for: StoreFixture.key("a"), response: StoreFixture.head("a"), replacing: [])
      try writer.append(StoreFixture.body(size))
    }
    expectTrue(fixture.files.isEmpty)
  }

  @Test func theTemporaryFileOfALiveWriterIsKept() throws {
    let store = try fixture.open()
    let writer = try store.writer(
      for: StoreFixture.key("a"), response: StoreFixture.head("a"), replacing: [])
    try writer.append(StoreFixture.body(70_000))
    let file = try #require(fixture.files.first)
    try DiskFixture.age(file, by: 86_400)
    try fixture.open().removeRemains()
    try writer.append(StoreFixture.body(70_000))
    _ = try writer.commit()
    expectEqual(try fixture.open().body("a")?.count, 140_000)
  }

  @Test func theRemainsAreRemovedByTheFirstWriteOfAProcess() async throws {
    let store = try fixture.open()
    try store.put("a", Data("hello".utf8))
    let stale = fixture.shard("a").appending(path: ".t0001")
    try Data("left".utf8).write(to: stale)
    try DiskFixture.age(stale, by: 3600)
    let other = try fixture.open()
    try other.put("b", Data("hello".utf8))
    await waitPatiently { FileEntry(stale) == nil }
    expectEqual(other.count, 2)
    expectNil(FileEntry(stale))
  }
}
