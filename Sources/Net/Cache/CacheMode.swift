/// How one request uses the cache of its session.
///
/// ```swift
/// let items = try await network.get("items").cache(.reload).object(as: [Item].self)
/// ```
///
/// The fields that a mode adds are sent only if the request does not already set them. A session without a cache still
/// sends them, because caches between it and the server obey them, too.
public enum CacheMode: Sendable, Hashable {
  /// A fresh stored response is used; a stale one is validated first (RFC 9111 section 4).
  case standard
  /// Stored responses are not used: `Cache-Control: no-cache` and `Pragma: no-cache` are sent. The response is stored.
  case reload
  /// A stored response is used only after its server has confirmed it: `Cache-Control: max-age=0` is sent. A fresh
  /// response that is `immutable` (RFC 8246) and arrived over TLS needs no confirmation.
  case revalidate
  /// A stored response is used even if it is stale. The network is used only if nothing usable is stored.
  ///
  /// A response with `no-cache` or `must-revalidate` is never used stale (RFC 9111 section 4.2.4).
  case preferCached
  /// Like ``preferCached``, but the network is never used. Without a usable stored response, the cache responds with
  /// status 504 (RFC 9111 section 5.2.1.7). An ``AuthenticationInterceptor`` applies its credential without a refresh.
  ///
  /// In a session with a cache, a request in another mode with the field `Cache-Control: only-if-cached` never uses the
  /// network either. Its mode says what may be used: with ``standard`` a stale response only if `max-stale` or the
  /// server allows it, with ``reload`` none.
  case onlyCached
}
