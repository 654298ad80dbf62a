import Dispatch
import Foundation
import TestSupport
import Testing

@testable import Net

/// Several stores on one directory, as in several processes: they share nothing but the files.
@Suite struct DiskSharingTests {
  private let fixture: DiskFixture

  init() throws { fixture = try DiskFixture() }

  @Test func eachStoreSeesWhatTheOtherStoresUpdatesAndRemoves() throws {
    let (one, other) = (try fixture.open(), try fixture.open())
    expectEqual(try other.tags("a"), [])
    for size in [10, 100_000] {
      let body = StoreFixture.body(size)
      try one.put("a", body, tag: "first")
      expectEqual(try other.tags("a"), ["first"])
      expectEqual(try other.body("a"), body)
      let entry = try #require(try other.entries(for: StoreFixture.key("a")).first)
      try other.update(entry, response: StoreFixture.head("a", tag: "second"))
      expectEqual(try one.tags("a"), ["second"])
      try other.put("a", body, tag: "third", replacing: [entry.id])
      expectEqual(try one.tags("a"), ["third"])
      try one.removeAll(url: StoreFixture.key("a").url)
      expectEqual(try other.tags("a"), [])
      expectEqual(one.size, 0)
      expectEqual(other.size, 0)
    }
  }

  @Test func aStoreSeesWhatAnotherChangesInTheSameSecondOnAFileSystemWithTimesOfWholeSeconds() throws {
    let (one, other) = (try fixture.open(), try fixture.open())
    func tags(after change: () throws -> Void) throws -> [String] {
      try change()
      let second = Date(timeIntervalSince1970: Date.now.timeIntervalSince1970.rounded(.down))
      try FileManager.default.setAttributes(
        [.modificationDate: second], ofItemAtPath: fixture.shard("a").path)
      return try one.tags("a")
    }
    expectEqual(try tags { try one.put("a", Data(), tag: "first") }, ["first"])
    let entry = try #require(try other.entries(for: StoreFixture.key("a")).first)
    expectEqual(try tags { try other.update(entry, response: StoreFixture.head("a", tag: "2")) }, ["2"])
    expectEqual(try tags { try other.put("a", Data(), tag: "3", replacing: [entry.id]) }, ["3"])
    expectEqual(try tags { try other.removeAll(url: StoreFixture.key("a").url) }, [])
    expectEqual(try tags { try other.put("a", Data(), tag: "4") }, ["4"])
  }

  @Test func anEntryThatAnotherProcessRemovedIsNotUpdated() throws {
    let (one, other) = (try fixture.open(), try fixture.open())
    for size in [10, 100_000] {
      let entry = try one.put("a", StoreFixture.body(size))
      try other.removeAll(url: StoreFixture.key("a").url)
      #expect(throws: CacheStoreError.vanished) { try one.update(entry, response: StoreFixture.head()) }
      expectTrue(fixture.files.isEmpty)
    }
  }

  @Test func aLongBodyThatIsBeingWrittenIsNotStoredAfterAnotherProcessRemovedEverything() throws {
    let (one, other) = (try fixture.open(), try fixture.open())
    let writer = try one.writer(for: StoreFixture.key("a"), response: StoreFixture.head("a"), replacing: [])
    try writer.append(StoreFixture.body(100_000))
    try other.removeAll()
    #expect(throws: CacheStoreError.removed) { _ = try writer.commit() }
    expectTrue(fixture.files.isEmpty)
    expectEqual(try one.tags("a"), [])
  }

  @Test func whatAnotherProcessAddsWhileEverythingIsRemovedIsRemovedToo() throws {
    let store = try fixture.open()
    try store.put("a", Data())
    let folder = try store.folder.open(DiskKey(StoreFixture.key("a")).shard)
    for number in 0..<1000 { _ = try DiskFile(creating: "\(number)", in: folder) }
    let first = String(decoding: try #require(folder.names().first), as: UTF8.self)
    let failure = Lock<(any Error)?>(nil)
    // The second iteration begins after the first one, and adds a file behind the listing of the first.
    DispatchQueue.concurrentPerform(iterations: 2) { iteration in
      if iteration == 0 {
        do { try store.removeAll() } catch { failure.withLock { $0 = error } }
      } else {
        while folder.useTime(of: first) != nil {}
        _ = try? DiskFile(creating: "late", in: folder)
      }
    }
    #expect(failure.withLock { $0 } == nil)
    expectTrue(fixture.files.isEmpty)
  }

  @Test func foldersAreCreatedAgainIfAnotherProcessRemovesEverythingAtThatMoment() throws {
    let folder = DiskFolder(fixture.directory)
    try folder.prepare()
    let failures = Lock<[any Error]>([])
    for _ in 0..<500 {
      try folder.removeEntries()
      DispatchQueue.concurrentPerform(iterations: 2) { iteration in
        do {
          if iteration == 0 { try folder.prepare(7) } else { try folder.removeEntries() }
        } catch {
          failures.withLock { $0.append(error) }
        }
      }
    }
    expectEqual(failures.withLock { $0.map(String.init(describing:)) }, [])
  }

  @Test func anEntryThatAnotherProcessStoredLaterIsTheNewest() throws {
    let stores = [try fixture.open(), try fixture.open()]
    for number in 0..<10 { try stores[number % 2].put("a", Data(), tag: "\(number)") }
    // Both took their numbers from the clock, whose steps are shorter than a write.
    expectEqual(try stores[0].tags("a"), (0..<10).reversed().map(String.init))
  }
}

#if os(Linux)
  import Glibc

  /// Processes that end at any time, or meet the limits of the system.
  @Suite struct DiskProcessesTests {
    @Test("After 200 processes were killed while they wrote, every entry is whole or gone", .heavy)
    func everyEntryIsWholeAfterCrashes() async throws {
      await #expect(processExitsWith: .success) {
        let fixture = try DiskFixture()
        var broken: [String] = []
        var found = 0
        for round in 0..<50 {
          // Four at a time: each is killed while the others write to the same folders.
          let children = try (0..<4).map { number in
            try ForkedChild {
              DiskWork.onThread { DiskWork.write(in: fixture.directory, seed: UInt64(4 * round + number)) }
            }
          }
          // Never signalled: the timeout makes each round end at another moment.
          _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .microseconds(500 + round % 25 * 300))
          for child in children { kill(child.identifier, SIGKILL) }
          try #require(children.map { $0.wait() } == children.map { _ in .signalled(SIGKILL) })
          if round % 10 == 9 { broken += try DiskWork.broken(in: fixture.directory, found: &found) }
        }
        try #require(broken.isEmpty, "\(broken.prefix(3))")
        try #require(found > 0, "the processes stored nothing")
        // What they left behind is removed when it is old.
        for file in fixture.files { try DiskFixture.age(file, by: 3600) }
        let store = try fixture.open()
        store.removeRemains()
        let entries = fixture.names.filter { !$0.hasPrefix(".t") }
        try #require(entries.count == fixture.names.count)
        try #require(entries.count { !$0.hasSuffix(".body") } == store.count)
      }
    }

    @Test("Processes that write, read and remove in one directory at once find whole entries only", .heavy)
    func severalProcessesShareADirectory() async throws {
      await #expect(processExitsWith: .success) {
        let fixture = try DiskFixture()
        let children = try (0..<4).map { number in
          try ForkedChild {
            DiskWork.onThread { DiskWork.writeAndCheck(in: fixture.directory, seed: UInt64(number)) }
          }
        }
        try #require(children.map { $0.wait() } == children.map { _ in .exited(0) })
        var found = 0
        try #require(try DiskWork.broken(in: fixture.directory, found: &found) == [])
        try #require(fixture.names.allSatisfy { !$0.hasPrefix(".t") })
      }
    }

    @Test("Two processes that store the same variant at once leave whole entries of one of them", .heavy)
    func twoProcessesStoreTheSameVariant() async throws {
      await #expect(processExitsWith: .success) {
        let fixture = try DiskFixture()
        let children = try (1...2).map { number in
          try ForkedChild {
            DiskWork.onThread {
              DiskWork.storeOneVariant(in: fixture.directory, seed: UInt8(number), times: 300)
            }
          }
        }
        try #require(children.map { $0.wait() } == children.map { _ in .exited(0) })
        var found = 0
        try #require(try DiskWork.broken(in: fixture.directory, found: &found) == [])
        // Each process replaces what it found. What both stored at the same moment stays until the next response.
        try #require((1...2).contains(found))
        let store = try fixture.open()
        let last = try #require(try store.entries(for: StoreFixture.key("0")).first)
        try #require(["1,140000", "2,140000"].contains(last.response.headers["ETag"]))
        try store.put("0", Data("next".utf8), replacing: store.entries(for: last.key).map(\.id))
        try #require(fixture.files.count == 1)
      }
    }

    @Test("A disk that is full in the middle of a file stores nothing and loses nothing", .heavy)
    func aFullDiskStoresNothing() async throws {
      await #expect(processExitsWith: .success) {
        let fixture = try DiskFixture()
        // The limit on the size of a file fails writes as a full disk does.
        signal(SIGXFSZ, SIG_IGN)
        let store = try fixture.open()
        let old = try store.put("a", Data("old".utf8), tag: "old")
        let (short, long) = (Data("hello".utf8), StoreFixture.body(70_000))
        let shortSize = fixture.files.reduce(0) { $0 + (FileEntry($1)?.count ?? 0) } + 2
        var wrong: [String] = []
        // A file is written at once, so what matters is whether nothing, a part, or all but one byte of it fits.
        let limits = [0, 1, 7, 8, 31, 32, 33] + stride(from: 40, to: shortSize, by: 40)
        for limit in limits + [shortSize - 1, 65_535, 65_560, 65_561, 70_000, 70_031] {
          DiskWork.limitFiles(to: limit)
          defer { DiskWork.limitFiles(to: nil) }
          for (body, name) in [(short, "short"), (long, "long")] where limit < shortSize || name == "long" {
            do {
              try store.put("a", body, tag: "new", replacing: [old.id])
              wrong.append("\(name) was stored at \(limit)")
            } catch CacheStoreError.full {
              if fixture.files.count != 1 { wrong.append("\(name) left files at \(limit): \(fixture.names)") }
            }
          }
          if limit < shortSize - 3 {
            do {
              try store.update(old, response: StoreFixture.head("a", tag: "up"))
              wrong.append("an update succeeded at \(limit)")
            } catch CacheStoreError.full {
              if try store.tags("a") != ["old"] { wrong.append("the update changed the entry at \(limit)") }
            }
          }
        }
        try #require(wrong.isEmpty, "\(wrong.prefix(3))")
        try #require(try store.body("a") == Data("old".utf8))
        try store.put("a", long, tag: "new", replacing: [old.id])
        try #require(try fixture.open().body("a") == long)
      }
    }

    @Test("Without free descriptors nothing is read or stored, and nothing is lost")
    func withoutDescriptorsNothingIsLost() async throws {
      await #expect(processExitsWith: .success) {
        let fixture = try DiskFixture()
        let store = try fixture.open()
        try store.put("a", Data("hello".utf8))
        let long = try store.put("b", StoreFixture.body(100_000))
        let fresh = try fixture.open()
        DiskWork.limitDescriptors(to: 64)
        let taken = DiskWork.takeDescriptors()
        try #require(throws: CacheStoreError.system(.EMFILE)) {
          try fresh.entries(for: StoreFixture.key("a"))
        }
        try #require(throws: CacheStoreError.system(.EMFILE)) { try store.reader(of: long) }
        try #require(throws: CacheStoreError.system(.EMFILE)) { try store.put("c", Data("hello".utf8)) }
        try #require(throws: CacheStoreError.system(.EMFILE)) {
          try store.put("c", StoreFixture.body(70_000))
        }
        for descriptor in taken { close(descriptor) }
        try #require(try fresh.body("a") == Data("hello".utf8))
        try #require(try fresh.body("b") == StoreFixture.body(100_000))
        try #require(try fresh.tags("c") == [])
        try #require(fixture.files.count == 3)
      }
    }

    @Test("An entry whose file cannot be read is removed, and the others of its key are used")
    func anEntryThatCannotBeReadIsRemoved() async throws {
      await #expect(processExitsWith: .success) {
        let fixture = try DiskWork.fixtureOfAUser()
        try fixture.open().put("a", Data("unreadable".utf8))
        let file = try #require(fixture.files.first)
        try DiskWork.setMode(0, of: file)
        try fixture.open().put("a", Data("hello".utf8))
        try #require(try fixture.open().body("a") == Data("hello".utf8))
        try #require(FileEntry(file) == nil)
        // Without the permission to remove it, it is an error.
        let left = try #require(fixture.files.first)
        try DiskWork.setMode(0, of: left)
        try DiskWork.setMode(0o500, of: fixture.shard("a"))
        try #require(throws: CacheStoreError.system(.EACCES)) { try fixture.open().body("a") }
        try DiskWork.setMode(0o700, of: fixture.shard("a"))
        seteuid(0)
      }
    }

    @Test("A directory that becomes read-only can be read, and fails to store with an error")
    func aReadOnlyDirectoryIsRead() async throws {
      await #expect(processExitsWith: .success) {
        let fixture = try DiskWork.fixtureOfAUser()
        let store = try fixture.open()
        let entry = try store.put("a", Data("hello".utf8))
        let folders = [
          fixture.shard("a"), fixture.directory.appending(path: "entries"), fixture.directory,
        ]
        for folder in folders { try DiskWork.setMode(0o500, of: folder) }
        try #require(try store.body("a") == Data("hello".utf8))
        let denied = CacheStoreError.system(.EACCES)
        try #require(throws: denied) { try store.put("a", Data("more".utf8)) }
        try #require(throws: CacheStoreError.self) { try store.put("other", Data("more".utf8)) }
        try #require(throws: denied) { try store.update(entry, response: StoreFixture.head()) }
        try #require(throws: denied) { try store.remove([entry]) }
        try #require(throws: CacheStoreError.self) { try store.removeAll() }
        try #require(throws: CacheStoreError.self) {
          try DiskCacheStore(at: fixture.directory.appending(path: "inner"), limit: 1000)
        }
        for folder in folders.reversed() { try DiskWork.setMode(0o700, of: folder) }
        try #require(try fixture.open().body("a") == Data("hello".utf8))
        seteuid(0)
      }
    }
  }
#endif
