public import Foundation

/// A private HTTP cache (RFC 9111) that sessions share.
///
/// A session has no cache by default. With one, it answers requests from stored responses where the rules of HTTP allow
/// it, validates stale ones, and stores what arrives.
///
/// ```swift
/// var configuration = SessionConfiguration()
/// configuration.cache = .memory(limit: 32 << 20)
/// ```
///
/// A cache in memory ends with the process. One on disk is kept, and several processes may use the same directory.
/// The methods may be called from any thread. Those of a cache on disk wait for the disk.
public final class HTTPCache: Sendable {
  /// The store.
  public let store: any CacheStore
  /// The settings.
  public let options: CacheOptions
  /// Lets requests notice what is removed and stored while they are in progress.
  let changes = CacheChanges()
  private let failedRemovals = FailedRemovals()
  private let counts = CacheCounts()
  /// Runs the calls of a store that may wait.
  private let worker: JobCrew?

  /// Creates a cache over a store, such as your own.
  ///
  /// ```swift
  /// configuration.cache = HTTPCache(store: store)
  /// ```
  public init(store: any CacheStore, options: CacheOptions = CacheOptions()) {
    self.store = store
    self.options = options
    worker = store.neverBlocks ? nil : JobCrew("net-cache")
  }

  deinit { worker?.finish() }

  /// Creates a cache in memory.
  ///
  /// ```swift
  /// configuration.cache = .memory(limit: 32 << 20)
  /// ```
  ///
  /// - Parameters:
  ///   - limit: The maximum size of all responses in bytes, with their heads. The least recently used are removed.
  ///   - entryLimit: The maximum size of a body in bytes. By default an eighth of the limit. Larger bodies are passed
  ///     through.
  ///   - options: The settings.
  /// - Returns: A cache without entries.
  public static func memory(
    limit: Int64, entryLimit: Int64? = nil, options: CacheOptions = CacheOptions()
  ) -> HTTPCache {
    HTTPCache(store: MemoryCacheStore(limit: limit, entryLimit: entryLimit), options: options)
  }

  /// Opens a cache in a directory, which is created if it does not exist.
  ///
  /// ```swift
  /// configuration.cache = try .disk(at: directory, limit: 256 << 20)
  /// ```
  ///
  /// Only this user can read the files, whose names say nothing about URLs. On Apple platforms they are readable after
  /// the device has been unlocked once, and are not backed up. A process may end at any time: what is stored is whole
  /// or counts as not stored. After a power loss, responses may be missing.
  ///
  /// - Parameters:
  ///   - directory: A dedicated directory, such as one in the caches directory of the user. Processes may share it.
  ///   - limit: The maximum size of all files in bytes. Above it, the least recently used are removed in the
  ///     background.
  ///   - entryLimit: The maximum size of a body in bytes. By default an eighth of the limit. Larger bodies are passed
  ///     through.
  ///   - options: The settings.
  /// - Returns: A cache with what the directory contains.
  /// - Throws: ``CacheStoreError/directory(_:reason:)`` if the directory cannot be used: it is a file or a symbolic
  ///   link, belongs to another user, or cannot be written, or the URL is not a file URL.
  public static func disk(
    at directory: URL, limit: Int64, entryLimit: Int64? = nil, options: CacheOptions = CacheOptions()
  ) throws -> HTTPCache {
    HTTPCache(
      store: try DiskCacheStore(at: directory, limit: limit, entryLimit: entryLimit), options: options)
  }

  // MARK: - What is stored

  /// The size of all stored responses in bytes, with their heads.
  public var size: Int64 { store.size }

  /// How often the cache was used.
  public var statistics: CacheStatistics { counts.statistics }

  /// Removes everything, in all partitions, for example when a user logs out.
  ///
  /// ```swift
  /// try cache.removeAll()
  /// ```
  ///
  /// When it returns, nothing that was stored can be read. A response to a request that had started before is not
  /// stored, even if it is sent only afterwards: from the queue, as a retry, or to the target of a redirect. No request
  /// that starts later shares its exchange. Another cache over the same directory, in this or another process, may
  /// still store what it is receiving, so sessions should share one cache. A body that is already being delivered is
  /// delivered to its end.
  ///
  /// - Throws: ``CacheStoreError`` if files cannot be removed. This cache does not use what is left.
  public func removeAll() throws {
    changes.noteRemovalOfAll()
    try removeEverything()
  }

  /// Removes everything that is stored for a URL, in all partitions.
  ///
  /// ```swift
  /// try cache.remove("https://api.example.com/items")
  /// ```
  ///
  /// A response of this URL to a request that had started before is not stored, even if it is sent only afterwards. No
  /// request that starts later shares its exchange.
  ///
  /// - Parameter url: An absolute URL. Its fragment does not count.
  /// - Throws: An error if it is not a URL, or ``CacheStoreError`` if files cannot be removed. This cache does not use
  ///   what is left.
  public func remove(_ url: some URLConvertible) throws {
    try removeAll(CacheKey.url(of: try url.asURL()))
  }

  /// Removes the stored responses for which the closure returns true.
  ///
  /// ```swift
  /// try cache.remove { $0.url.contains("/basket/") }
  /// ```
  ///
  /// It reads the head of each response. A response that is stored meanwhile may be left out.
  ///
  /// - Throws: ``CacheStoreError`` if files cannot be read or removed. What could be read is removed. This cache does
  ///   not use what is left of it.
  public func remove(where matches: (StoredResponse) -> Bool) throws {
    var found: [CacheEntry] = []
    let listing = Result {
      try store.forEach { entry in
        if matches(entry.response) { found.append(entry) }
      }
    }
    try remove(found)
    try listing.get()
  }

  // MARK: - For the session

  /// Returns what may be used of a key.
  ///
  /// Entries that an earlier removal failed to delete are not used, and are removed again. If they cannot be
  /// distinguished from later ones, nothing is used. An error of the store counts as an empty store.
  func entries(for key: CacheKey) -> [CacheEntry] {
    do {
      guard failedRemovals.hasAny else { return try store.entries(for: key) }
      return try entriesBesideFailures(for: key)
    } catch {
      noteFailure(error)
      return []
    }
  }

  private func entriesBesideFailures(for key: CacheKey) throws -> [CacheEntry] {
    switch failedRemovals.removal(before: key) {
    case nil: break
    case .url(let number):
      do {
        try store.removeAll(url: key.url)
        failedRemovals.forget(key.url, number)
      } catch {
        failedRemovals.note(try store.entries(for: key), of: key, after: number)
      }
    case .everything:
      try? removeEverything()
      // Without a list of what is left, nothing is used.
      if case .everything = failedRemovals.removal(before: key) { return [] }
    }
    let entries = try store.entries(for: key)
    let left = failedRemovals.among(entries)
    guard !left.isEmpty else { return entries }
    if (try? store.remove(left)) != nil { failedRemovals.forget(left) }
    return entries.filter { entry in !left.contains { $0.id == entry.id } }
  }

  /// Removes everything, or else notes what is left.
  private func removeEverything() throws {
    let number = failedRemovals.last
    do { try store.removeAll() } catch {
      let failure = failedRemovals.note(nil)
      var left: [CacheEntry] = []
      if (try? store.forEach { left.append($0) }) != nil { failedRemovals.noteAll(left, after: failure) }
      throw error
    }
    failedRemovals.forgetAll(number)
  }

  /// Removes entries.
  ///
  /// - Throws: An error of the store. What is left is not used.
  func remove(_ entries: [CacheEntry]) throws {
    do { try store.remove(entries) } catch {
      failedRemovals.note(entries)
      throw error
    }
  }

  /// Removes everything that is stored for a URL, as its key has it.
  ///
  /// - Throws: An error of the store. What is left is not used.
  func removeAll(_ url: String, by author: AnyObject? = nil) throws {
    changes.noteRemoval(url.hashValue, by: author)
    do { try store.removeAll(url: url) } catch {
      failedRemovals.note(url)
      throw error
    }
  }

  /// Runs a job that calls the store: immediately if the store never waits, otherwise on a worker thread.
  ///
  /// Jobs start in order. A job that waits long may overlap with the next.
  func perform(_ job: @escaping @Sendable () -> Void) {
    if let worker { worker.add(job) } else { job() }
  }

  /// Counts a response instead of the one that it replaces.
  func note(_ status: CacheStatus, insteadOf replaced: CacheStatus? = nil) {
    counts.add(status)
    if let replaced { counts.add(replaced, -1) }
  }

  func noteStored() { counts.add(.stored) }

  func noteRefused() { counts.add(.refused) }

  func noteFailure() { counts.add(.failures) }

  /// Counts a failure to read, unless another process or a removal was faster.
  func noteFailure(_ error: any Error) { if error as? CacheStoreError != .vanished { noteFailure() } }
}
