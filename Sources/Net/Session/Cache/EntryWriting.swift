import Foundation

/// Writes a response to the store, together with the stored parts that it is joined with.
///
/// It is used by one thread at a time. Only the thread that handles the events of the response writes.
final class EntryWriting: Sendable {
  private struct State: Sendable {
    /// The stored bytes that are written before those of the response.
    var before: PlayedBody?
    /// How many bytes of the response have arrived.
    var size: Int64 = 0
  }

  let response: StoredResponse
  private let writer: any CacheBodyWriter
  private let state: Lock<State>
  private let after: PlayedBody?
  /// The number of bytes that the response must have; nil for any.
  private let expected: Int64?

  /// Opens the writer, and the stored parts before they may be removed.
  ///
  /// - Throws: An error of the store.
  init(_ response: StoredResponse, replacing: [Int], joining join: CacheJoin?, in context: CacheContext)
    throws
  {
    let store = context.cache.store
    // Without room for all parts together, the new one is stored alone.
    let join = join.flatMap { $0.size <= store.entryLimit ? $0 : nil }
    self.response = join?.response ?? response
    let before = try join?.before.map { try context.body(of: context.entries[$0.index], $0.bytes) }
    after = try join?.after.map { try context.body(of: context.entries[$0.index], $0.bytes) }
    expected = join?.partSize
    state = Lock(State(before: before))
    writer = try store.writer(
      for: context.key, response: self.response,
      replacing: (join?.replacing ?? replacing).map { context.entries[$0].id })
  }

  func append(_ chunk: Data) throws {
    try writeBefore()
    state.withLock { $0.size += Int64(chunk.count) }
    try writer.append(chunk)
  }

  /// Stores the entry.
  ///
  /// - Throws: An error of the store, or ``CacheStoreError/damaged`` if the response has not the bytes that its
  ///   `Content-Range` says.
  func commit() throws -> CacheEntry {
    try writeBefore()
    if let expected, state.withLock({ $0.size }) != expected { throw CacheStoreError.damaged }
    if let after { try copy(after) }
    return try writer.commit()
  }

  func discard() { writer.discard() }

  private func writeBefore() throws {
    let before = state.withLock { state in
      defer { state.before = nil }
      return state.before
    }
    if let before { try copy(before) }
  }

  private func copy(_ body: PlayedBody) throws {
    while case let chunk = try body.next(), !chunk.isEmpty { try writer.append(chunk) }
  }
}
