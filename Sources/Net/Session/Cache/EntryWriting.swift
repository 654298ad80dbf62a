import Foundation
import Synchronization

/// Writes a response to the store, together with the stored parts that it is joined with.
///
/// It is used by one thread at a time. Only the thread that handles the events of the response writes.
final class EntryWriting: Sendable {
  /// The stored parts with which the response is joined.
  private final class Parts: Sendable {
    /// The stored bytes that are written before those of the response, until they are written.
    let before: Lock<PlayedBody?>
    let after: PlayedBody?
    /// The number of bytes that the response must have.
    let expected: Int64
    /// How many bytes of the response have arrived.
    let size = Atomic<Int64>(0)

    /// Opens the stored parts.
    ///
    /// - Throws: An error of the store.
    init(_ join: CacheJoin, in context: CacheContext) throws {
      before = Lock(try join.before.map { try context.body(of: $0.index, $0.bytes) })
      after = try join.after.map { try context.body(of: $0.index, $0.bytes) }
      expected = join.partSize
    }
  }

  let response: StoredResponse
  private let writer: any CacheBodyWriter
  /// The writer, if it may keep a chunk of the transport instead of copying it.
  private let keeper: MemoryBodyWriter?
  /// Nil for a response that is stored alone.
  private let parts: Parts?

  /// Opens the writer, and the stored parts before they may be removed.
  ///
  /// Without room for all parts together, or if a stored part cannot be opened, the response is stored alone.
  ///
  /// - `keepsChunks`: Whether each chunk fills its buffer.
  ///
  /// - Throws: An error of the store.
  init(
    _ response: StoredResponse, replacing: [Int], joining join: CacheJoin?, in context: CacheContext,
    keepsChunks: Bool
  ) throws {
    let store = context.cache.store
    parts = join.flatMap { $0.size <= store.entryLimit ? try? Parts($0, in: context) : nil }
    let join = parts == nil ? nil : join
    self.response = join?.response ?? response
    writer = try store.writer(
      for: context.key, response: self.response,
      replacing: (join?.replacing ?? replacing).map { context.entries[$0].id })
    keeper = keepsChunks && parts == nil ? writer as? MemoryBodyWriter : nil
  }

  func append(_ chunk: Data) throws {
    if let keeper { return try keeper.append(chunk, keeping: true) }
    if let parts {
      try writeStart(of: parts)
      parts.size.add(Int64(chunk.count), ordering: .relaxed)
    }
    try writer.append(chunk)
  }

  /// Stores the entry.
  ///
  /// - Throws: An error of the store, or ``CacheStoreError/damaged`` if the response has not the bytes that its
  ///   `Content-Range` says.
  func commit() throws -> CacheEntry {
    if let parts {
      try writeStart(of: parts)
      guard parts.size.load(ordering: .relaxed) == parts.expected else { throw CacheStoreError.damaged }
      if let after = parts.after { try copy(after) }
    }
    return try writer.commit()
  }

  func discard() { writer.discard() }

  /// Writes the stored bytes before those of the response, once.
  private func writeStart(of parts: Parts) throws {
    if let before = parts.before.withLock({ $0.take() }) { try copy(before) }
  }

  private func copy(_ body: PlayedBody) throws {
    while case let chunk = try body.next(), !chunk.isEmpty { try writer.append(chunk) }
  }
}
