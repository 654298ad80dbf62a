import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct MemoryCacheStoreTests {
  @Test func theLeastRecentlyUsedEntryIsEvictedAboveTheLimit() throws {
    let store = MemoryCacheStore(limit: 10_000, entryLimit: 4000)
    for path in ["a", "b", "c"] { try store.put(path, Data(count: 2000)) }
    store.touch(try #require(store.entries(for: StoreFixture.key("a")).first))
    try store.put("d", Data(count: 2000))
    expectEqual(try ["a", "b", "c", "d"].filter { try store.body($0) != nil }, ["a", "c", "d"])
    #expect(store.size <= 10_000)
  }

  @Test func anotherKeyWithTheSameHashValueHasOtherEntries() throws {
    let store = MemoryCacheStore(limit: 10_000)
    // A string has the same hash value in both forms.
    let (one, other) = ("\u{e9}", "e\u{301}")
    expectEqual(StoreFixture.key(one).hash, StoreFixture.key(other).hash)
    try store.put(one, Data(), tag: "1")
    expectEqual(try store.tags(other), [])
    try store.put(other, Data(), tag: "2")
    expectEqual(try store.tags(one), ["1"])
    expectEqual(try store.tags(other), ["2"])
  }

  @Test func bytesThatAreBeingWrittenCountTowardsTheLimit() throws {
    let store = MemoryCacheStore(limit: 10_000, entryLimit: 9000)
    try store.put("old", Data(count: 2000))
    let writer = store.writer(for: StoreFixture.key("new"), response: StoreFixture.head(), replacing: [])
    try writer.append(Data(count: 8000))
    expectEqual(store.count, 0)
    let other = store.writer(for: StoreFixture.key("other"), response: StoreFixture.head(), replacing: [])
    #expect(throws: CacheStoreError.full) { try other.append(Data(count: 3000)) }
    _ = try writer.commit()
    expectEqual(store.count, 1)
  }

  @Test func discardingAWriterReleasesItsReservation() throws {
    let store = MemoryCacheStore(limit: 10_000, entryLimit: 9000)
    for _ in 0..<5 {
      let writer = store.writer(for: StoreFixture.key("a"), response: StoreFixture.head(), replacing: [])
      try writer.append(Data(count: 8000))
    }
    try store.put("b", Data(count: 8000))
    expectEqual(store.count, 1)
  }

  @Test func theAnnouncedLengthIsReservedWhenAWriterBegins() throws {
    let store = MemoryCacheStore(limit: 10_000, entryLimit: 9000)
    let writer = store.writer(for: StoreFixture.key("a"), response: announcing(8000), replacing: [])
    let other = store.writer(for: StoreFixture.key("b"), response: StoreFixture.head(), replacing: [])
    #expect(throws: CacheStoreError.full) { try other.append(Data(count: 3000)) }
    try writer.append(Data(count: 8000))
    _ = try writer.commit()
    expectEqual(try store.body("a")?.count, 8000)
  }

  @Test func aBodyShorterThanAnnouncedReleasesTheRestOfItsReservation() throws {
    let store = MemoryCacheStore(limit: 10_000, entryLimit: 9000)
    let writer = store.writer(for: StoreFixture.key("a"), response: announcing(8000), replacing: [])
    try writer.append(Data(count: 10))
    _ = try writer.commit()
    try store.put("b", Data(count: 7000))
    expectEqual(store.count, 2)
  }

  @Test func theLimitHoldsForABodyLongerThanAnnounced() throws {
    let store = MemoryCacheStore(limit: 10_000, entryLimit: 4000)
    let writer = store.writer(for: StoreFixture.key("a"), response: announcing(100), replacing: [])
    try writer.append(Data(count: 100))
    try writer.append(Data(count: 3900))
    #expect(throws: CacheStoreError.tooLarge(limit: 4000)) { try writer.append(Data(count: 1)) }
    #expect(throws: CacheStoreError.ended) { _ = try writer.commit() }
    expectEqual(store.count, 0)
  }

  @Test func anAnnouncedLengthWithoutRoomEvictsNothing() throws {
    let store = MemoryCacheStore(limit: 10_000, entryLimit: 4000)
    try store.put("old", Data(count: 4000))
    for length in [4001, Int.max] {
      let writer = store.writer(for: StoreFixture.key("a"), response: announcing(length), replacing: [])
      try writer.append(Data(count: 10))
      expectEqual(store.count, 1)
    }
  }

  @Test func anAnnouncedLengthWithoutRoomBesideOtherWritersEvictsNothing() throws {
    let store = MemoryCacheStore(limit: 10_000, entryLimit: 9000)
    try store.put("old", Data())
    let one = store.writer(for: StoreFixture.key("a"), response: announcing(8000), replacing: [])
    let other = store.writer(for: StoreFixture.key("b"), response: announcing(8000), replacing: [])
    expectEqual(store.count, 1)
    try other.append(Data(count: 10))
    one.discard()
    _ = try other.commit()
    expectEqual(store.count, 2)
  }

  @Test func discardingABodyOfManyBlocksReleasesItsReservation() throws {
    let store = MemoryCacheStore(limit: 1 << 20, entryLimit: 1 << 20)
    for _ in 0..<3 {
      let writer = store.writer(for: StoreFixture.key("a"), response: announcing(1_000_000), replacing: [])
      for _ in 0..<100 { try writer.append(Data(count: 10_000)) }
      writer.discard()
      writer.discard()
    }
    let writer = store.writer(for: StoreFixture.key("a"), response: announcing(1_000_000), replacing: [])
    for _ in 0..<100 { try writer.append(Data(count: 10_000)) }
    _ = try writer.commit()
    expectEqual(try store.body("a")?.count, 1_000_000)
  }

  private func announcing(_ length: Int) -> StoredResponse {
    var head = StoreFixture.head()
    head.headers.add(name: "Content-Length", value: "\(length)")
    return head
  }

  @Test func aHeadThatGrowsCountsTowardsTheLimit() throws {
    let store = MemoryCacheStore(limit: 10_000, entryLimit: 5000)
    try store.put("a", Data(count: 4000))
    let entry = try store.put("b", Data(count: 3000))
    var head = StoreFixture.head("b")
    head.headers.add(name: "X-Large", value: String(repeating: "x", count: 2000))
    try store.update(entry, response: head)
    expectNil(try store.body("a"))
    expectEqual(try store.body("b")?.count, 3000)
  }

  @Test func theHeadOfANewEntryCountsTowardsTheLimit() throws {
    let store = MemoryCacheStore(limit: 2 * StoreFixture.head("a").footprint + 10)
    for path in ["a", "b", "c"] { try store.put(path, Data()) }
    expectEqual(store.count, 2)
    expectEqual(store.size, 2 * StoreFixture.head("a").footprint)
    expectNil(try store.body("a"))
  }

  @Test func aBodyLargerThanTheEntryLimitEvictsNothing() throws {
    let store = MemoryCacheStore(limit: 10_000, entryLimit: 3000)
    try store.put("a", Data(count: 2000))
    #expect(throws: CacheStoreError.tooLarge(limit: 3000)) { try store.put("b", Data(count: 3001)) }
    expectEqual(store.count, 1)
  }

  @Test func aStoreWithoutRoomStoresNothing() throws {
    for limit in [Int64(-1), 0, 1] {
      let store = MemoryCacheStore(limit: limit)
      #expect(throws: CacheStoreError.self) { try store.put("a", Data()) }
      expectEqual(store.count, 0)
    }
  }

  @Test func theOldestOfTooManyVariantsIsRemoved() throws {
    let store = MemoryCacheStore(limit: 1 << 20)
    for tag in 0..<40 { try store.put("a", Data(), tag: "\(tag)") }
    expectEqual(try store.tags("a"), (8..<40).reversed().map(String.init))
    expectEqual(store.count, 32)
  }

  @Test func aSliceOfALargeBufferIsCopied() throws {
    let store = MemoryCacheStore(limit: 1 << 20)
    let isReleased = Locked(false)
    do {
      let buffer = UnsafeMutableRawPointer.allocate(byteCount: 1000, alignment: 8)
      unsafe buffer.initializeMemory(as: UInt8.self, repeating: 0, count: 1000)
      // The data frees the buffer when nothing uses it any more.
      let data = unsafe Data(
        bytesNoCopy: buffer, count: 1000,
        deallocator: .custom { bytes, _ in
          unsafe bytes.deallocate()
          isReleased.update { $0 = true }
        })
      try store.put("a", data.prefix(10))
    }
    expectTrue(isReleased.value)
    expectEqual(try store.body("a"), Data(count: 10))
  }

  /// Writes the chunks, and returns the address of the first stored byte.
  private func address(ofBody chunks: [Data], announcing length: Int, keeping: Bool) throws -> UInt? {
    let store = MemoryCacheStore(limit: 1 << 20)
    let key = StoreFixture.key("a")
    let writer = try #require(
      store.writer(for: key, response: announcing(length), replacing: []) as? MemoryBodyWriter)
    for chunk in chunks { try writer.append(chunk, keeping: keeping) }
    _ = try writer.commit()
    expectEqual(try store.body("a"), chunks.reduce(Data(), +))
    let entry = try #require(store.entries(for: key).first)
    return try store.reader(of: entry).read(atMost: .max).flatMap(address)
  }

  private func address(of data: Data) -> UInt? {
    unsafe data.withUnsafeBytes { bytes in unsafe bytes.baseAddress.map { UInt(bitPattern: $0) } }
  }

  @Test func anExactChunkThatIsTheWholeBodyIsKept() throws {
    let chunk = StoreFixture.body(1000)
    expectEqual(try address(ofBody: [chunk], announcing: 1000, keeping: true), address(of: chunk))
  }

  @Test(arguments: [65_535, 65_536, 65_537, 200_000])
  func aChunkThatIsKeptIsReadInPieces(size: Int) throws {
    let store = MemoryCacheStore(limit: 8 << 20)
    let key = StoreFixture.key("a")
    let body = StoreFixture.body(size)
    let writer = try #require(
      store.writer(for: key, response: announcing(size), replacing: []) as? MemoryBodyWriter)
    try writer.append(body, keeping: true)
    let reader = try store.reader(of: try writer.commit())
    var read = Data()
    while let chunk = try reader.read(atMost: 40_000) { read += chunk }
    expectEqual(read, body)
  }

  @Test func anyOtherChunkIsCopied() throws {
    let chunk = StoreFixture.body(1000)
    expectNotEqual(try address(ofBody: [chunk], announcing: 1000, keeping: false), address(of: chunk))
    expectNotEqual(try address(ofBody: [chunk], announcing: 1001, keeping: true), address(of: chunk))
    expectNotEqual(try address(ofBody: [chunk, chunk], announcing: 1000, keeping: true), address(of: chunk))
    expectNotEqual(try address(ofBody: [chunk, chunk], announcing: 2000, keeping: true), address(of: chunk))
    let block = StoreFixture.body(65_536)
    expectNotEqual(
      try address(ofBody: [block, chunk], announcing: 65_536, keeping: true), address(of: block))
  }
}
