import Foundation

/// The content of a store in memory, as a pure value.
struct MemoryShelf: Sendable {
  /// A writer that has not ended: its key, and the bytes that are reserved for it.
  private struct Pending: Sendable {
    var url: String
    var bytes: Int64
  }

  private struct Place: Sendable {
    var key: CacheKey
    var charge: Int64
  }

  /// The entries of a URL, by partition.
  ///
  /// Usually there is one partition, which needs no dictionary of its own.
  private struct Shared: Sendable {
    private var first: (partition: String, entries: [CacheEntry])
    private var others: [String: [CacheEntry]] = [:]

    init(_ partition: String) { first = (partition, []) }

    /// The entries of a partition, the newest first.
    subscript(partition: String) -> [CacheEntry] {
      get { first.partition == partition ? first.entries : others[partition] ?? [] }
      set {
        if first.partition == partition {
          first.entries = newValue
        } else {
          others[partition] = newValue.isEmpty ? nil : newValue
        }
      }
    }

    var all: [CacheEntry] { first.entries + others.values.joined() }

    var isEmpty: Bool { first.entries.isEmpty && others.isEmpty }
  }

  private let limit: Int64
  private let entryLimit: Int64
  private var entries: [String: Shared] = [:]
  private var places: [UInt64: Place] = [:]
  private var uses = RecentUse()
  private var pending: [UInt64: Pending] = [:]
  private var lastID: UInt64 = 0
  private(set) var size: Int64 = 0
  private var pendingSize: Int64 = 0

  init(limit: Int64, entryLimit: Int64) {
    self.limit = limit
    self.entryLimit = entryLimit
  }

  var count: Int { places.count }

  var all: [CacheEntry] { entries.values.flatMap(\.all) }

  func entries(for key: CacheKey) -> [CacheEntry] { entries[key.url]?[key.partition] ?? [] }

  mutating func touch(_ id: UInt64) { uses.touch(id) }

  // MARK: - Writers

  /// Registers a writer, whose number will be that of its entry, and reserves the bytes that it expects.
  ///
  /// If there is no room for them, nothing is reserved. Evicted entries are returned, to be released outside the lock.
  mutating func begin(
    _ key: CacheKey, expecting count: Int64
  ) -> (id: UInt64, reserved: Int64, evicted: [CacheEntry]) {
    lastID += 1
    let fits = count <= entryLimit && pendingSize + count <= limit
    let reserved = fits ? count : 0
    pending[lastID] = Pending(url: key.url, bytes: reserved)
    pendingSize += reserved
    return (lastID, reserved, evict())
  }

  /// Reserves space for more bytes of a writer, and, if there is room, for the bytes that it expects afterwards.
  ///
  /// Evicted entries are returned, to be released outside the lock.
  mutating func reserve(
    _ count: Int64, expecting next: Int64, for id: UInt64
  ) throws -> (reserved: Int64, evicted: [CacheEntry]) {
    guard var writer = pending[id] else { throw CacheStoreError.removed }
    guard writer.bytes + count <= entryLimit else { throw CacheStoreError.tooLarge(limit: entryLimit) }
    guard pendingSize + count <= limit else { throw CacheStoreError.full }
    let all = count + next
    let reserved = writer.bytes + all <= entryLimit && pendingSize + all <= limit ? all : count
    writer.bytes += reserved
    pending[id] = writer
    pendingSize += reserved
    return (reserved, evict())
  }

  /// Removes a writer.
  mutating func end(_ id: UInt64) {
    if let writer = pending.removeValue(forKey: id) { pendingSize -= writer.bytes }
  }

  /// Stores the entry of a writer, whose head takes `footprint` bytes.
  ///
  /// Replaced and evicted entries are returned, to be released outside the lock.
  mutating func commit(
    _ entry: CacheEntry, footprint: Int64, replacing ids: [UInt64]
  ) throws -> [CacheEntry] {
    guard pending[entry.id] != nil else { throw CacheStoreError.removed }
    let charge = entry.bodySize + footprint
    guard charge <= limit else { throw CacheStoreError.tooLarge(limit: entryLimit) }
    end(entry.id)
    var replaced = ids.compactMap { remove($0) }
    let key = entry.key
    let surplus = Self.insert(entry, into: &entries[key.url, default: Shared(key.partition)][key.partition])
    places[entry.id] = Place(key: entry.key, charge: charge)
    uses.add(entry.id)
    size += charge
    replaced += surplus.compactMap { remove($0) }
    return replaced + evict()
  }

  /// Inserts an entry, and returns the numbers of the entries that exceed the limit per key.
  private static func insert(_ entry: CacheEntry, into entries: inout [CacheEntry]) -> [UInt64] {
    // A writer that began earlier may commit later.
    entries.insert(entry, at: entries.firstIndex { $0.id < entry.id } ?? entries.count)
    return entries.dropFirst(CacheEntry.limitPerKey).map(\.id)
  }

  // MARK: - Changes

  /// Replaces the head of an entry.
  ///
  /// The entries that this evicts are returned, to be released outside the lock.
  mutating func update(_ id: UInt64, response: StoredResponse) throws -> [CacheEntry] {
    guard var place = places[id] else { throw CacheStoreError.vanished }
    var stored = entries(for: place.key)
    guard let index = stored.firstIndex(where: { $0.id == id }) else { throw CacheStoreError.vanished }
    stored[index].response = response
    entries[place.key.url]?[place.key.partition] = stored
    size -= place.charge
    place.charge = stored[index].bodySize + response.footprint
    size += place.charge
    places[id] = place
    return evict()
  }

  /// Removes an entry, and returns it.
  mutating func remove(_ id: UInt64) -> CacheEntry? {
    uses.remove(id)
    return takeOut(id)
  }

  /// Removes all entries of a URL, and its writers.
  mutating func removeAll(url: String) -> [CacheEntry] {
    for (id, writer) in pending where writer.url == url { end(id) }
    return (entries[url]?.all ?? []).compactMap { remove($0.id) }
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
    while size + pendingSize > limit, let id = uses.removeLeastRecent() {
      if let entry = takeOut(id) { evicted.append(entry) }
    }
    return evicted
  }

  private mutating func takeOut(_ id: UInt64) -> CacheEntry? {
    guard let place = places.removeValue(forKey: id) else { return nil }
    size -= place.charge
    let key = place.key
    var stored = entries(for: key)
    guard let index = stored.firstIndex(where: { $0.id == id }) else { return nil }
    let entry = stored.remove(at: index)
    entries[key.url]?[key.partition] = stored
    if entries[key.url]?.isEmpty == true { entries[key.url] = nil }
    return entry
  }
}

extension StoredResponse {
  /// An estimate of the memory that the head takes, in bytes.
  var footprint: Int64 {
    let fields = [headers, requestHeaders].lazy.joined()
      .reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 64 }
    return Int64(fields + 2 * url.utf8.count + 512)
  }
}
