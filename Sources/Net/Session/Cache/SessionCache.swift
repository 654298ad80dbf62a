import Foundation

/// The cache of a session, and the exchanges that requests share.
final class SessionCache: Sendable {
  /// Nil without a cache.
  ///
  /// Requests may still share exchanges.
  let cache: HTTPCache?
  /// The mode, the partition and the sharing that requests have by default.
  let mode: CacheMode
  let partition: String?
  let coalesces: Bool
  let shares = SharedExchanges()
  /// Whether the transport undoes content encodings.
  let decodesBodies: Bool
  /// Whether the chunks of the transport fill their buffers.
  let hasExactChunks: Bool
  /// The keys that are being validated in the background.
  private let validating = Lock<Set<CacheKey>>([])

  /// The threads on which stored responses are delivered; nil to deliver them on the thread of the caller.
  private let crews: JobCrewPair?

  /// - `isInline`: Whether the transport is a mock that responds on the thread of the caller, or the time is virtual.
  ///   If so, responses in memory are delivered there, too, so that a test receives them in order. A store that may
  ///   wait, as for a disk, always has its own thread.
  init(_ configuration: SessionConfiguration, _ transport: any Transport, isInline: Bool) {
    decodesBodies = transport.decodesBodies
    hasExactChunks = transport is any ExactTransport
    cache = configuration.cache
    mode = configuration.cacheMode
    partition = configuration.cachePartition
    coalesces = configuration.coalesces
    isDetached = cache?.store.neverBlocks == false
    crews = isInline ? nil : JobCrewPair("net-cache")
  }

  deinit { crews?.finish() }

  /// Runs a job that calls the store: immediately if the store never waits, otherwise on a worker thread.
  func run(_ job: @escaping @Sendable () -> Void) {
    if let cache { cache.perform(job) } else { job() }
  }

  /// Runs the jobs that deliver stored responses.
  ///
  /// They decode bodies and call closures, so they never run on the thread of the caller, which may be the main thread.
  /// And a chain of requests that the cache answers does not nest.
  var runner: @Sendable (@escaping @Sendable () -> Void) -> Void {
    { job in
      if !self.isDetached, let crews = self.crews { crews.add(job) } else { self.run(job) }
    }
  }

  /// Whether jobs run on another thread.
  let isDetached: Bool

  /// Begins to validate a key in the background; returns false if that is in progress.
  func beginValidating(_ key: CacheKey) -> Bool { validating.withLock { $0.insert(key).inserted } }

  /// Ends to validate a key.
  func endValidating(_ key: CacheKey) { validating.withLock { _ = $0.remove(key) } }
}
