import Foundation

extension HTTPCache {
  /// Returns a cache in memory that contains what this one contains now, with its settings.
  ///
  /// ```text
  /// var configuration = configuration
  /// configuration.cache = configuration.cache?.copyInMemory()
  /// ```
  ///
  /// What is stored in one of them later is not in the other. A copy of a cache in memory also has its limits; one of
  /// another cache only has its limit of a body. Entries that cannot be read are left out.
  package func copyInMemory() -> HTTPCache {
    if let memory = store as? MemoryCacheStore {
      return HTTPCache(store: MemoryCacheStore(copying: memory), options: options)
    }
    let copy = MemoryCacheStore(limit: .max, entryLimit: store.entryLimit)
    var keys: Set<CacheKey> = []
    try? store.forEach { keys.insert($0.key) }
    for key in keys {
      // Newest first: the one that is stored last is the newest of the copy.
      for entry in ((try? store.entries(for: key)) ?? []).reversed() { try? copy.add(entry, of: store) }
    }
    return HTTPCache(store: copy, options: options)
  }
}

extension MemoryCacheStore {
  fileprivate func add(_ entry: CacheEntry, of store: any CacheStore) throws {
    let reader = try store.reader(of: entry)
    let writer = writer(for: entry.key, response: entry.response, replacing: [])
    while let chunk = try reader.read(atMost: 65_536) { try writer.append(chunk) }
    _ = try writer.commit()
  }
}
