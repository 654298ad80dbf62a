import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

/// A store that breaks one rule of the contract.
private struct BrokenStore: CacheStore {
  enum Fault: Sendable {
    case losesFields, cutsBodies, ignoresOffsets, sharesReaders, hasNoLimit, storesAtOnce, keepsDiscarded,
      endsNever, keepsReplaced, storesRemoved, returnsOldestFirst, ignoresPartitions, updatesBodies,
      updatesRemoved, keepsEntries, keepsPartitions, keepsOne, countsNothing, enumeratesTwice, forgetsTouched,
      mixesBodies, readsOthers, keepsReleased, replacesAll, removesAllURLs, throwsForRemoved, ignoresCase,
      forgetsCount, skipsEntries, commitsTwice, refusesLargest, opensRemoved
  }

  let base = HTTPCache.memory(limit: 32 << 20).store
  let fault: Fault
  private let shared = SharedLock<(any CacheBodyReader)?>(nil)
  private let first = SharedLock<CacheEntry?>(nil)

  init(_ fault: Fault) { self.fault = fault }

  var neverBlocks: Bool { true }
  var size: Int64 { fault == .countsNothing ? 0 : base.size }
  var count: Int { fault == .forgetsCount ? 0 : base.count }
  var entryLimit: Int64 { fault == .refusesLargest ? base.entryLimit + 1 : base.entryLimit }

  private func key(_ key: CacheKey) -> CacheKey {
    switch fault {
    case .ignoresPartitions: CacheKey(url: key.url)
    case .ignoresCase: CacheKey(url: key.url.lowercased(), partition: key.partition)
    default: key
    }
  }

  func entries(for key: CacheKey) throws -> [CacheEntry] {
    let entries = try base.entries(for: self.key(key))
    return fault == .returnsOldestFirst ? entries.reversed() : entries
  }

  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader {
    if fault == .sharesReaders {
      if let reader = shared.withLock({ $0 }) { return reader }
      let reader = try base.reader(of: entry, from: offset)
      shared.withLock { $0 = reader }
      return reader
    }
    if fault == .opensRemoved {
      do { return try base.reader(of: entry, from: offset) } catch { return NoReader() }
    }
    if fault == .cutsBodies { return try base.reader(of: entry, from: offset + 1) }
    if fault == .mixesBodies, let first = first.withLock({ $0 }) {
      return try base.reader(of: first, from: offset)
    }
    let reader = try base.reader(of: entry, from: fault == .ignoresOffsets ? 0 : offset)
    if fault == .readsOthers { return LaterReader(base: reader, store: base, key: entry.key) }
    return reader
  }

  func writer(
    for key: CacheKey, response: StoredResponse, replacing: [CacheEntry.ID]
  ) throws -> any CacheBodyWriter {
    var response = response
    if fault == .losesFields { response.headers.remove(name: "Set-Cookie") }
    let writer = try base.writer(
      for: self.key(key), response: response, replacing: fault == .keepsReplaced ? [] : replacing)
    if fault == .storesAtOnce {
      _ = try base.writer(for: key, response: response, replacing: []).commit()
    }
    return BrokenWriter(
      writer, fault: fault, store: base, key: key, response: response, replacing: replacing
    ) { entry in
      first.withLock { $0 = $0 ?? entry }
    }
  }

  func update(_ entry: CacheEntry, response: StoredResponse) throws {
    switch fault {
    case .updatesBodies:
      _ = try base.writer(for: entry.key, response: response, replacing: [entry.id]).commit()
    case .updatesRemoved:
      do { try base.update(entry, response: response) } catch {
        _ = try base.writer(for: entry.key, response: response, replacing: []).commit()
        throw error
      }
    default: try base.update(entry, response: response)
    }
  }

  func touch(_ entry: CacheEntry) {
    if fault == .forgetsTouched { try? base.remove([entry]) }
    base.touch(entry)
  }

  func remove(_ entries: [CacheEntry]) throws {
    if fault == .throwsForRemoved {
      for entry in entries where try base.entries(for: entry.key).allSatisfy({ $0.id != entry.id }) {
        throw CacheStoreError.vanished
      }
    }
    if fault != .keepsEntries { try base.remove(entries) }
  }

  func removeAll(url: String) throws {
    if fault == .removesAllURLs { return try base.removeAll() }
    guard fault == .keepsPartitions else { return try base.removeAll(url: url) }
    try base.remove(try base.entries(for: CacheKey(url: url)))
  }

  func removeAll() throws {
    var kept: CacheEntry?
    if fault == .keepsOne { try base.forEach { kept = $0 } }
    try base.removeAll()
    if let kept { _ = try base.writer(for: kept.key, response: kept.response, replacing: []).commit() }
  }

  func forEach(_ body: (CacheEntry) -> Void) throws {
    var number = 0
    try base.forEach { entry in
      number += 1
      if fault != .skipsEntries || number > 1 { body(entry) }
    }
    if fault == .enumeratesTwice { try base.forEach(body) }
    if fault == .enumeratesTwice, let first = first.withLock({ $0 }) { body(first) }
  }
}

/// A reader without a body.
private final class NoReader: CacheBodyReader {
  func read(atMost count: Int) throws -> Data? { nil }
}

/// A reader that continues with the entry that is stored now.
private final class LaterReader: CacheBodyReader {
  private let base: any CacheBodyReader
  private let store: any CacheStore
  private let key: CacheKey
  private let offset = SharedLock<Int64>(0)

  init(base: any CacheBodyReader, store: any CacheStore, key: CacheKey) {
    (self.base, self.store, self.key) = (base, store, key)
  }

  func read(atMost count: Int) throws -> Data? {
    let start = offset.withLock { $0 }
    guard let entry = try store.entries(for: key).first else { return try base.read(atMost: count) }
    let chunk = try store.reader(of: entry, from: start).read(atMost: count)
    offset.withLock { $0 += Int64(chunk?.count ?? 0) }
    return chunk
  }
}

private final class BrokenWriter: CacheBodyWriter {
  private let base: any CacheBodyWriter
  private let fault: BrokenStore.Fault
  private let store: any CacheStore
  private let key: CacheKey
  private let response: StoredResponse
  private let replacing: [CacheEntry.ID]
  private let onCommit: @Sendable (CacheEntry) -> Void
  private let written = SharedLock(Data())
  private let committed = SharedLock<CacheEntry?>(nil)

  init(
    _ base: any CacheBodyWriter, fault: BrokenStore.Fault, store: any CacheStore, key: CacheKey,
    response: StoredResponse, replacing: [CacheEntry.ID], onCommit: @escaping @Sendable (CacheEntry) -> Void
  ) {
    (self.base, self.fault, self.store) = (base, fault, store)
    (self.key, self.response, self.replacing, self.onCommit) = (key, response, replacing, onCommit)
  }

  func append(_ data: Data) throws {
    do {
      try base.append(data)
    } catch CacheStoreError.tooLarge where fault == .hasNoLimit {
      return
    } catch CacheStoreError.ended where fault == .endsNever {
      return
    }
    written.withLock { $0 += data }
  }

  func commit() throws -> CacheEntry {
    do {
      let entry = try base.commit()
      onCommit(entry)
      committed.withLock { $0 = entry }
      if fault == .replacesAll, !replacing.isEmpty {
        try store.remove(store.entries(for: key).filter { $0.id != entry.id })
      }
      return entry
    } catch CacheStoreError.ended where fault == .commitsTwice {
      guard let entry = committed.withLock({ $0 }) else { throw CacheStoreError.ended }
      return entry
    } catch CacheStoreError.removed where fault == .storesRemoved {
      let writer = try store.writer(for: key, response: response, replacing: [])
      try writer.append(written.withLock { $0 })
      return try writer.commit()
    }
  }

  deinit {
    if fault == .keepsReleased, committed.withLock({ $0 }) == nil { _ = try? base.commit() }
  }

  func discard() {
    if fault == .keepsDiscarded { _ = try? base.commit() }
    base.discard()
  }
}

/// Proves that each law of stores can fail.
@Suite struct CacheStoreBreachTests {
  private static let breaches = [
    (BrokenStore.Fault.losesFields, "a head is read as it was stored"),
    (.cutsBodies, "bodies of every size are read whole"),
    (.ignoresOffsets, "a body is read from any offset"),
    (.sharesReaders, "several readers of an entry do not disturb each other"),
    (.hasNoLimit, "a body over the limit of an entry is refused"),
    (.storesAtOnce, "an entry exists only after its commit"),
    (.keepsDiscarded, "a writer that is discarded or released leaves nothing"),
    (.endsNever, "a writer ends once"),
    (.keepsReplaced, "a commit removes the entries that it replaces, and no others"),
    (.storesRemoved, "a writer that is open during a removal does not store its entry"),
    (.returnsOldestFirst, "the entries of a key are returned newest first"),
    (.ignoresPartitions, "each URL and each partition has its own entries"),
    (.updatesBodies, "an update replaces the head, and keeps the body and the order"),
    (.updatesRemoved, "an update of a removed entry fails and stores nothing"),
    (.keepsEntries, "a removed entry is gone, and removing it again is not an error"),
    (.keepsPartitions, "removing a URL removes all its entries, and no others"),
    (.opensRemoved, "a removed entry cannot be opened any more"),
    (.keepsOne, "removing everything leaves nothing"),
    (.readsOthers, "a reader never gives other bytes when its entry is removed"),
    (.countsNothing, "size and count follow what is stored"),
    (.enumeratesTwice, "each entry is enumerated once, and the closure may call the store"),
    (.forgetsTouched, "recording a use changes neither head nor body"),
    (.mixesBodies, "threads that write, read and remove at once find whole entries only"),
    (.refusesLargest, "a body over the limit of an entry is refused"),
    (.keepsReleased, "a writer that is discarded or released leaves nothing"),
    (.commitsTwice, "a writer ends once"),
    (.replacesAll, "a commit removes the entries that it replaces, and no others"),
    (.ignoresCase, "each URL and each partition has its own entries"),
    (.throwsForRemoved, "a removed entry is gone, and removing it again is not an error"),
    (.removesAllURLs, "removing a URL removes all its entries, and no others"),
    (.forgetsCount, "size and count follow what is stored"),
    (.skipsEntries, "each entry is enumerated once, and the closure may call the store"),
  ]

  @Test(arguments: breaches)
  fileprivate func aBrokenStoreFailsItsLaw(_ fault: BrokenStore.Fault, _ law: String) async throws {
    try await expectBreach(of: law, among: CacheStoreContract.laws, by: "store") { law in
      await CacheStoreContract.check([law]) { BrokenStore(fault) }
    }
  }

  @Test func everyLawIsBrokenByAStore() {
    expectEqual(Set(CacheStoreContract.laws.map(\.description)), Set(Self.breaches.map(\.1)))
  }
}
