/// The settings of a cache, apart from its store.
///
/// ```swift
/// var options = CacheOptions()
/// options.freshness = { head in head.url?.path.hasPrefix("/catalog") == true ? .seconds(300) : nil }
/// configuration.cache = .memory(limit: 32 << 20, options: options)
/// ```
public struct CacheOptions: Sendable {
  /// Returns how long a response that states no lifetime is fresh, or nil to leave it without one.
  ///
  /// It is called once for each response that is stored, on any thread, without a lock held. A response with `max-age`,
  /// `Expires` or `no-cache` is not passed to it. A response with another status than 200 that states no lifetime is
  /// stored only with `public`, or with an `ETag` or `Last-Modified` and a status that allows a heuristic lifetime (RFC
  /// 9110 section 15.1), such as 404.
  public var freshness: (@Sendable (ResponseHead) -> Duration?)?

  /// Whether a response with `no-cache` or `must-revalidate` may be used stale where other responses may.
  ///
  /// The default is false (RFC 9111 section 4.2.4). Set it only if an outdated response is always better than none.
  public var usesStaleDespiteMustRevalidate: Bool

  /// Creates the default options.
  public init(
    freshness: (@Sendable (ResponseHead) -> Duration?)? = nil, usesStaleDespiteMustRevalidate: Bool = false
  ) {
    self.freshness = freshness
    self.usesStaleDespiteMustRevalidate = usesStaleDespiteMustRevalidate
  }
}
