import Foundation
import Synchronization

/// A store in a directory, which several processes may share.
///
/// Thread-safe.
///
/// Each entry is a file, and a long body is a second one. A file gets its name only when it is complete, so a process
/// that ends at any time leaves whole entries and temporary files, and the latter are removed later. Nothing is written
/// through to the disk. After a power loss, checksums find what is incomplete.
final class DiskCacheStore: CacheStore {
  let entryLimit: Int64
  let limit: Int64
  let folder: DiskFolder
  private let shards: [SharedLock<DiskShard>]
  /// The sizes of all shards that have been listed.
  private let total = Atomic<Int64>(0)
  private let lastID = Lock<UInt64>(0)
  private let isTidying = Atomic<Bool>(false)
  private let hasTidied = Atomic<Bool>(false)
  private let worker = JobCrew("net-cache-tidy")

  /// Opens a directory, and creates it if it does not exist.
  ///
  /// Above the limit, the least recently used entries are removed in the background. The limit of an entry is by
  /// default an eighth of it.
  init(at directory: URL, limit: Int64, entryLimit: Int64? = nil) throws {
    self.limit = max(0, limit)
    self.entryLimit = min(self.limit, max(0, entryLimit ?? self.limit / 8))
    folder = DiskFolder(directory)
    shards = (0..<DiskFolder.shardCount).map { _ in SharedLock(DiskShard()) }
    try folder.prepare()
    try folder.removeRemains()
  }

  deinit { worker.finish() }

  var neverBlocks: Bool { false }

  var size: Int64 {
    listAll()
    return totalSize
  }

  var count: Int {
    listAll()
    return shards.reduce(0) { count, shard in count + shard.withLock { $0.records.count } }
  }

  /// The size of the entries of all shards that have been listed.
  var totalSize: Int64 { total.load(ordering: .sequentiallyConsistent) }

  // MARK: - Shards

  /// Calls the closure with a shard, and updates the total size.
  func change<Result: Sendable>(
    _ shard: Int, _ body: (inout DiskShard) throws -> Result
  ) rethrows -> Result {
    try shards[shard].withLock { state in
      let before = state.size
      defer {
        let change = state.size - before
        if change != 0 { total.wrappingAdd(change, ordering: .sequentiallyConsistent) }
      }
      return try body(&state)
    }
  }

  /// Lists the folder of a shard if it has changed.
  func list(_ shard: Int, _ state: inout DiskShard) throws {
    guard let changed = try folder.changeTime(of: shard) else { return state.clear() }
    guard state.needsListing(changed: changed) else { return }
    try state.list(
      folder.names(in: shard).compactMap { DiskRecord(name: $0, in: shard) }, changed: changed, now: Self.now)
  }

  private func listAll() {
    for shard in shards.indices { try? change(shard) { try list(shard, &$0) } }
  }

  // MARK: - Reading

  func entries(for key: CacheKey) throws -> [CacheEntry] {
    let digest = DiskKey(key)
    let (found, listing) = try change(digest.shard) { state in
      try list(digest.shard, &state)
      return (state.known(for: digest), state.listedAt)
    }
    return try found.compactMap { known in
      guard let entry = try known.entry ?? read(known.record), entry.key == key else { return nil }
      if known.entry == nil, entry.bodySize <= Self.longestKeptBody {
        change(digest.shard) { $0.keep(entry, of: known.record, listing: listing) }
      }
      return entry
    }
  }

  /// Reads the file of an entry.
  ///
  /// Returns nil if it has vanished, is damaged or cannot be read.
  private func read(_ record: DiskRecord) throws -> CacheEntry? {
    do {
      // The listing has checked that the folder of the shard is not a link.
      let file = try DiskFile.content(
        folder.path(of: record), expecting: record.hasBodyFile ? Self.usualHead : Int(clamping: record.size),
        limit: Int(EntryFile.longestFile))
      guard let content = try EntryFile(file) else { return nil }
      guard content.id == record.id else { throw CacheStoreError.damaged }
      // Another process may have updated the head.
      let filesSize = record.size(head: Int64(file.count), body: content.bodySize)
      if filesSize != record.size { change(record.shard) { $0.resize(record, to: filesSize) } }
      return CacheEntry(
        id: content.id, key: content.key, response: content.response, bodySize: content.bodySize,
        payload: .disk(DiskPayload(record: record, body: content.body)))
    } catch CacheStoreError.vanished {
      change(record.shard) { $0.remove(record) }
      return nil
    } catch CacheStoreError.damaged {
      try? remove(record)
      return nil
    } catch let error as CacheStoreError where error.isOfOneFile {
      // The other entries of its key are still useful.
      guard (try? remove(record)) != nil else { throw error }
      return nil
    }
  }

  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader {
    guard case .disk(let payload) = entry.payload,
      change(payload.record.shard, { $0.contains(payload.record) })
    else { throw CacheStoreError.vanished }
    if let body = payload.body { return InsideBodyReader(body, from: offset) }
    do {
      return try DiskBodyReader(
        payload.record.bodyName, in: folder.open(payload.record.shard), id: entry.id, size: entry.bodySize,
        from: offset
      ) { [weak self] in try? self?.remove(payload.record) }
    } catch let error as CacheStoreError where error == .damaged || error == .vanished {
      // A head without its body is useless.
      try? remove(payload.record)
      throw error
    }
  }

  func forEach(_ body: (CacheEntry) -> Void) throws {
    var failure: (any Error)?
    for shard in shards.indices {
      do {
        let records = try change(shard) { state in
          try list(shard, &state)
          return state.records
        }
        for record in records {
          do { if let entry = try read(record) { body(entry) } } catch { failure = failure ?? error }
        }
      } catch {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
  }

  // MARK: - Using and removing

  func touch(_ entry: CacheEntry) {
    guard case .disk(let payload) = entry.payload else { return }
    let record = payload.record
    let now = Self.now
    let last = change(record.shard) { $0.touch(record, at: now) }
    // The file keeps the time for the next process, but not each use of it.
    guard let last, !(now - Self.touchInterval...now + Self.touchInterval).contains(last) else { return }
    try? folder.open(record.shard).touch(record.name)
  }

  func remove(_ entries: [CacheEntry]) throws {
    try remove(
      entries.compactMap { entry in
        if case .disk(let payload) = entry.payload { payload.record } else { nil }
      })
  }

  /// Removes as many as possible, and then throws the first error.
  func remove(_ records: [DiskRecord]) throws {
    var failure: (any Error)?
    for record in records {
      do { try remove(record) } catch { failure = failure ?? error }
    }
    if let failure { throw failure }
  }

  func remove(_ record: DiskRecord) throws {
    do {
      let folder = try folder.open(record.shard)
      try folder.remove(record.name)
      if record.hasBodyFile { try folder.remove(record.bodyName) }
    } catch CacheStoreError.vanished {
      // Without its folder, the entry is gone, too.
    }
    change(record.shard) { $0.remove(record) }
  }

  func removeAll(url: String) throws {
    let digest = DiskURL(url)
    // Another process may have removed the files of what this one still knows.
    let known = change(digest.shard) { state in
      state.void(digest)
      return state.records(of: digest)
    }
    let prefix = (DiskRecord.hexadecimal(digest.first) + DiskRecord.hexadecimal(digest.rest)).utf8
    // They include bodies that a crash has left without their entry.
    let names = try folder.names(in: digest.shard).filter { $0.starts(with: prefix) }
    var left: [[UInt8]: any Error] = [:]
    if !names.isEmpty {
      do { left = try folder.open(digest.shard).remove(names) } catch CacheStoreError.vanished {}
    }
    let removed = (known + names.compactMap(DiskRecord.init(name:)))
      .filter { left[Array($0.name.utf8)] == nil }
    change(digest.shard) { state in for record in removed { state.remove(record) } }
    if let failure = left.values.first { throw failure }
  }

  func removeAll() throws {
    for shard in shards.indices { change(shard) { $0.void(nil) } }
    defer { for shard in shards.indices { change(shard) { $0.clear() } } }
    try folder.removeEntries()
    try folder.prepare()
  }

  // MARK: - Tidying

  /// Tidies in the background, if the entries exceed the limit or this process has not tidied yet.
  func tidyIfNeeded() {
    // The total and this flag are sequentially consistent: either a writer finds that no thread is tidying
    // any more, or the tidying thread sees what the writer has added.
    let isFirst = !hasTidied.load(ordering: .relaxed)
    guard isFirst || totalSize > limit else { return }
    guard
      isTidying.compareExchange(expected: false, desired: true, ordering: .sequentiallyConsistent).exchanged
    else { return }
    worker.add { [weak self] in
      guard let self else { return }
      hasTidied.store(true, ordering: .relaxed)
      listAll()
      if isFirst { removeRemains() }
      evict()
      isTidying.store(false, ordering: .sequentiallyConsistent)
      // A writer that has committed meanwhile has not started this.
      if totalSize > limit { tidyIfNeeded() }
    }
  }

  // MARK: - Numbers

  /// Returns a number for a new entry, greater than those of the stored entries of its key.
  func makeID(after newest: UInt64) -> UInt64 {
    // Microseconds since 1970, and 12 bits by which the numbers of several processes differ.
    let time = UInt64(max(0, Self.now / 1000)) << 12 | UInt64.random(in: 0..<4096)
    return lastID.withLock { last in
      last = max(time, max(last, newest) &+ 1)
      return last
    }
  }

  /// The wall time in nanoseconds since 1970.
  static var now: Int64 {
    var time = timespec()
    // The structure is written only during the call.
    guard unsafe clock_gettime(CLOCK_REALTIME, &time) == 0 else { return 0 }
    return Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }

  /// A size that few heads exceed.
  private static let usualHead = 4095
  /// The largest body that is kept in memory after it was read.
  private static let longestKeptBody: Int64 = 4096
  /// How much later than the recorded use a use must be to be recorded, in nanoseconds.
  private static let touchInterval: Int64 = 600_000_000_000
}

/// The payload of an entry on disk: its location, and its body if that is short.
final class DiskPayload: Sendable {
  let record: DiskRecord
  let body: Data?

  init(record: DiskRecord, body: Data?) {
    self.record = record
    self.body = body
  }
}
