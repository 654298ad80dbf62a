public import Foundation

/// Where a cache keeps its responses: in memory, on disk, or in your own store.
///
/// A store only stores. The cache above it decides which response is fresh and which one answers a request.
/// Pass your own store to ``HTTPCache/init(store:options:)``, and test it with `CacheStoreContract` of
/// NetTesting.
///
/// ```swift
/// let writer = try store.writer(for: key, response: stored, replacing: [])
/// try writer.append(Data("hello".utf8))
/// let entry = try writer.commit()
/// try store.reader(of: entry).read(atMost: 5)  // hello
/// ```
///
/// A store is called from any thread, and concurrently. A store that cannot read something throws, and the request
/// continues without it: a ``CacheStoreError``, or another error that says more.
///
/// A store limits itself: nothing above it evicts. The stores of this package remove the entries that were used least
/// recently, and keep at most 32 for a key. The contract checks what a store returns, not how much it keeps.
public protocol CacheStore: Sendable {
  /// Whether calls never wait for a disk or another process.
  ///
  /// If true, the store is called on any thread; otherwise on a worker thread.
  var neverBlocks: Bool { get }

  /// Returns the entries stored for the key, newest first.
  ///
  /// Damaged entries and entries that another process has removed are left out. Bodies are not read yet.
  func entries(for key: CacheKey) throws -> [CacheEntry]

  /// Opens the body of an entry at this offset.
  ///
  /// An entry that was removed cannot be opened any more: it fails with ``CacheStoreError/vanished``.
  ///
  /// If the entry is removed or updated meanwhile, the reader either continues with the body it has opened, or fails
  /// with ``CacheStoreError/vanished``.
  func reader(of entry: CacheEntry, from offset: Int64) throws -> any CacheBodyReader

  /// Opens a writer for a new entry. When it commits, it removes the entries in `replacing`.
  func writer(
    for key: CacheKey, response: StoredResponse, replacing: [CacheEntry.ID]
  ) throws -> any CacheBodyWriter

  /// Replaces the head of an entry, as after a 304. The entry keeps its body and its position among the entries of its
  /// key.
  func update(_ entry: CacheEntry, response: StoredResponse) throws

  /// Notes that the entry was used, so that it is evicted later than others.
  func touch(_ entry: CacheEntry)

  /// Removes the entries. One that does not exist is not an error.
  func remove(_ entries: [CacheEntry]) throws

  /// Removes everything stored for the URL, in every partition, and makes the writers that are open for it fail.
  func removeAll(url: String) throws

  /// Removes everything, and makes all open writers fail. Nothing can be read afterwards.
  func removeAll() throws

  /// Calls the closure with each entry, in any order, without a lock held.
  func forEach(_ body: (CacheEntry) -> Void) throws

  /// The size of all entries in bytes, with their heads.
  var size: Int64 { get }

  /// The number of entries.
  var count: Int { get }

  /// The maximum size of a body in bytes.
  var entryLimit: Int64 { get }
}

extension CacheStore {
  /// Opens the body of an entry at its first byte.
  public func reader(of entry: CacheEntry) throws -> any CacheBodyReader { try reader(of: entry, from: 0) }
}

/// The body of a stored response, read in chunks.
///
/// ```swift
/// while let chunk = try reader.read(atMost: 65_536) { consume(chunk) }
/// ```
///
/// It is called by one thread at a time.
public protocol CacheBodyReader: AnyObject, Sendable {
  /// Returns the next bytes of the body, at least one and at most `count`, or nil at its end.
  ///
  /// They equal the bytes that were written.
  ///
  /// - Throws: ``CacheStoreError/damaged`` if a checksum or the length does not agree.
  func read(atMost count: Int) throws -> Data?
}

/// Writes the body of a new entry, which exists only after ``commit()``.
///
/// ```swift
/// do { try writer.append(chunk) } catch { writer.discard() }
/// ```
///
/// It is called by one thread at a time. A writer that is released without a commit leaves nothing behind.
public protocol CacheBodyWriter: AnyObject, Sendable {
  /// Adds bytes to the body.
  ///
  /// - Throws: ``CacheStoreError/tooLarge(limit:)`` if the body exceeds the limit, ``CacheStoreError/full`` or another
  ///   error if the bytes cannot be stored. Then the writer has discarded everything. After an error, a commit or a
  ///   discard it throws.
  func append(_ data: Data) throws

  /// Stores the entry in one step, and removes those that it replaces.
  ///
  /// - Throws: ``CacheStoreError/removed`` if its URL was removed meanwhile, or another error if the writer has ended.
  func commit() throws -> CacheEntry

  /// Discards everything. Does nothing after ``commit()``.
  func discard()
}
