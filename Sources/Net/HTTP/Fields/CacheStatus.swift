/// How a cache took part in a response.
///
/// ```swift
/// let response = await network.get("items").response(.data)
/// if case .hit(let age) = response.cacheStatus { print("stored \(age) ago") }
/// ```
///
/// The reasons use the tokens of RFC 9211. New versions may add cases, so end a `switch` with `default`.
public enum CacheStatus: Sendable, Hashable {
  /// A stored response of this age, which is fresh.
  case hit(age: Duration)
  /// A stored response of this age, which is stale. The reason says why a stale one was used.
  case stale(age: Duration, CacheReason)
  /// A stored response that the server confirmed for this request. The age is the one before.
  case revalidated(age: Duration)
  /// A response from the network, because no stored one could be used; or the 504 of the cache, if the request must not
  /// go to the network (``CacheMode/onlyCached``).
  case miss(CacheReason)
  /// A response from the network, because the request does not use the cache; or such a 504 without a cache.
  case bypass(CacheReason)
  /// A response that another request was already waiting for.
  case coalesced
}
