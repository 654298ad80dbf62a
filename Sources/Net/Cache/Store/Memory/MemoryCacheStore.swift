import Foundation

/// A store in memory that evicts the least recently used entries.
///
/// Thread-safe.
final class MemoryCacheStore: CacheStore {
  let entryLimit: Int64
  private let shelf: Lock<MemoryShelf>

  /// - Parameters:
  ///   - limit: The maximum size of all entries, including those that are being written.
  ///   - entryLimit: The maximum size of a body. By default an eighth of the limit.
  init(limit: Int64, entryLimit: Int64? = nil) {
    let limit = max(0, limit)
    self.entryLimit = min(limit, max(0, entryLimit ?? limit / 8))
    shelf = Lock(MemoryShelf(limit: limit, entryLimit: self.entryLimit))
  }

  var answersAtOnce: Bool { true }
  var size: Int64 { shelf.withLock { $0.size } }
  var count: Int { shelf.withLock { $0.count } }

  func entries(for key: CacheKey) -> [CacheEntry] { shelf.withLock { $0.entries(for: key) } }

  func touch(_ entry: CacheEntry) { shelf.withLock { $0.touch(entry.id) } }

  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader {
    guard let body = entry.payload as? MemoryBody else { throw CacheStoreError.vanished }
    return MemoryBodyReader(body, from: offset)
  }

  func writer(
    for key: CacheKey, response: StoredResponse, replacing: [CacheEntry.ID]
  ) -> any CacheBodyWriter {
    let length = MemoryBodyWriter.announcedLength(of: response, limit: entryLimit)
    let (id, reserved, _) = shelf.withLock { shelf in
      shelf.begin(key, expecting: min(length, Int64(MemoryBodyWriter.blockSize)))
    }
    return MemoryBodyWriter(
      self, id: id, key: key, response: response, replacing: replacing, length: length, reserved: reserved)
  }

  // The entries that these return are released here, outside the lock.

  func update(_ entry: CacheEntry, response: StoredResponse) throws {
    _ = try shelf.withLock { try $0.update(entry.id, response: response) }
  }

  func remove(_ entries: [CacheEntry]) {
    _ = shelf.withLock { shelf in entries.compactMap { shelf.remove($0.id) } }
  }

  func removeAll(url: String) { _ = shelf.withLock { $0.removeAll(url: url) } }

  func removeAll() { _ = shelf.withLock { $0.removeAll() } }

  func forEach(_ body: (CacheEntry) -> Void) { shelf.withLock { $0.all }.forEach(body) }

  // MARK: - Writers

  fileprivate func reserve(_ count: Int64, expecting next: Int64, for id: UInt64) throws -> Int64 {
    try shelf.withLock { try $0.reserve(count, expecting: next, for: id) }.reserved
  }

  fileprivate func commit(_ entry: CacheEntry, replacing: [UInt64]) throws {
    let footprint = entry.response.footprint
    _ = try shelf.withLock { try $0.commit(entry, footprint: footprint, replacing: replacing) }
  }

  fileprivate func end(_ id: UInt64) { shelf.withLock { $0.end(id) } }
}

/// A body in memory, as blocks of the same size except for the last one.
private final class MemoryBody: Sendable {
  let blocks: [Data]

  init(_ blocks: [Data]) { self.blocks = blocks }
}

private final class MemoryBodyReader: CacheBodyReader {
  private let body: MemoryBody
  private let position: Lock<Int64>

  init(_ body: MemoryBody, from offset: Int64) {
    self.body = body
    position = Lock(max(0, offset))
  }

  func read(upTo count: Int) -> Data {
    position.withLock { position in
      let index = Int(clamping: position / Int64(MemoryBodyWriter.blockSize))
      guard count > 0, index < body.blocks.count else { return Data() }
      let rest = body.blocks[index].dropFirst(Int(position % Int64(MemoryBodyWriter.blockSize)))
      let chunk = rest.prefix(count)
      position += Int64(chunk.count)
      return chunk
    }
  }
}

/// A writer of a body in memory.
///
/// All writers of a store share its lock, and contention for it costs more than copying a short body. A writer
/// therefore locks once when it begins, once for each block, and once when it ends.
private final class MemoryBodyWriter: CacheBodyWriter {
  static let blockSize = 65_536

  fileprivate struct State: Sendable {
    var blocks: [Data] = []
    /// The bytes after the last whole block.
    var rest = Data()
    var size: Int64 = 0
    /// The bytes that are reserved in the store, of which the body has `size`.
    var reserved: Int64 = 0
    var hasEnded = false
  }

  private let store: MemoryCacheStore
  private let id: UInt64
  private let key: CacheKey
  private let response: StoredResponse
  private let replacing: [UInt64]
  /// The number of bytes that the response announces; 0 if it is unknown.
  private let length: Int64
  private let state: Lock<State>

  init(
    _ store: MemoryCacheStore, id: UInt64, key: CacheKey, response: StoredResponse, replacing: [UInt64],
    length: Int64, reserved: Int64
  ) {
    self.store = store
    self.id = id
    self.key = key
    self.response = response
    self.replacing = replacing
    self.length = length
    state = Lock(State(reserved: reserved))
  }

  deinit { discard() }

  /// Returns the number of bytes that a response announces; 0 if it is unknown, or too large to be stored.
  ///
  /// It only determines how much is reserved initially; the limits apply to the bytes that arrive.
  static func announcedLength(of response: StoredResponse, limit: Int64) -> Int64 {
    let length = response.headers.firstValue(for: "Content-Length").flatMap(HeaderSyntax.digits) ?? 0
    return length <= limit ? length : 0
  }

  func append(_ data: Data) throws {
    let (size, reserved) = try state.withLock { state in
      guard !state.hasEnded else { throw CacheStoreError.ended }
      return (state.size + Int64(data.count), state.reserved)
    }
    var more: Int64 = 0
    if size > reserved {
      do {
        let next = min(max(0, length - size), Int64(Self.blockSize))
        more = try store.reserve(size - reserved, expecting: next, for: id)
      } catch {
        discard()
        throw error
      }
    }
    state.withLock { state in
      state.reserved += more
      state.append(data)
    }
  }

  func commit() throws -> CacheEntry {
    let (blocks, size) = try state.withLock { state in
      guard !state.hasEnded else { throw CacheStoreError.ended }
      defer { state = State(hasEnded: true) }
      return (state.allBlocks, state.size)
    }
    let entry = CacheEntry(
      id: id, key: key, response: response, bodySize: size, payload: MemoryBody(blocks))
    do {
      try store.commit(entry, replacing: replacing)
    } catch {
      store.end(id)
      throw error
    }
    return entry
  }

  func discard() {
    let hadEnded = state.withLock { state in
      defer { state = State(hasEnded: true) }
      return state.hasEnded
    }
    if !hadEnded { store.end(id) }
  }
}

extension MemoryBodyWriter.State {
  /// Copies the bytes, because a chunk may be a small part of a large buffer.
  fileprivate mutating func append(_ data: Data) {
    size += Int64(data.count)
    var data = data[...]
    while !data.isEmpty {
      let part = data.prefix(MemoryBodyWriter.blockSize - rest.count)
      rest.append(part)
      data = data.dropFirst(part.count)
      if rest.count == MemoryBodyWriter.blockSize {
        blocks.append(rest)
        rest = Data()
      }
    }
  }

  /// The body in buffers without spare room.
  fileprivate var allBlocks: [Data] {
    guard !rest.isEmpty else { return blocks }
    // The bytes are valid during the closure.
    return blocks + [unsafe rest.withUnsafeBytes { unsafe Data($0) }]
  }
}
