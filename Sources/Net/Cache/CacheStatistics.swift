/// Counts what a cache has done since it was created.
///
/// ```swift
/// let counts = cache.statistics
/// print("\(counts.hits) of \(counts.requests) from the cache")
/// ```
///
/// Each response is counted once, as its ``CacheStatus`` says: a redirect and its target count as two, and so does a
/// response that is retried. A server error that a stored response replaces does not count; the stored one does.
public struct CacheStatistics: Sendable, Hashable {
  /// Fresh stored responses that were used.
  public var hits = 0
  /// Stale stored responses that were used.
  public var staleHits = 0
  /// Stored responses that were used after their server had confirmed them.
  public var revalidations = 0
  /// Responses to requests for which no stored one could be used: from the network, or the cache's own 504 if the
  /// network must not be used.
  public var misses = 0
  /// Responses from the network to requests that do not use the cache.
  public var bypasses = 0
  /// Responses that another request was already waiting for.
  public var coalesced = 0
  /// Responses that were stored.
  public var stored = 0
  /// Responses that were not stored, because the rules forbid it or because they are too large.
  public var refused = 0
  /// Failures of the store, such as a full disk or an entry that cannot be read.
  ///
  /// Requests continue without it.
  public var failures = 0

  /// Creates counts of zero.
  public init() {}

  /// The responses of all requests.
  public var requests: Int { hits + staleHits + revalidations + misses + bypasses + coalesced }
}
