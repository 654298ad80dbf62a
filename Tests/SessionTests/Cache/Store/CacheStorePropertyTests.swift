import Foundation
import TestSupport
import Testing

@testable import Net

/// Random operations on a store in memory, a store on disk and a naive model have the same results.
@Suite struct CacheStorePropertyTests {
  /// What a store should contain, in the simplest form.
  private struct Model {
    struct Entry {
      var key: CacheKey
      var tag: String
      var body: Data
    }

    /// In the order in which they were stored.
    var entries: [Entry] = []

    func tags(_ key: CacheKey) -> [String] { entries.filter { $0.key == key }.reversed().map(\.tag) }
    func bodies(_ key: CacheKey) -> [Data] { entries.filter { $0.key == key }.reversed().map(\.body) }
  }

  @Test("Memory, disk and model agree after any operations", .heavy, arguments: 0..<4 as Range<UInt64>)
  func storesAgreeWithAModel(seed: UInt64) throws {
    let fixture = try DiskFixture()
    var generator = SeededGenerator(seed: seed)
    var model = Model()
    let memory = MemoryCacheStore(limit: 64 << 20)
    var disk = try fixture.open()
    var failures: [String] = []
    for step in 0..<100 {
      let key = StoreFixture.key(
        "\(Int.random(in: 0..<3, using: &generator))",
        partition: ["", "1"].randomElement(using: &generator) ?? "")
      let operation = Int.random(in: 0..<12, using: &generator)
      let (tag, index) = ("\(seed).\(step)", Int.random(in: 0..<3, using: &generator))
      let body = Data(
        repeating: UInt8(truncatingIfNeeded: step),
        count: [0, 7, 16_384, 16_385, 65_536, 90_000][Int.random(in: 0..<6, using: &generator)])
      // Another process takes over.
      if operation == 0 { disk = try fixture.open() }
      for store in [memory, disk] as [any CacheStore] {
        try Self.apply(operation, to: store, key: key, tag: tag, body: body, index: index)
      }
      Self.apply(operation, to: &model, key: key, tag: tag, body: body, index: index)
      for store in [memory, disk] as [any CacheStore] {
        let entries = try store.entries(for: key)
        if entries.map({ $0.response.headers["ETag"] ?? "" }) != model.tags(key) {
          failures.append("\(type(of: store)) at \(seed), \(step): \(entries.count) entries")
        } else if try entries.map({ try store.body(of: $0) }) != model.bodies(key) {
          failures.append("\(type(of: store)) at \(seed), \(step): other bodies")
        }
        if store.count != model.entries.count { failures.append("\(type(of: store)): \(store.count)") }
      }
    }
    expectTrue(failures.isEmpty, "\(failures.prefix(3))")
  }

  private static func apply(
    _ operation: Int, to store: any CacheStore, key: CacheKey, tag: String, body: Data, index: Int
  ) throws {
    let entries = try store.entries(for: key)
    switch operation {
    case 0: break
    case 1 where index == 0: try store.removeAll()
    case 2: try store.removeAll(url: key.url)
    case 3: try store.remove(Array(entries.dropFirst(index).prefix(1)))
    case 4:
      for entry in entries.dropFirst(index).prefix(1) {
        try store.update(entry, response: StoreFixture.head(tag: tag))
        store.touch(entry)
      }
    case 5:
      let writer = try store.writer(for: key, response: StoreFixture.head(tag: tag), replacing: [])
      try writer.append(body)
      writer.discard()
    default:
      let replaced = index == 0 ? entries.prefix(2).map(\.id) : []
      let writer = try store.writer(for: key, response: StoreFixture.head(tag: tag), replacing: replaced)
      try writer.append(body)
      _ = try writer.commit()
    }
  }

  private static func apply(
    _ operation: Int, to model: inout Model, key: CacheKey, tag: String, body: Data, index: Int
  ) {
    let newestFirst = Array(model.entries.indices.filter { model.entries[$0].key == key }.reversed())
    switch operation {
    case 0, 5: break
    case 1 where index == 0: model.entries = []
    case 2: model.entries.removeAll { $0.key.url == key.url }
    case 3: for place in newestFirst.dropFirst(index).prefix(1) { model.entries.remove(at: place) }
    case 4: for place in newestFirst.dropFirst(index).prefix(1) { model.entries[place].tag = tag }
    default:
      if index == 0 { for place in newestFirst.prefix(2) { model.entries.remove(at: place) } }
      model.entries.append(Model.Entry(key: key, tag: tag, body: body))
    }
  }
}
