import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct DiskRecordTests {
  private let record = DiskRecord(
    key: DiskKey(CacheKey(url: "https://example.com/secret", partition: "alice")), id: 0xabc, charge: 0x1234,
    hasBodyFile: true)

  @Test func aNameIsParsedToTheRecordThatWroteIt() {
    for (charge, hasBodyFile) in [(0, true), (1, false), (Int64.max, true)] {
      var record = record
      (record.charge, record.hasBodyFile) = (charge, hasBodyFile)
      expectEqual(DiskRecord(name: Array(record.name.utf8)), record)
    }
  }

  /// The digest of the URL is the one of `printf %s https://example.com/secret | sha256sum`.
  @Test func aNameHasOnlyDigests() {
    #expect(record.name.hasPrefix("9104fbd30f53b8ea1623ed152a6d1ab9"))
    #expect(record.name.hasSuffix("-0000000000000abc-1234+"))
    expectEqual(record.name.utf8.count, 71)
    expectEqual(DiskKey(CacheKey(url: "https://example.com/secret")).partition, 0)
    expectNotEqual(record.key.partition, 0)
  }

  @Test func otherNamesAreIgnored() {
    let name = Array(record.name.utf8)
    var others = (0..<name.count).map { Array(name[..<$0]) }.filter { $0.count <= 66 }
    for index in name.indices.dropLast() { others.append(name[..<index] + [0x7a] + name[(index + 1)...]) }
    others += [name + Array(".body".utf8), name + [0x2b], Array("readme.txt".utf8), [], [0xff, 0x2b]]
    others.append(Array(record.name.uppercased().utf8))
    // The neighbors of digits, and a name without a size.
    for byte: UInt8 in [0x2f, 0x3a, 0x60, 0x67] { others.append([byte] + name[1...]) }
    others.append(name[..<66] + [0x2b])
    others.append(Array(name.dropLast(5)) + Array("01234".utf8))
    others.append(Array(name.dropLast(5)) + Array("ffffffffffffffff".utf8))
    #expect(others.filter { DiskRecord(name: $0) != nil }.isEmpty)
  }
}

@Suite struct DiskShardTests {
  private static func record(_ url: String, _ id: UInt64, _ charge: Int64 = 10) -> DiskRecord {
    DiskRecord(key: DiskKey(CacheKey(url: url)), id: id, charge: charge, hasBodyFile: false)
  }

  @Test func theEntriesOfAKeyAreTheNewestFirst() {
    var shard = DiskShard()
    for url in ["a", "b", "c"] { for id in [2, 5, 3] as [UInt64] { shard.insert(Self.record(url, id)) } }
    expectEqual(shard.records(for: DiskKey(CacheKey(url: "b"))).map(\.id), [5, 3, 2])
    #expect(shard.records(for: DiskKey(CacheKey(url: "d"))).isEmpty)
    expectEqual(shard.size, 90)
    shard.remove(Self.record("b", 3))
    shard.remove(Self.record("b", 4))
    expectEqual(shard.records(for: DiskKey(CacheKey(url: "b"))).map(\.id), [5, 2])
    expectEqual(shard.size, 80)
  }

  @Test func anEntryThatIsInsertedTwiceCountsOnce() {
    var shard = DiskShard()
    shard.insert(Self.record("a", 1, 10))
    shard.insert(Self.record("a", 1, 30))
    expectEqual(shard.records.map(\.charge), [30])
    expectEqual(shard.size, 30)
  }

  @Test func theSizesThatNamesSayAreAdded() {
    var shard = DiskShard()
    let huge = [Self.record("a", 1, .max), Self.record("b", 1, .max)]
    shard.list(huge + [Self.record("c", 1)], changed: 5, now: 1_000_000_000)
    let limited = shard.size
    #expect(limited > 1 << 50)
    // The sizes of all shards are added.
    #expect(limited <= .max / Int64(DiskFolder.shardCount))
    shard.insert(Self.record("d", 1, .max))
    shard.insert(Self.record("a", 1, .max))
    expectEqual(shard.size, limited)
    for url in ["a", "b", "d"] { shard.remove(Self.record(url, 1, .max)) }
    expectEqual(shard.size, 10)
  }

  @Test func aGrowthDoesNotOverflowTheSizeOfAnotherName() {
    var shard = DiskShard()
    shard.list([Self.record("a", 1, 0)], changed: 5, now: 1_000_000_000)
    shard.resize(Self.record("a", 1, 0), to: 1 << 40)
    expectEqual(shard.size, 1 << 40)
    shard.list([Self.record("a", 1, .max)], changed: 6, now: 1_000_000_000)
    expectEqual(shard.records.map(\.size), [.max])
    shard.remove(Self.record("a", 1, .max))
    expectEqual(shard.size, 0)
  }

  @Test(arguments: [Int64.min, -8_500_000_000_000_000_000, .max])
  func aFolderMayHaveAnyTimeOfChange(_ changed: Int64) {
    var shard = DiskShard()
    shard.list([], changed: changed, now: 1_700_000_000_000_000_000)
    #expect(!shard.needsListing(changed: changed))
  }

  @Test func aListingIsUsedUntilTheFolderChanges() {
    var shard = DiskShard()
    #expect(shard.needsListing(changed: 5))
    shard.list([Self.record("a", 1)], changed: 5, now: 1_000_000_000)
    #expect(!shard.needsListing(changed: 5))
    #expect(shard.needsListing(changed: 6))
    #expect(shard.needsListing(changed: 4))
  }

  @Test func aListingOfAFolderThatHasJustChangedIsNotKept() {
    var shard = DiskShard()
    shard.list([Self.record("a", 1)], changed: 1_000_000_000, now: 1_000_000_001)
    #expect(shard.needsListing(changed: 1_000_000_000))
    expectEqual(shard.records.count, 1)
  }

  @Test(arguments: [0, 999_999_999, 1_999_999_999, 2_010_000_000])
  func aListingIsNotKeptWhileATimeOfWholeSecondsMayBeThatOfALaterChange(_ passed: Int64) {
    let changed: Int64 = 1_700_000_000_000_000_000
    var shard = DiskShard()
    shard.list([Self.record("a", 1)], changed: changed, now: changed + passed)
    #expect(shard.needsListing(changed: changed))
  }

  @Test func aTimeOfWholeSecondsSettlesAndOthersSettleSooner() {
    let changed: Int64 = 1_700_000_000_000_000_000
    var shard = DiskShard()
    shard.list([], changed: changed, now: changed + 2_100_000_000)
    #expect(!shard.needsListing(changed: changed))
    shard.list([], changed: changed + 1, now: changed + 30_000_000)
    #expect(!shard.needsListing(changed: changed + 1))
  }

  @Test func aListingThatTakesLongerThanAFolderSettlesIsNotKept() {
    var shard = DiskShard()
    var time: Int64 = 1_000_000_000
    func names() -> [DiskRecord] {
      time += 30_000_000
      return []
    }
    shard.list(names(), changed: 1_000_000_000, now: time)
    #expect(shard.needsListing(changed: 1_000_000_000))
  }

  @Test func aNewListingKeepsTheTimesOfUse() {
    var shard = DiskShard()
    shard.insert(Self.record("a", 1))
    let (known, unknown) = (
      shard.touch(Self.record("a", 1), at: 7), shard.touch(Self.record("a", 2), at: 7)
    )
    expectEqual(known, 0)
    expectNil(unknown)
    shard.list([Self.record("a", 1), Self.record("a", 2)], changed: 5, now: 1_000_000_000)
    expectEqual(shard.records.map(\.lastUse), [0, 7])
  }

  private static func entry(_ record: DiskRecord, tag: String = "1") -> CacheEntry {
    CacheEntry(
      id: record.id, key: CacheKey(url: "a"), response: StoreFixture.head(tag: tag), bodySize: 0,
      payload: .disk(DiskPayload(record: record, body: Data())))
  }

  @Test func theLastFourEntriesThatWereReadAreKept() {
    let records = (1...7).map { Self.record("\($0)", $0) }
    var shard = DiskShard()
    shard.list(records, changed: 5, now: 1_000_000_000)
    for record in records[..<6] { shard.keep(Self.entry(record), of: record, listing: 5) }
    expectEqual(records.filter { shard.recent($0) != nil }.map(\.id), [3, 4, 5, 6])
    // What is read again replaces what is kept.
    shard.keep(Self.entry(records[3], tag: "2"), of: records[3], listing: 5)
    expectEqual(shard.recent(records[3])?.response.headers["ETag"], "2")
    expectEqual(shard.recent(records[2])?.id, 3)
    shard.keep(Self.entry(records[6]), of: records[6], listing: 5)
    expectEqual(shard.recent(records[6])?.id, 7)
  }

  @Test func aReadEntryIsKeptUntilTheNextListing() {
    let record = Self.record("a", 1)
    let entry = Self.entry(record)
    var shard = DiskShard()
    shard.list([record], changed: 5, now: 1_000_000_000)
    shard.keep(entry, of: record, listing: 4)
    expectNil(shard.recent(record), "it was read before the listing")
    shard.keep(entry, of: record, listing: 5)
    expectEqual(shard.recent(record)?.id, 1)
    shard.list([record], changed: 6, now: 1_000_000_000)
    expectNil(shard.recent(record))
    shard.keep(entry, of: record, listing: 6)
    shard.remove(record)
    expectNil(shard.recent(record))
    shard.list([record], changed: 7, now: 1_000_000_000)
    shard.keep(entry, of: record, listing: 7)
    shard.clear()
    expectNil(shard.recent(record))
    #expect(shard.needsListing(changed: 7))
  }
}
