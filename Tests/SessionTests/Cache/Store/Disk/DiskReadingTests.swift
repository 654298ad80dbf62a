import Foundation
import TestSupport
import Testing

@testable import Net

/// The file of an entry is read at once if it has the size that its name says, and completely in any case.
@Suite struct DiskReadingTests {
  private let fixture: DiskFixture

  init() throws { fixture = try DiskFixture() }

  /// A head that makes the file of its entry longer by this many bytes.
  private static func head(longerBy count: Int) -> StoredResponse {
    var head = StoreFixture.head("a")
    if count > 0 { head.headers.add(name: "X", value: String(repeating: "x", count: count)) }
    return head
  }

  /// The size of the file that has the head.
  private var headFileSize: Int {
    get throws {
      let file = try #require(fixture.files.first { !$0.lastPathComponent.hasSuffix(".body") })
      return try Data(contentsOf: file).count
    }
  }

  @Test(arguments: [10, 100_000])
  func aHeadOfAnyLengthIsRead(size: Int) throws {
    let store = try fixture.open()
    let body = StoreFixture.body(size)
    var wrong: [Int] = []
    for length in [1, 3_900, 4_095, 4_096, 4_097, 8_191, 8_192, 8_193, 100_000] {
      try store.removeAll()
      let head = Self.head(longerBy: length)
      let writer = try store.writer(for: StoreFixture.key("a"), response: head, replacing: [])
      try writer.append(body)
      _ = try writer.commit()
      let again = try fixture.open()
      let heads = try again.entries(for: StoreFixture.key("a")).map(\.response)
      if try heads != [head] || again.body("a") != body { wrong.append(length) }
    }
    expectTrue(wrong.isEmpty)
  }

  @Test(arguments: [10, 100_000])
  func aHeadWhoseFileHasAnySizeAroundThatOfABufferIsRead(size: Int) throws {
    let store = try fixture.open()
    let entry = try store.put("a", StoreFixture.body(size))
    try store.update(entry, response: Self.head(longerBy: 1))
    let shortest = try headFileSize - 1
    var sizes: [Int] = []
    for target in [4_094, 4_095, 4_096, 4_097, 4_098, 8_192, 8_193, 8_194] {
      let head = Self.head(longerBy: target - shortest)
      try store.update(entry, response: head)
      if try fixture.open().entries(for: entry.key).map(\.response) == [head] {
        sizes.append(try headFileSize)
      }
    }
    expectEqual(sizes, [4_094, 4_095, 4_096, 4_097, 4_098, 8_192, 8_193, 8_194])
  }

  @Test(arguments: [10, 100_000])
  func aHeadThatAnotherProcessHasMadeLongerOrShorterIsRead(size: Int) throws {
    let (store, other) = (try fixture.open(), try fixture.open())
    let body = StoreFixture.body(size)
    let writer = try store.writer(
      for: StoreFixture.key("a"), response: Self.head(longerBy: 2_000), replacing: [])
    try writer.append(body)
    let key = try writer.commit().key
    for length in [2_001, 10_000, 5_000, 1_999, 100, 0] {
      let head = Self.head(longerBy: length)
      try other.update(try #require(other.entries(for: key).first), response: head)
      expectEqual(try store.entries(for: key).map(\.response), [head])
      expectEqual(try store.body("a"), body)
    }
  }

  @Test(arguments: [0, 1, 16_384, 16_385, 65_535, 65_536, 65_537, 131_072, 131_073])
  func aBodyOfAnyLengthAroundThatOfABlockIsRead(size: Int) throws {
    let body = StoreFixture.body(size)
    try fixture.open().put("a", body)
    expectEqual(fixture.files.count, size > 16_384 ? 2 : 1)
    let store = try fixture.open()
    expectEqual(try store.body("a"), body)
    let entry = try #require(try store.entries(for: StoreFixture.key("a")).first)
    for offset in [0, 1, 65_535, 65_536, 65_537, size - 1] where 0..<size ~= offset {
      let read = try store.reader(of: entry, from: Int64(offset)).read(atMost: 3)
      expectEqual(read, body.count == offset ? nil : body[offset..<min(size, blockEnd(offset), offset + 3)])
    }
  }

  /// The end of the block with an offset, at which a reader stops.
  private func blockEnd(_ offset: Int) -> Int { (offset / 65_536 + 1) * 65_536 }

  /// A kept entry is not read again while its folder is unchanged.
  @Test(arguments: [4_096, 4_097])
  func anEntryWithAShortBodyIsKeptInMemory(size: Int) throws {
    try fixture.open().put("a", StoreFixture.body(size))
    try DiskFixture.age(fixture.shard("a"), by: 60)
    let store = try fixture.open()
    expectEqual(try store.tags("a"), ["1"])
    let handle = try FileHandle(forWritingTo: try #require(fixture.files.first))
    try handle.write(contentsOf: Data("damaged".utf8))
    try handle.close()
    expectEqual(try store.tags("a"), size == 4_096 ? ["1"] : [])
  }

  @Test func aFileThatIsLargerThanAnyEntryIsAMissAndRemoved() throws {
    try fixture.open().put("a", Data("hello".utf8))
    let file = try #require(fixture.files.first)
    var whole = try Data(contentsOf: file)
    whole.append(Data(count: Int(EntryFile.longestFile)))
    try whole.write(to: file)
    expectNil(try fixture.open().body("a"))
    expectTrue(fixture.files.isEmpty)
  }

  /// Anyone who can write to the folder can name a file.
  @Test(arguments: [0, 1, 4_096, Int64.max])
  func anEntryWhoseNameSaysAnotherSizeIsRead(charge: Int64) throws {
    let entry = try fixture.open().put("a", Data("hello".utf8))
    let file = try #require(fixture.files.first)
    var record = try #require(DiskRecord(name: Array(file.lastPathComponent.utf8)))
    record.charge = charge
    let renamed = file.deletingLastPathComponent().appending(path: record.name)
    try FileManager.default.moveItem(at: file, to: renamed)
    let store = try fixture.open()
    expectEqual(try store.entries(for: entry.key).map(\.id), [entry.id])
    expectEqual(try store.body("a"), Data("hello".utf8))
  }
}
