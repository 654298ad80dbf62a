import Foundation
import Synchronization

/// Writes a response to the store, together with the stored parts that it is joined with.
///
/// It is used by one thread at a time. Only the thread that handles the events of the response writes. One reference,
/// because it is copied with every event.
enum EntryWriting: Sendable {
  /// In memory. It may keep a chunk of the transport instead of copying it.
  case keeping(MemoryBodyWriter)
  case copying(any CacheBodyWriter)

  /// Joins the response with stored parts.
  private final class Parts: CacheBodyWriter {
    private let writer: any CacheBodyWriter
    /// The stored bytes that are written before those of the response, until they are written.
    private let before: Lock<PlayedBody?>
    private let after: PlayedBody?
    /// The number of bytes that the response must have.
    private let expected: Int64
    /// How many bytes of the response have arrived.
    private let size = Atomic<Int64>(0)

    /// Opens the writer.
    ///
    /// - Throws: An error of the store.
    init(_ stored: StoredParts, _ join: CacheJoin, of recording: StoringRequest) throws {
      before = Lock(stored.before)
      after = stored.after
      expected = join.partSize
      writer = try EntryWriting.writer(join.response, replacing: join.replacing, of: recording)
    }

    func append(_ chunk: Data) throws {
      try writeStart()
      size.add(Int64(chunk.count), ordering: .relaxed)
      try writer.append(chunk)
    }

    func commit() throws -> CacheEntry {
      try writeStart()
      guard size.load(ordering: .relaxed) == expected else { throw CacheStoreError.damaged }
      if let after { try copy(after) }
      return try writer.commit()
    }

    func discard() { writer.discard() }

    /// Writes the stored bytes before those of the response, once.
    private func writeStart() throws {
      if let before = before.withLock({ $0.take() }) { try copy(before) }
    }

    private func copy(_ body: PlayedBody) throws {
      while case let chunk = try body.next(), !chunk.isEmpty { try writer.append(chunk) }
    }
  }

  /// The bodies of stored parts.
  private struct StoredParts {
    let before: PlayedBody?
    let after: PlayedBody?

    /// Opens them.
    ///
    /// - Throws: An error of the store.
    init(_ join: CacheJoin, of recording: StoringRequest) throws {
      before = try join.before.map { try recording.context.body(of: $0.index, $0.bytes) }
      after = try join.after.map { try recording.context.body(of: $0.index, $0.bytes) }
    }
  }

  /// Opens the writer, and the stored parts before they may be removed.
  ///
  /// Without room for all parts together, or if a stored part cannot be opened, the response is stored alone.
  ///
  /// - `keepsChunks`: Whether each chunk fills its buffer.
  ///
  /// - Throws: An error of the store.
  init(
    _ response: StoredResponse, replacing: [Int], joining join: CacheJoin?, of recording: StoringRequest,
    keepsChunks: Bool
  ) throws {
    if let join, join.size <= recording.context.cache.store.entryLimit,
      let stored = try? StoredParts(join, of: recording)
    {
      self = .copying(try Parts(stored, join, of: recording))
      return
    }
    let writer = try Self.writer(response, replacing: replacing, of: recording)
    if keepsChunks, let writer = writer as? MemoryBodyWriter {
      self = .keeping(writer)
    } else {
      self = .copying(writer)
    }
  }

  private static func writer(
    _ response: StoredResponse, replacing: [Int], of recording: StoringRequest
  ) throws -> any CacheBodyWriter {
    try recording.context.cache.store.writer(
      for: recording.context.key, response: response,
      replacing: replacing.map { recording.context.entries[$0].id })
  }

  func append(_ chunk: Data) throws {
    switch self {
    case .keeping(let writer): try writer.append(chunk, keeping: true)
    case .copying(let writer): try writer.append(chunk)
    }
  }

  /// Stores the entry.
  ///
  /// - Throws: An error of the store, or ``CacheStoreError/damaged`` if the response has not the bytes that its
  ///   `Content-Range` says.
  func commit() throws -> CacheEntry {
    try writer.commit()
  }

  func discard() { writer.discard() }

  private var writer: any CacheBodyWriter {
    switch self {
    case .keeping(let writer): writer
    case .copying(let writer): writer
    }
  }
}
