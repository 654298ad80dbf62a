import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct EntryTableTests {
  private func entry(_ id: UInt64, _ path: String, partition: String = "", size: Int64 = 0) -> CacheEntry {
    CacheEntry(
      id: id, key: StoreFixture.key(path, partition: partition), response: StoreFixture.head(path),
      bodySize: size)
  }

  private func remove(_ entry: CacheEntry, from table: inout EntryTable) -> UInt64? {
    table.index(of: entry.id, hash: entry.key.hash).flatMap { table.remove($0)?.entry.id }
  }

  @Test func theEntriesOfAKeyAreNewestFirstWhateverTheOrderOfTheCommits() {
    var table = EntryTable()
    for id in [2, 5, 1, 4] as [UInt64] { table.insert(entry(id, "a"), charge: 1) }
    table.insert(entry(3, "a", partition: "1"), charge: 1)
    expectEqual(table.entries(hash: StoreFixture.key("a").hash).map(\.id), [5, 4, 2, 1])
    expectEqual(table.entries(hash: StoreFixture.key("a", partition: "1").hash).map(\.id), [3])
    #expect(table.entries(hash: StoreFixture.key("b").hash).isEmpty)
  }

  @Test func theRoomOfARemovedEntryIsUsedAgain() {
    var table = EntryTable()
    for id in 1...3 as ClosedRange<UInt64> { table.insert(entry(id, "\(id)"), charge: 1) }
    for id in [2, 1] as [UInt64] { _ = remove(entry(id, "\(id)"), from: &table) }
    for id in [4, 5, 6] as [UInt64] { table.insert(entry(id, "\(id)"), charge: 1) }
    let indices = [4, 5, 3, 6].map { id in table.index(of: id, hash: StoreFixture.key("\(id)").hash) }
    expectEqual(indices, [0, 1, 2, 3])
    expectEqual(table.count, 4)
  }

  @Test func theLeastRecentlyUsedEntryIsFound() {
    var table = EntryTable()
    let entries = (1...4).map { entry($0, "\($0)") }
    for entry in entries { table.insert(entry, charge: 1) }
    for index in [0, 1, 0] {
      if let found = table.index(of: entries[index].id, hash: entries[index].key.hash) { table.touch(found) }
    }
    let removed = [remove(entries[2], from: &table), remove(entries[2], from: &table)]
    expectEqual(removed, [3, nil])
    let order = (0..<4).map { _ in table.leastRecent.flatMap { table.remove($0)?.entry.id } }
    expectEqual(order, [4, 2, 1, nil])
  }

  @Test func theOldestEntryIsSurplusAboveTheLimitOfItsKey() {
    var table = EntryTable()
    for id in 1...3 as ClosedRange<UInt64> { table.insert(entry(id, "a"), charge: 1) }
    table.insert(entry(4, "b"), charge: 1)
    let key = StoreFixture.key("a")
    expectNil(table.surplus(of: key, limit: 3))
    expectEqual(table.surplus(of: key, limit: 2), table.index(of: 1, hash: key.hash))
  }

  @Test func anUpdateReturnsTheChangeOfTheCharge() {
    var table = EntryTable()
    let old = entry(1, "a", size: 10)
    table.insert(old, charge: 10 + old.response.footprint)
    var head = old.response
    head.headers.add(name: "X", value: "12345")
    let index = table.index(of: 1, hash: old.key.hash)
    let change = index.map { table.update($0, response: head) }
    // A field counts 64 bytes and its text.
    expectEqual(change, Int64(64 + 6))
    expectEqual(table.entries(hash: old.key.hash).first?.response, head)
  }

  /// Keys of few URLs and partitions, so that lists are long, and of many, so that the table grows.
  @Test("Any operations agree with an array", .heavy, arguments: [3, 400])
  func anyOperationsAgreeWithAnArray(urls: Int) {
    var failures: [String] = []
    for seed in UInt64(0)..<6 {
      var generator = SeededGenerator(seed: seed)
      var table = EntryTable()
      // The least recently used first.
      var model: [CacheEntry] = []
      for step in 0..<600 {
        let path = "\(Int.random(in: 0..<urls, using: &generator))"
        let partition = ["", "", "1", "2"].randomElement(using: &generator) ?? ""
        let key = StoreFixture.key(path, partition: partition)
        let chosen = model.randomElement(using: &generator)
        let index = chosen.flatMap { table.index(of: $0.id, hash: $0.key.hash) }
        switch Int.random(in: 0..<10, using: &generator) {
        case 0:
          if let chosen, let index {
            if table.remove(index)?.entry.id != chosen.id { failures.append("\(seed), \(step): removed") }
            model.removeAll { $0.id == chosen.id }
          }
        case 1, 2:
          if let chosen, let index {
            table.touch(index)
            model.removeAll { $0.id == chosen.id }
            model.append(chosen)
          }
        case 3 where step % 3 == 0:
          let removed = table.leastRecent.flatMap { table.remove($0)?.entry.id }
          if removed != model.first?.id { failures.append("\(seed), \(step): least recent") }
          model = Array(model.dropFirst())
        case 4 where step % 5 == 0:
          let found = table.indices(url: key.url).compactMap { table.remove($0)?.entry.id }
          if Set(found) != Set(model.filter { $0.key.url == key.url }.map(\.id)) {
            failures.append("\(seed), \(step): URL")
          }
          model.removeAll { $0.key.url == key.url }
        default:
          // A writer that began earlier may commit later.
          let id = UInt64(step * 10) + UInt64.random(in: 0..<40, using: &generator)
          let new = entry(id, path, partition: partition)
          if !model.contains(where: { $0.id == new.id }) {
            table.insert(new, charge: 1)
            model.append(new)
          }
        }
        let expected = model.filter { $0.key == key }.map(\.id).sorted(by: >)
        let found = table.entries(hash: key.hash).map(\.id)
        if found != expected { failures.append("\(seed), \(step): entries") }
        guard step % 10 == 0 else { continue }
        if table.count != model.count || table.all.map(\.id) != model.reversed().map(\.id) {
          failures.append("\(seed), \(step): order")
        }
      }
    }
    expectTrue(failures.isEmpty, "\(failures.prefix(3))")
  }
}
