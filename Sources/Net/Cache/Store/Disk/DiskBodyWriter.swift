import Foundation

/// Writes an entry to temporary files, which get their names when it commits.
final class DiskBodyWriter: CacheBodyWriter {
  /// A temporary file, which is removed unless it is renamed to its final name.
  private struct Temporary: Sendable {
    var name: String
    var file: DiskFile
  }

  private struct State: Sendable {
    /// The bytes that are not in the file yet.
    var rest = Data()
    var size: Int64 = 0
    var blockCount: Int64 = 0
    var file: Temporary?
    var hasEnded = false
  }

  private let store: DiskCacheStore
  private let id: UInt64
  private let key: CacheKey
  private let digest: DiskKey
  private let response: StoredResponse
  private let replacing: [UInt64]
  private let state = Lock(State())

  init(
    _ store: DiskCacheStore, id: UInt64, key: CacheKey, digest: DiskKey, response: StoredResponse,
    replacing: [UInt64]
  ) {
    self.store = store
    self.id = id
    self.key = key
    self.digest = digest
    self.response = response
    self.replacing = replacing
  }

  deinit { discard() }

  func append(_ data: Data) throws {
    guard state.withLock({ !$0.hasEnded }) else { throw CacheStoreError.ended }
    do {
      guard store.isOpen(id, in: digest.shard) else { throw CacheStoreError.removed }
      try state.withLock { try add(data, to: &$0) }
    } catch {
      discard()
      throw error
    }
  }

  func commit() throws -> CacheEntry {
    guard state.withLock({ !$0.hasEnded }) else { throw CacheStoreError.ended }
    do {
      let entry = try state.withLock { try commit(&$0) }
      discard()
      store.remove(replacing, of: digest)
      store.tidyIfNeeded()
      return entry
    } catch {
      discard()
      throw error
    }
  }

  func discard() {
    let file = state.withLock { state in
      defer { state = State(hasEnded: true) }
      return state.file
    }
    if let file { try? store.folder.open(digest.shard).remove(file.name) }
    store.end(id, in: digest.shard)
  }

  // MARK: - Writing

  private func add(_ data: Data, to state: inout State) throws {
    guard state.size + Int64(data.count) <= store.entryLimit else {
      throw CacheStoreError.tooLarge(limit: store.entryLimit)
    }
    state.size += Int64(data.count)
    var data = data[...]
    while !data.isEmpty {
      let part = data.prefix(BodyBlocks.blockSize - state.rest.count)
      state.rest.append(part)
      data = data.dropFirst(part.count)
      if state.rest.count == BodyBlocks.blockSize { try flush(&state) }
    }
  }

  /// Writes a block.
  private func flush(_ state: inout State) throws {
    let blocks = BodyBlocks(id: id)
    let file: Temporary
    if let present = state.file {
      file = present
    } else {
      file = try makeFile()
      state.file = file
      try file.file.write(blocks.prefix)
    }
    try file.file.write(blocks.sealed(state.rest, at: state.blockCount))
    state.blockCount += 1
    state.rest.removeAll(keepingCapacity: true)
  }

  private func makeFile() throws -> Temporary {
    let name = DiskFolder.makeTemporaryName()
    do {
      return Temporary(name: name, file: try DiskFile(creating: name, in: store.folder.open(digest.shard)))
    } catch CacheStoreError.vanished {
      try store.folder.prepare(digest.shard)
    }
    do {
      return Temporary(name: name, file: try DiskFile(creating: name, in: store.folder.open(digest.shard)))
    } catch CacheStoreError.vanished {
      // Another process has removed everything.
      throw CacheStoreError.removed
    }
  }

  private func commit(_ state: inout State) throws -> CacheEntry {
    let isInside = state.file == nil && state.rest.count <= EntryFile.longestBody
    if !isInside, !state.rest.isEmpty { try flush(&state) }
    let body = isInside ? state.rest : nil
    let bytes = try EntryFile(id: id, key: key, response: response, bodySize: state.size, body: body)
      .encoded()
    var record = DiskRecord(
      key: digest, id: id, charge: 0, hasBodyFile: !isInside, lastUse: DiskCacheStore.now)
    record.charge = record.size(head: Int64(bytes.count), body: state.size)
    let head = try makeFile()
    do {
      try head.file.write(bytes)
      try store.publish(record, head: head.name, body: state.file?.name)
    } catch {
      try? store.folder.open(digest.shard).remove(head.name)
      throw error
    }
    state.file = nil
    return CacheEntry(
      id: id, key: key, response: response, bodySize: state.size,
      payload: .disk(DiskPayload(record: record, body: body)))
  }
}
