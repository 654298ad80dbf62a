import Foundation
import TestSupport
import Testing

@testable import Net

/// What is damaged is a miss, and never read as something else.
@Suite struct DiskDamageTests {
  private let fixture: DiskFixture

  init() throws { fixture = try DiskFixture() }

  @Test("A short entry with any byte changed is a miss, and is removed")
  func aChangedByteInAShortEntryIsAMiss() throws {
    try fixture.open().put("a", Data("hello".utf8))
    let file = try #require(fixture.files.first)
    let whole = try Data(contentsOf: file)
    var wrong: [Int] = []
    for index in whole.indices {
      var damaged = whole
      damaged[index] ^= 0x20
      try damaged.write(to: file)
      let found = try fixture.open().body("a")
      // Byte 7 is the version. A file of another version stays.
      if found != nil || (index != 7 && FileEntry(file) != nil) { wrong.append(index) }
    }
    expectTrue(wrong.isEmpty)
  }

  @Test("A short entry cut anywhere is a miss")
  func aCutShortEntryIsAMiss() throws {
    try fixture.open().put("a", Data("hello".utf8))
    let file = try #require(fixture.files.first)
    let whole = try Data(contentsOf: file)
    var wrong: [Int] = []
    for count in 0..<whole.count {
      try whole.prefix(count).write(to: file)
      if try fixture.open().body("a") != nil { wrong.append(count) }
    }
    expectTrue(wrong.isEmpty)
  }

  @Test("A long body with a changed byte fails before the block of that byte is read")
  func aChangedByteInALongBodyFailsBeforeItsBlock() throws {
    let body = StoreFixture.body(200_000)
    var failures: [String] = []
    for offset in [0, 7, 8, 15, 16, 100, 65_551, 65_552, 65_559, 65_560, 131_000, 131_111, 200_047] {
      let store = try fixture.open()
      try store.removeAll()
      try store.put("a", body)
      let file = try #require(fixture.files.first { $0.lastPathComponent.hasSuffix(".body") })
      var damaged = try Data(contentsOf: file)
      damaged[offset] ^= 0x01
      try damaged.write(to: file)
      var read = Data()
      do {
        let entry = try #require(try store.entries(for: StoreFixture.key("a")).first)
        let reader = try store.reader(of: entry)
        while let chunk = try reader.read(atMost: 10_000) { read += chunk }
        failures.append("\(offset): it was read to its end")
      } catch CacheStoreError.damaged {
        let block = max(0, offset - 16) / 65_544
        if read != body.prefix(block * 65_536) { failures.append("\(offset): \(read.count) bytes were read") }
      }
      if try !store.tags("a").isEmpty || !fixture.files.isEmpty {
        failures.append("\(offset): it is still stored")
      }
    }
    expectTrue(failures.isEmpty, "\(failures)")
  }

  @Test("A long body that is shorter, longer, missing or of another entry is damaged or vanished")
  func aLongBodyOfAnotherSizeIsDamaged() throws {
    let body = StoreFixture.body(140_000)
    let changes: [(String, (Data) -> Data?)] = [
      ("empty", { _ in Data() }), ("cut", { $0.dropLast(1) }), ("longer", { $0 + [0] }),
      ("missing", { _ in nil }),
      ("cut at a block", { $0.prefix(16 + 65_544) }), ("blocks exchanged", Self.withExchangedBlocks),
    ]
    var failures: [String] = []
    for (what, change) in changes {
      let store = try fixture.open()
      try store.removeAll()
      try store.put("a", body)
      let file = try #require(fixture.files.first { $0.lastPathComponent.hasSuffix(".body") })
      let changed = change(try Data(contentsOf: file))
      try FileManager.default.removeItem(at: file)
      try changed?.write(to: file)
      do {
        if let read = try store.body("a") { failures.append("\(what): \(read.count) bytes were read") }
      } catch CacheStoreError.damaged, CacheStoreError.vanished {
        continue
      }
    }
    expectTrue(failures.isEmpty, "\(failures)")
  }

  private static func withExchangedBlocks(_ file: Data) -> Data {
    let (first, second) = (file[16..<16 + 65_544], file[16 + 65_544..<16 + 2 * 65_544])
    return file.prefix(16) + second + first + file.dropFirst(16 + 2 * 65_544)
  }

  @Test("The body of another entry is not read in its place")
  func theBodyOfAnotherEntryIsDamaged() throws {
    let store = try fixture.open()
    try store.put("a", StoreFixture.body(100_000))
    try store.put("b", StoreFixture.body(100_000, seed: 1))
    let bodies = fixture.files.filter { $0.lastPathComponent.hasSuffix(".body") }
    try #require(bodies.count == 2)
    try Data(contentsOf: bodies[0]).write(to: bodies[1])
    let bodiesRead = ["a", "b"].compactMap { try? store.body($0) }
    expectEqual(bodiesRead.count, 1)
  }

  @Test("Foreign files are ignored: other names, folders, links, pipes, a later version")
  func foreignFilesAreIgnored() throws {
    try fixture.open().put("a", Data("hello".utf8))
    let file = try #require(fixture.files.first)
    let whole = try Data(contentsOf: file)
    let folder = fixture.shard("a")
    try Data("x".utf8).write(to: folder.appending(path: "readme.txt"))
    try Data("x".utf8).write(to: fixture.directory.appending(path: "entries/readme.txt"))
    expectEqual(try fixture.open().body("a"), Data("hello".utf8))

    var later = whole
    later[7] = 2
    try later.write(to: file)
    expectNil(try fixture.open().body("a"))
    expectEqual(FileEntry(file)?.isRegular, true, "a later version can still read it")

    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    expectNil(try fixture.open().body("a"))

    try? FileManager.default.removeItem(at: file)
    let target = fixture.directory.appending(path: "target")
    try whole.write(to: target)
    try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
    expectNil(try fixture.open().body("a"))
    expectEqual(FileEntry(target)?.isRegular, true, "the target of the link stays")

    try? FileManager.default.removeItem(at: file)
    let made = unsafe mkfifo(file.path, 0o600)
    expectEqual(made, 0)
    expectNil(try fixture.open().body("a"))
  }

  /// The file of the first entry is copied to the folder of the second one, with its name, or with another size in it.
  @Test(
    "An entry in the folder of others does not count, and is removed when it is old",
    arguments: [false, true])
  func anEntryInAnotherFolderDoesNotCount(isHuge: Bool) throws {
    let store = try fixture.open(limit: 1000)
    try store.put("a", Data("1".utf8))
    let file = try #require(fixture.files.first)
    try store.put("b", Data("2".utf8))
    let (size, folder) = (store.size, fixture.shard("b"))
    expectNotEqual(fixture.shard("a"), folder)
    let name = file.lastPathComponent.prefix(66) + (isHuge ? "7fffffffffffffff" : "1")
    let copy = folder.appending(path: String(name))
    try FileManager.default.copyItem(at: file, to: copy)
    expectEqual(store.size, size)
    expectEqual(store.count, 2)
    store.evict()
    expectEqual(try store.body("a"), Data("1".utf8))
    try DiskFixture.age(copy, by: 3600)
    store.removeRemains()
    expectNil(FileEntry(copy))
    expectEqual(try store.body("a"), Data("1".utf8))
    expectEqual(try store.body("b"), Data("2".utf8))
  }

  @Test("Any bytes in the place of an entry are a miss", arguments: 0..<8 as Range<UInt64>)
  func anyBytesAreAMiss(seed: UInt64) throws {
    try fixture.open().put("a", Data("hello".utf8))
    let file = try #require(fixture.files.first)
    let whole = try Data(contentsOf: file)
    var generator = SeededGenerator(seed: seed)
    var wrong = 0
    for _ in 0..<50 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...40, using: &generator) {
        bytes[Int.random(in: 8..<bytes.count, using: &generator)] = UInt8.random(
          in: 0...255, using: &generator)
      }
      if Bool.random(using: &generator) {
        bytes = bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))
      }
      guard bytes != whole else { continue }
      try bytes.write(to: file)
      if try fixture.open().body("a") != nil { wrong += 1 }
    }
    expectEqual(wrong, 0)
  }
}
