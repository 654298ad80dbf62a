import Foundation

/// The content of a store in memory, as a pure value.
struct MemoryShelf: Sendable {
  private let limit: Int64
  private let entryLimit: Int64
  private var table = EntryTable()
  private var writers = OpenWriters()
  private var lastID: UInt64 = 0
  private(set) var size: Int64 = 0

  init(limit: Int64, entryLimit: Int64) {
    self.limit = limit
    self.entryLimit = entryLimit
  }

  var count: Int { table.count }

  var all: [CacheEntry] { table.all }

  /// Returns the entries of the keys with a hash value.
  func entries(hash: Int) -> [CacheEntry] { table.entries(hash: hash) }

  /// Returns whether the entry with this number, whose key has this hash value, is still stored.
  func contains(_ id: UInt64, hash: Int) -> Bool { table.index(of: id, hash: hash) != nil }

  /// Notes a use of an entry, unless it was removed.
  mutating func touch(_ id: UInt64, hash: Int) {
    if let index = table.index(of: id, hash: hash) { table.touch(index) }
  }

  /// A shelf with the same entries, without writers.
  var copy: MemoryShelf {
    var copy = self
    copy.writers = OpenWriters()
    return copy
  }

  // MARK: - Writers

  /// Registers a writer, whose number will be that of its entry, and reserves the bytes that it expects.
  ///
  /// If there is no room for them, nothing is reserved. Evicted entries are returned, to be released outside the lock.
  mutating func begin(
    _ key: CacheKey, expecting count: Int64
  ) -> (ticket: OpenWriters.Ticket, reserved: Int64, evicted: [CacheEntry]) {
    lastID += 1
    let fits = count <= entryLimit && writers.bytes + count <= limit
    let reserved = fits ? count : 0
    let ticket = writers.add(lastID, key, bytes: reserved)
    return (ticket, reserved, evict())
  }

  /// Reserves space for more bytes of a writer, and, if there is room, for the bytes that it expects afterwards.
  ///
  /// Evicted entries are returned, to be released outside the lock.
  mutating func reserve(
    _ count: Int64, expecting next: Int64, for ticket: OpenWriters.Ticket
  ) throws -> (reserved: Int64, evicted: [CacheEntry]) {
    guard let bytes = writers.bytes(of: ticket) else { throw CacheStoreError.removed }
    guard bytes + count <= entryLimit else { throw CacheStoreError.tooLarge(limit: entryLimit) }
    guard writers.bytes + count <= limit else { throw CacheStoreError.full }
    let all = count + next
    let reserved = bytes + all <= entryLimit && writers.bytes + all <= limit ? all : count
    writers.reserve(reserved, for: ticket)
    return (reserved, evict())
  }

  /// Removes a writer.
  mutating func end(_ ticket: OpenWriters.Ticket) { writers.end(ticket) }

  /// Stores the entry of a writer, whose head takes `footprint` bytes.
  ///
  /// Replaced and evicted entries are returned, to be released outside the lock.
  mutating func commit(
    _ entry: CacheEntry, of ticket: OpenWriters.Ticket, footprint: Int64, replacing ids: [UInt64]
  ) throws -> [CacheEntry] {
    guard writers.bytes(of: ticket) != nil else { throw CacheStoreError.removed }
    let charge = entry.bodySize + footprint
    guard charge <= limit else { throw CacheStoreError.tooLarge(limit: entryLimit) }
    writers.end(ticket)
    var removed: [CacheEntry] = []
    for id in ids {
      if let index = table.index(of: id, hash: entry.key.hash) { remove(index, into: &removed) }
    }
    table.insert(entry, charge: charge)
    size += charge
    if let surplus = table.surplus(of: entry.key, limit: CacheEntry.limitPerKey) {
      remove(surplus, into: &removed)
    }
    evict(into: &removed)
    return removed
  }

  // MARK: - Changes

  /// Replaces the head of an entry.
  ///
  /// The entries that this evicts are returned, to be released outside the lock.
  mutating func update(_ entry: CacheEntry, response: StoredResponse) throws -> [CacheEntry] {
    guard let index = table.index(of: entry.id, hash: entry.key.hash) else { throw CacheStoreError.vanished }
    size += table.update(index, response: response)
    return evict()
  }

  /// Removes entries, and returns those that existed.
  mutating func remove(_ entries: [CacheEntry]) -> [CacheEntry] {
    var removed: [CacheEntry] = []
    for entry in entries {
      if let index = table.index(of: entry.id, hash: entry.key.hash) { remove(index, into: &removed) }
    }
    return removed
  }

  /// Removes all entries of a URL, and its writers.
  mutating func removeAll(url: String) -> [CacheEntry] {
    writers.endAll(url: url, hash: url.hashValue)
    var removed: [CacheEntry] = []
    for index in table.indices(url: url) { remove(index, into: &removed) }
    return removed
  }

  /// Removes everything.
  ///
  /// The former content is returned, to be released outside the lock.
  mutating func removeAll() -> MemoryShelf {
    let former = self
    self = MemoryShelf(limit: limit, entryLimit: entryLimit)
    lastID = former.lastID
    return former
  }

  private mutating func evict() -> [CacheEntry] {
    var evicted: [CacheEntry] = []
    evict(into: &evicted)
    return evicted
  }

  private mutating func evict(into evicted: inout [CacheEntry]) {
    while size + writers.bytes > limit, let index = table.leastRecent { remove(index, into: &evicted) }
  }

  private mutating func remove(_ index: Int, into removed: inout [CacheEntry]) {
    guard let (entry, charge) = table.remove(index) else { return }
    size -= charge
    removed.append(entry)
  }
}

extension StoredResponse {
  /// An estimate of the memory that the head takes, in bytes.
  var footprint: Int64 {
    let fields = headers.count + requestHeaders.count
    return Int64(headers.byteCount + requestHeaders.byteCount + 64 * fields + 2 * url.utf8.count + 512)
  }
}
