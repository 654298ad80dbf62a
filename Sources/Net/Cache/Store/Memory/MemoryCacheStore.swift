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

  /// Creates a store with the limits and the entries of another one.
  init(copying other: MemoryCacheStore) {
    entryLimit = other.entryLimit
    // The entries are values, and their bodies never change.
    shelf = Lock(other.shelf.withLock { $0.copy })
  }

  var neverBlocks: Bool { true }
  var size: Int64 { shelf.withLock { $0.size } }
  var count: Int { shelf.withLock { $0.count } }

  func entries(for key: CacheKey) -> [CacheEntry] {
    // The closure captures what it needs, so that the key is not copied.
    let hash = key.hash
    let found = shelf.withLock { $0.entries(hash: hash) }
    // Usually all, because two keys rarely have the same hash value.
    return found.allSatisfy { $0.isStored(for: key) } ? found : found.filter { $0.isStored(for: key) }
  }

  func touch(_ entry: CacheEntry) {
    // The closure captures what it needs, so that the entry is not copied.
    let (id, hash) = (entry.id, entry.key.hash)
    shelf.withLock { $0.touch(id, hash: hash) }
  }

  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader {
    let (id, hash) = (entry.id, entry.key.hash)
    guard case .memory(let body) = entry.payload, shelf.withLock({ $0.contains(id, hash: hash) }) else {
      throw CacheStoreError.vanished
    }
    return MemoryBodyReader(body, from: offset)
  }

  func writer(
    for key: CacheKey, response: StoredResponse, replacing: [CacheEntry.ID]
  ) -> any CacheBodyWriter {
    // It only determines how much is reserved initially; the limits apply to the bytes that arrive.
    let announced = response.facts.length ?? 0
    let length = announced <= entryLimit ? announced : 0
    let (ticket, reserved, _) = shelf.withLock { shelf in
      shelf.begin(key, expecting: min(length, Int64(MemoryBodyWriter.blockSize)))
    }
    return MemoryBodyWriter(
      self, ticket, key: key, response: response, replacing: replacing, length: length, reserved: reserved)
  }

  // The entries that these return are released here, outside the lock.

  func update(_ entry: CacheEntry, response: StoredResponse) throws {
    _ = try shelf.withLock { try $0.update(entry, response: response) }
  }

  func remove(_ entries: [CacheEntry]) {
    _ = shelf.withLock { $0.remove(entries) }
  }

  func removeAll(url: String) { _ = shelf.withLock { $0.removeAll(url: url) } }

  func removeAll() { _ = shelf.withLock { $0.removeAll() } }

  func forEach(_ body: (CacheEntry) -> Void) { shelf.withLock { $0.all }.forEach(body) }

  // MARK: - Writers

  fileprivate func reserve(
    _ count: Int64, expecting next: Int64, for ticket: OpenWriters.Ticket
  ) throws -> Int64 {
    try shelf.withLock { try $0.reserve(count, expecting: next, for: ticket) }.reserved
  }

  fileprivate func commit(
    _ entry: CacheEntry, of ticket: OpenWriters.Ticket, replacing: [UInt64]
  ) throws {
    let footprint = entry.response.footprint
    _ = try shelf.withLock {
      try $0.commit(entry, of: ticket, footprint: footprint, replacing: replacing)
    }
  }

  fileprivate func end(_ ticket: OpenWriters.Ticket) { shelf.withLock { $0.end(ticket) } }
}

/// A body in memory, as blocks of the same size except for the last one.
struct MemoryBody: Sendable {
  /// Most bodies have no other block.
  private let first: Data
  private let others: [Data]

  init(_ first: Data, _ others: [Data]) {
    self.first = first
    self.others = others
  }

  /// Returns a block, or nil after the last one.
  func block(_ index: Int) -> Data? {
    guard index > 0 else { return first }
    return index <= others.count ? others[index - 1] : nil
  }
}

private final class MemoryBodyReader: CacheBodyReader {
  private let body: MemoryBody
  private let position: Lock<Int64>

  init(_ body: MemoryBody, from offset: Int64) {
    self.body = body
    position = Lock(max(0, offset))
  }

  func read(atMost count: Int) -> Data? {
    position.withLock { position in
      let index = Int(clamping: position / Int64(MemoryBodyWriter.blockSize))
      guard count > 0, let block = body.block(index) else { return nil }
      // Most bodies are read whole, which needs no slices.
      if position == 0, 1...count ~= block.count {
        position = Int64(block.count)
        return block
      }
      let chunk = block.dropFirst(Int(position % Int64(MemoryBodyWriter.blockSize))).prefix(count)
      position += Int64(chunk.count)
      return chunk.isEmpty ? nil : chunk
    }
  }
}

/// A writer of a body in memory.
///
/// All writers of a store share its lock, and contention for it costs more than copying a short body. A writer
/// therefore locks once when it begins, once for each block, and once when it ends.
final class MemoryBodyWriter: CacheBodyWriter {
  static let blockSize = 65_536

  fileprivate struct State: Sendable {
    /// The whole blocks.
    var blocks: [Data] = []
    /// The bytes after the last whole block.
    var rest = Data()
    var size: Int64 = 0
    /// The bytes that are reserved in the store, of which the body has `size`.
    var reserved: Int64 = 0
    var hasEnded = false
  }

  private let store: MemoryCacheStore
  private let ticket: OpenWriters.Ticket
  private let key: CacheKey
  private let response: StoredResponse
  private let replacing: [UInt64]
  /// The number of bytes that the response announces; 0 if it is unknown.
  private let length: Int64
  private let state: Lock<State>

  init(
    _ store: MemoryCacheStore, _ ticket: OpenWriters.Ticket, key: CacheKey, response: StoredResponse,
    replacing: [UInt64], length: Int64, reserved: Int64
  ) {
    self.store = store
    self.ticket = ticket
    self.key = key
    self.response = response
    self.replacing = replacing
    self.length = length
    state = Lock(State(reserved: reserved))
  }

  deinit { discard() }

  func append(_ data: Data) throws { try append(data, keeping: false) }

  /// Adds bytes to the body.
  ///
  /// - `keeping`: Whether the chunk fills its buffer, so that it is kept without a copy if it is the whole body.
  func append(_ data: Data, keeping: Bool) throws {
    let (size, missing) = try state.withLock { state in
      guard !state.hasEnded else { throw CacheStoreError.ended }
      let size = state.size + Int64(data.count)
      if size <= state.reserved {
        if keeping, state.size == 0, size == length, data.count < Self.blockSize {
          (state.rest, state.size) = (data, size)
        } else {
          state.append(data, announced: length)
        }
      }
      return (size, size - state.reserved)
    }
    guard missing > 0 else { return }
    do {
      let next = min(max(0, length - size), Int64(Self.blockSize))
      let more = try store.reserve(missing, expecting: next, for: ticket)
      state.withLock { state in
        state.reserved += more
        state.append(data, announced: length)
      }
    } catch {
      discard()
      throw error
    }
  }

  func commit() throws -> CacheEntry {
    let (body, size) = try state.withLock { state in
      guard !state.hasEnded else { throw CacheStoreError.ended }
      defer { state.end() }
      return (state.body(announced: length), state.size)
    }
    let entry = CacheEntry(
      id: ticket.id, key: key, response: response, bodySize: size, payload: .memory(body))
    do {
      try store.commit(entry, of: ticket, replacing: replacing)
    } catch {
      store.end(ticket)
      throw error
    }
    return entry
  }

  func discard() {
    let hadEnded = state.withLock { state in
      defer { state.end() }
      return state.hasEnded
    }
    if !hadEnded { store.end(ticket) }
  }
}

extension MemoryBodyWriter.State {
  /// Releases the body.
  fileprivate mutating func end() {
    if !hasEnded { self = MemoryBodyWriter.State(hasEnded: true) }
  }

  /// Copies the bytes, because a chunk may be a small part of a large buffer.
  ///
  /// The buffer has the size that the response announces, so that it neither grows nor has spare room.
  fileprivate mutating func append(_ data: Data, announced length: Int64) {
    var data = data
    while !data.isEmpty {
      if rest.isEmpty {
        let expected = Int(min(max(length - size, 0), Int64(MemoryBodyWriter.blockSize)))
        if data.count == expected {
          rest = Self.copy(data)
          size += Int64(expected)
          return endBlock()
        }
        rest = Data(capacity: max(expected, min(data.count, MemoryBodyWriter.blockSize)))
      }
      let part = data.prefix(MemoryBodyWriter.blockSize - rest.count)
      rest.append(part)
      size += Int64(part.count)
      data = data.dropFirst(part.count)
      endBlock()
    }
  }

  private mutating func endBlock() {
    guard rest.count == MemoryBodyWriter.blockSize else { return }
    blocks.append(rest)
    rest = Data()
  }

  /// Returns the body in buffers without spare room.
  fileprivate func body(announced length: Int64) -> MemoryBody {
    let last = size == length ? rest : Self.copy(rest)
    guard let first = blocks.first else { return MemoryBody(last, []) }
    return MemoryBody(first, rest.isEmpty ? Array(blocks.dropFirst()) : blocks.dropFirst() + [last])
  }

  private static func copy(_ data: Data) -> Data {
    // The bytes are valid during the closure.
    unsafe data.withUnsafeBytes { unsafe Data($0) }
  }
}
