import Foundation
import Net

@testable import NetTesting

/// A store that changes one thing of another store: of its size and count, its entries, its bodies or its writers.
struct ChangedStore: CacheStore {
  enum Fault: Sendable {
    // Faults of size and count.
    case countsFromOne, countsAll, countsWriters, measuresMost, measuresWriters
    // Faults of entries.
    case findsNothing, losesTags, losesKeys, losesNumbers, numbersAlike, renumbersUpdated, movesUpdated,
      returnsOldestFirst, growsFound, growsWritten
    // Faults of bodies.
    case readsMore, readsEmptyChunks, readsNewest, readsReplacement, readsOthersAndFails, cutsUpdated,
      cutsTouched
    // Faults of writers.
    case storesAtOnce, keepsDiscarded, storesChunks, storesNothing, storesTooLarge, storesRemoved,
      removesReplacedAtOnce, discardsCommitted,
      storesNothingAfterRemoval
    // Faults of other calls.
    case renamesErrors, forgivesUpdates, refusesUnknownURLs, refusesWithin, changesTouched, storesTouched,
      keepsEntries, keepsOne
  }

  fileprivate struct State: Sendable {
    var commits = 0
    var writers = 0
    var most: Int64 = 0
    var isEnumerating = false
    var hasRemoved = false
    var changed: Set<CacheEntry.ID> = []
  }

  fileprivate let base = HTTPCache.memory(limit: 32 << 20).store
  fileprivate let fault: Fault
  fileprivate let state = SharedLock(State())

  init(_ fault: Fault) { self.fault = fault }

  var neverBlocks: Bool { true }
  var entryLimit: Int64 { base.entryLimit }

  var size: Int64 {
    let size = base.size
    return state.withLock { state in
      state.most = max(state.most, size)
      return fault == .measuresMost
        ? state.most : fault == .measuresWriters ? size + Int64(state.writers) : size
    }
  }

  var count: Int {
    let count = base.count
    return state.withLock { state in
      switch fault {
      case .countsFromOne: count + 1
      case .countsAll: state.commits
      case .countsWriters: state.writers
      default: count
      }
    }
  }

  func entries(for key: CacheKey) throws -> [CacheEntry] {
    if fault == .findsNothing { return [] }
    let entries = try base.entries(for: key).map(changed)
    if fault == .returnsOldestFirst { return entries.reversed() }
    guard fault == .movesUpdated else { return entries }
    let updated = state.withLock { $0.changed }
    return entries.filter { updated.contains($0.id) } + entries.filter { !updated.contains($0.id) }
  }

  private func changed(_ entry: CacheEntry) -> CacheEntry {
    var (id, key, response, size) = (entry.id, entry.key, entry.response, entry.bodySize)
    switch fault {
    case .losesTags: response.headers.remove(name: "ETag")
    case .losesKeys: key = CacheKey(url: key.url)
    case .losesNumbers: id += 1
    case .numbersAlike: id = 1
    case .renumbersUpdated where state.withLock({ $0.changed.contains(id) }): id += 1000
    case .growsFound: size += 1
    default: return entry
    }
    return CacheEntry(id: id, key: key, response: response, bodySize: size)
  }

  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader {
    var (read, offset) = (entry, offset)
    if state.withLock({ $0.changed.contains(entry.id) }), fault == .cutsUpdated || fault == .cutsTouched {
      offset += 1
    }
    if fault == .readsNewest { read = try base.entries(for: entry.key).first ?? entry }
    do {
      return ChangedReader(try base.reader(of: read, from: offset), of: entry, in: self)
    } catch {
      throw fault == .renamesErrors ? CacheStoreError.damaged : error
    }
  }

  func writer(
    for key: CacheKey, response: StoredResponse, replacing: [CacheEntry.ID]
  ) throws -> any CacheBodyWriter {
    state.withLock { $0.writers += 1 }
    if fault == .storesAtOnce { try store(key, response) }
    if fault == .removesReplacedAtOnce {
      try base.remove(base.entries(for: key).filter { replacing.contains($0.id) })
    }
    return ChangedWriter(
      try base.writer(for: key, response: response, replacing: replacing), for: key, response, in: self)
  }

  func update(_ entry: CacheEntry, response: StoredResponse) throws {
    state.withLock { _ = $0.changed.insert(entry.id) }
    do { try base.update(entry, response: response) } catch {
      if fault != .forgivesUpdates { throw error }
    }
  }

  func touch(_ entry: CacheEntry) {
    base.touch(entry)
    switch fault {
    case .cutsTouched: state.withLock { _ = $0.changed.insert(entry.id) }
    case .changesTouched:
      var response = entry.response
      response.isInvalid = false
      try? base.update(entry, response: response)
    case .storesTouched where (try? base.reader(of: entry, from: 0)) == nil:
      try? store(entry.key, entry.response)
    default: break
    }
  }

  /// Stores an entry without a body.
  fileprivate func store(_ key: CacheKey, _ response: StoredResponse) throws {
    _ = try base.writer(for: key, response: response, replacing: []).commit()
  }

  func remove(_ entries: [CacheEntry]) throws {
    if fault == .refusesWithin, state.withLock({ $0.isEnumerating }) { throw CacheStoreError.vanished }
    if fault != .keepsEntries { try base.remove(entries) }
  }

  func removeAll(url: String) throws {
    if fault == .refusesUnknownURLs, try base.entries(for: CacheKey(url: url)).isEmpty {
      throw CacheStoreError.vanished
    }
    state.withLock { $0.hasRemoved = true }
    try base.removeAll(url: url)
  }

  func removeAll() throws {
    state.withLock { $0.hasRemoved = true }
    var kept: CacheEntry?
    if fault == .keepsOne { try base.forEach { kept = $0 } }
    try base.removeAll()
    if let kept { try store(kept.key, kept.response) }
  }

  func forEach(_ body: (CacheEntry) -> Void) throws {
    state.withLock { $0.isEnumerating = true }
    defer { state.withLock { $0.isEnumerating = false } }
    try base.forEach(body)
  }
}

private final class ChangedReader: CacheBodyReader {
  private let base: any CacheBodyReader
  private let store: ChangedStore
  private let entry: CacheEntry
  private let offset = SharedLock<Int64>(0)

  init(_ base: any CacheBodyReader, of entry: CacheEntry, in store: ChangedStore) {
    (self.base, self.entry, self.store) = (base, entry, store)
  }

  func read(atMost count: Int) throws -> Data? {
    let isGone = try store.base.entries(for: entry.key).allSatisfy { $0.id != entry.id }
    var chunk: Data?
    if isGone, store.fault == .readsOthersAndFails {
      if offset.withLock({ $0 }) < 0 { throw CacheStoreError.vanished }
      offset.withLock { $0 = -1 }
      return Data(repeating: 7, count: 10)
    }
    if isGone, store.fault == .readsReplacement, let next = try store.base.entries(for: entry.key).first {
      chunk = try store.base.reader(of: next, from: offset.withLock { $0 }).read(atMost: count)
    } else {
      chunk = try base.read(atMost: store.fault == .readsMore ? count + 1 : count)
    }
    offset.withLock { $0 += Int64(chunk?.count ?? 0) }
    return store.fault == .readsEmptyChunks ? chunk ?? Data() : chunk
  }
}

private final class ChangedWriter: CacheBodyWriter {
  private let base: any CacheBodyWriter
  private let store: ChangedStore
  private let key: CacheKey
  private let response: StoredResponse
  private let committed = SharedLock<CacheEntry?>(nil)

  init(_ base: any CacheBodyWriter, for key: CacheKey, _ response: StoredResponse, in store: ChangedStore) {
    (self.base, self.key, self.response, self.store) = (base, key, response, store)
  }

  func append(_ data: Data) throws {
    do {
      try base.append(data)
    } catch {
      if case CacheStoreError.tooLarge = error, store.fault == .storesTooLarge {
        try store.store(key, response)
      }
      throw store.fault == .renamesErrors ? CacheStoreError.damaged : error
    }
    if store.fault == .storesChunks { try store.store(key, response) }
  }

  func commit() throws -> CacheEntry {
    do {
      let entry = try base.commit()
      let hasRemoved = store.state.withLock { state in
        state.commits += 1
        state.most = max(state.most, store.base.size)
        return state.hasRemoved
      }
      committed.withLock { $0 = entry }
      if store.fault == .storesNothing || store.fault == .storesNothingAfterRemoval && hasRemoved {
        try store.base.remove([entry])
      }
      guard store.fault == .growsWritten else { return entry }
      return CacheEntry(
        id: entry.id, key: entry.key, response: entry.response, bodySize: entry.bodySize + 1)
    } catch CacheStoreError.removed where store.fault == .storesRemoved {
      try store.store(key, response)
      throw CacheStoreError.removed
    }
  }

  func discard() {
    if store.fault == .keepsDiscarded { _ = try? base.commit() }
    base.discard()
    if store.fault == .discardsCommitted, let entry = committed.withLock({ $0 }) {
      try? store.base.remove([entry])
    }
  }
}
