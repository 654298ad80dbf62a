import Foundation

extension DiskCacheStore {
  func writer(
    for key: CacheKey, response: StoredResponse, replacing: [CacheEntry.ID]
  ) throws -> any CacheBodyWriter {
    let digest = DiskKey(key)
    let id = try change(digest.shard) { state in
      // The new number must only be higher than those of the stored entries, so a listing need not be current.
      if !state.isKnown { try list(digest.shard, &state) }
      let id = makeID(after: state.records(for: digest).first?.id ?? 0)
      state.begin(id, of: digest.url)
      return id
    }
    return DiskBodyWriter(
      self, id: id, key: key, digest: digest, response: response, replacing: replacing)
  }

  func isOpen(_ writer: UInt64, in shard: Int) -> Bool { change(shard) { $0.isOpen(writer) } }

  func end(_ writer: UInt64, in shard: Int) { change(shard) { _ = $0.end(writer) } }

  /// Renames the files of an entry to their final names, the body first.
  ///
  /// Nothing is stored if that fails.
  func publish(_ record: DiskRecord, head: String, body: String?) throws {
    do {
      // Under the lock, so that no removal comes between the check and the result.
      try change(record.shard) { state in
        guard state.end(record.id) else { throw CacheStoreError.removed }
        let folder = try folder.open(record.shard)
        if let body { try folder.rename(body, to: record.bodyName) }
        do {
          try folder.rename(head, to: record.name)
        } catch {
          if body != nil { try? folder.remove(record.bodyName) }
          throw error
        }
        state.insert(record)
      }
    } catch CacheStoreError.vanished {
      // Another process has removed everything.
      throw CacheStoreError.removed
    }
  }

  /// Removes entries of a key that a new one replaces, and the oldest ones if there are too many.
  func remove(_ replaced: [UInt64], of key: DiskKey) {
    let records = change(key.shard) { Array($0.records(for: key)) }
    let surplus = records.dropFirst(CacheEntry.limitPerKey)
    try? remove(records.filter { replaced.contains($0.id) } + surplus)
  }

  func update(_ entry: CacheEntry, response: StoredResponse) throws {
    guard case .disk(let payload) = entry.payload else { throw CacheStoreError.vanished }
    let record = payload.record
    let bytes = try EntryFile(
      id: entry.id, key: entry.key, response: response, bodySize: entry.bodySize, body: payload.body
    ).encoded()
    let temporary = DiskFolder.makeTemporaryName()
    let folder = try folder.open(record.shard)
    let file = try DiskFile(creating: temporary, in: folder)
    do {
      try file.write(bytes)
      // Under the lock, so that a removal in this process does not come between the check and the result.
      try change(record.shard) { state in
        guard state.contains(record) else { throw CacheStoreError.vanished }
        state.forget(record)
        try folder.replace(record.name, with: temporary)
        state.resize(record, to: record.size(head: Int64(bytes.count), body: entry.bodySize))
      }
      tidyIfNeeded()
    } catch {
      try? folder.remove(temporary)
      throw error
    }
  }
}
