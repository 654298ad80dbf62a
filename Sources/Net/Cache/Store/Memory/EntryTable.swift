/// Entries by key, and in the order in which they were last used, as a pure value.
///
/// The entries are the nodes of one array, which lists refer to by index: those of the same bucket, the
/// newest first; all in the order of their use; and those of the same URL, if they have a partition. A key is
/// hashed when it is made. So a lookup, an insertion, a use and a removal each read one bucket and a few
/// nodes. An entry is one object, and what a lookup reads of a node comes first, because of many entries none
/// is in the processor's cache.
struct EntryTable: Sendable {
  /// Indices are -1 where there is none.
  private struct Node: Sendable {
    /// Nil if the node is free.
    var entry: CacheEntry?
    var hash: Int
    /// The next node of the bucket, or the next free node.
    var next: Int32 = -1
    var newer: Int32 = -1
    var older: Int32 = -1
    /// The neighbors among the entries that have a partition and the same bucket by URL.
    var nextOfURL: Int32 = -1
    var previousOfURL: Int32 = -1
    var id: UInt64 = 0
    var charge: Int64 = 0
  }

  private var nodes: [Node] = []
  /// The first node of each bucket; the count is a power of two.
  private var buckets: [Int32] = []
  /// The same by URL, for entries that have a partition; empty without any.
  private var bucketsOfURL: [Int32] = []
  private var firstFree: Int32 = -1
  private var newest: Int32 = -1
  private var oldest: Int32 = -1
  private(set) var count = 0

  /// All entries, the most recently used first.
  var all: [CacheEntry] {
    var entries: [CacheEntry] = []
    entries.reserveCapacity(count)
    var index = newest
    while index >= 0 {
      if let entry = nodes[Int(index)].entry { entries.append(entry) }
      index = nodes[Int(index)].older
    }
    return entries
  }

  /// Returns the entries of the keys with a hash value, the newest first.
  ///
  /// Most often they have the same key.
  func entries(hash: Int) -> [CacheEntry] {
    var entries: [CacheEntry] = []
    var index = first(of: hash)
    while index >= 0 {
      if nodes[Int(index)].hash == hash, let entry = nodes[Int(index)].entry { entries.append(entry) }
      index = nodes[Int(index)].next
    }
    return entries
  }

  /// Returns the index of the entry with this number, whose key has this hash value.
  func index(of id: UInt64, hash: Int) -> Int? {
    var index = first(of: hash)
    while index >= 0 {
      if nodes[Int(index)].id == id { return Int(index) }
      index = nodes[Int(index)].next
    }
    return nil
  }

  /// Returns the indices of the entries of a URL, in every partition.
  func indices(url: String) -> [Int] {
    let hash = url.hashValue
    var found: [Int] = []
    var index = first(of: hash)
    while index >= 0 {
      let entry = nodes[Int(index)].entry
      if let key = entry?.key, key.url.hasCodePoints(of: url), key.partition.isEmpty {
        found.append(Int(index))
      }
      index = nodes[Int(index)].next
    }
    guard !bucketsOfURL.isEmpty else { return found }
    index = bucketsOfURL[hash & (bucketsOfURL.count - 1)]
    while index >= 0 {
      if nodes[Int(index)].entry?.key.url.hasCodePoints(of: url) == true { found.append(Int(index)) }
      index = nodes[Int(index)].nextOfURL
    }
    return found
  }

  /// The index of the least recently used entry, or nil if there is none.
  var leastRecent: Int? { oldest < 0 ? nil : Int(oldest) }

  /// Returns the index of the oldest entry of a key if it has more entries than the limit.
  func surplus(of key: CacheKey, limit: Int) -> Int? {
    // Usually there are few, so that no key is compared.
    var index = first(of: key.hash)
    var count = 0
    while index >= 0, count <= limit { (count, index) = (count + 1, nodes[Int(index)].next) }
    guard count > limit else { return nil }
    var last = -1
    (count, index) = (0, first(of: key.hash))
    while index >= 0 {
      if nodes[Int(index)].hash == key.hash, nodes[Int(index)].entry?.isStored(for: key) == true {
        (count, last) = (count + 1, Int(index))
      }
      index = nodes[Int(index)].next
    }
    return count > limit ? last : nil
  }

  // MARK: - Changes

  /// Adds an entry, used now.
  mutating func insert(_ entry: CacheEntry, charge: Int64) {
    if count >= buckets.count { grow() }
    let key = entry.key
    let index = takeFree(Node(entry: entry, hash: key.hash, id: entry.id, charge: charge))
    link(index)
    if !key.partition.isEmpty { linkOfURL(index, key.urlHash) }
    linkUse(index)
    count += 1
  }

  /// Notes a use of an entry.
  mutating func touch(_ index: Int) {
    guard newest != Int32(index) else { return }
    unlinkUse(Int32(index))
    linkUse(Int32(index))
  }

  /// Replaces the head of an entry, and returns the change of what it is charged.
  mutating func update(_ index: Int, response: StoredResponse) -> Int64 {
    guard var entry = nodes[index].entry else { return 0 }
    entry.response = response
    let charge = entry.bodySize + response.footprint
    let change = charge - nodes[index].charge
    nodes[index].entry = entry
    nodes[index].charge = charge
    return change
  }

  /// Removes an entry, and returns it with what it was charged.
  mutating func remove(_ index: Int) -> (entry: CacheEntry, charge: Int64)? {
    guard let entry = nodes[index].entry else { return nil }
    let charge = nodes[index].charge
    unlink(Int32(index))
    if !bucketsOfURL.isEmpty, case let key = entry.key, !key.partition.isEmpty {
      unlinkOfURL(Int32(index), key.urlHash)
    }
    unlinkUse(Int32(index))
    nodes[index] = Node(entry: nil, hash: 0, next: firstFree)
    firstFree = Int32(index)
    count -= 1
    return (entry, charge)
  }

  private mutating func takeFree(_ node: Node) -> Int32 {
    let index = firstFree
    guard index >= 0 else {
      nodes.append(node)
      return Int32(nodes.count - 1)
    }
    firstFree = nodes[Int(index)].next
    nodes[Int(index)] = node
    return index
  }

  /// Doubles the number of buckets.
  private mutating func grow() {
    let size = max(16, 2 * buckets.count)
    buckets = Array(repeating: -1, count: size)
    for index in nodes.indices where nodes[index].entry != nil { link(Int32(index)) }
    guard !bucketsOfURL.isEmpty else { return }
    bucketsOfURL = Array(repeating: -1, count: size)
    for index in nodes.indices {
      guard let key = nodes[index].entry?.key, !key.partition.isEmpty else { continue }
      linkOfURL(Int32(index), key.urlHash)
    }
  }
}

// MARK: - The lists

extension EntryTable {
  private func first(of hash: Int) -> Int32 { buckets.isEmpty ? -1 : buckets[hash & (buckets.count - 1)] }

  /// Adds a node to its bucket, in the order of the numbers: a writer that began earlier may commit later.
  private mutating func link(_ index: Int32) {
    let bucket = nodes[Int(index)].hash & (buckets.count - 1)
    let id = nodes[Int(index)].id
    var (previous, next) = (Int32(-1), buckets[bucket])
    while next >= 0, nodes[Int(next)].id > id { (previous, next) = (next, nodes[Int(next)].next) }
    nodes[Int(index)].next = next
    if previous < 0 { buckets[bucket] = index } else { nodes[Int(previous)].next = index }
  }

  private mutating func unlink(_ index: Int32) {
    let bucket = nodes[Int(index)].hash & (buckets.count - 1)
    let next = nodes[Int(index)].next
    guard buckets[bucket] != index else {
      buckets[bucket] = next
      return
    }
    var previous = buckets[bucket]
    while nodes[Int(previous)].next != index { previous = nodes[Int(previous)].next }
    nodes[Int(previous)].next = next
  }

  private mutating func linkUse(_ index: Int32) {
    nodes[Int(index)].newer = -1
    nodes[Int(index)].older = newest
    if newest >= 0 { nodes[Int(newest)].newer = index } else { oldest = index }
    newest = index
  }

  private mutating func unlinkUse(_ index: Int32) {
    let (newer, older) = (nodes[Int(index)].newer, nodes[Int(index)].older)
    if newer >= 0 { nodes[Int(newer)].older = older } else { newest = older }
    if older >= 0 { nodes[Int(older)].newer = newer } else { oldest = newer }
  }

  private mutating func linkOfURL(_ index: Int32, _ hash: Int) {
    if bucketsOfURL.isEmpty { bucketsOfURL = Array(repeating: -1, count: buckets.count) }
    let bucket = hash & (bucketsOfURL.count - 1)
    let next = bucketsOfURL[bucket]
    nodes[Int(index)].nextOfURL = next
    nodes[Int(index)].previousOfURL = -1
    if next >= 0 { nodes[Int(next)].previousOfURL = index }
    bucketsOfURL[bucket] = index
  }

  private mutating func unlinkOfURL(_ index: Int32, _ hash: Int) {
    let (previous, next) = (nodes[Int(index)].previousOfURL, nodes[Int(index)].nextOfURL)
    if previous >= 0 {
      nodes[Int(previous)].nextOfURL = next
    } else {
      bucketsOfURL[hash & (bucketsOfURL.count - 1)] = next
    }
    if next >= 0 { nodes[Int(next)].previousOfURL = previous }
  }
}
