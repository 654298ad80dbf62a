/// The input of a lookup in the cache.
struct CacheQuestion: Sendable {
  /// The request as it would be sent, without the jar's cookies.
  let request: TransportRequest
  let plan: ExchangePlan
  /// Whether the adapters have not run yet.
  let isEarly: Bool
  /// Whether a redirect to another origin has removed the session's credentials.
  let hasLeftOrigin: Bool
  /// The responses that have failed earlier attempts.
  let rejected: Set<ExchangeState.Rejected>
}

/// The result of a lookup.
///
/// Most requests that are looked up go to the network, so the others are boxed.
enum CacheFinding: Sendable {
  /// A response for which the request needs neither a slot nor a connection.
  indirect case response(any TaskSource, RequestEvent.CacheEvent?)
  /// The response to an identical request that is in progress.
  ///
  /// If it is a failure, a stored response may be used as for the forwarded request.
  indirect case shared(any TaskSource, ForwardedRequest)
  /// The request goes to the network.
  case network(ForwardedRequest)
}

/// A request as the cache passes it to the network.
///
/// An object, because it is copied with every phase. A subclass creates a task that records the response.
class ForwardedRequest: @unchecked Sendable {
  // Constants, as in every subclass, so no lock is needed.

  /// The request that was looked up, without conditions of the cache and without the jar's cookies.
  let original: TransportRequest
  /// The request with the conditions that the cache adds, without the jar's cookies.
  let request: TransportRequest
  /// Whether a stored response may be used if the request fails (`stale-if-error`).
  let fallsBack: Bool

  init(_ original: TransportRequest, as request: TransportRequest, fallsBack: Bool = false) {
    self.original = original
    self.request = request
    self.fallsBack = fallsBack
  }

  /// What monitors are notified of; nil without a cache.
  var event: RequestEvent.CacheEvent? { nil }

  /// Creates the task; nil if the transport creates it.
  var source: (any TaskSource)? { nil }
}

/// The request that the cache looked up, and the request that it forwarded.
enum CacheVisit: Sendable {
  /// The response comes from the store, or no stored response may replace it.
  case played(TransportRequest)
  case forwarded(ForwardedRequest)

  /// The request that was looked up, without conditions of the cache and without the jar's cookies.
  var request: TransportRequest {
    switch self {
    case .played(let request): request
    case .forwarded(let forward): forward.original
    }
  }

  var forward: ForwardedRequest? { if case .forwarded(let forward) = self { forward } else { nil } }
}
