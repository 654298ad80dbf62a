/// What a cache does with a request.
enum CacheDecision: Sendable {
  /// It answers with something stored.
  case serve(CacheServing)
  /// It asks the network.
  case forward(CacheForward)
  /// It answers with this head, without a body: nothing stored is usable, and the network may not be asked.
  case unavailable(ResponseHead)
}

/// A response from the store.
struct CacheServing: Sendable {
  /// The entry whose body is used.
  var index: Int
  var head: ResponseHead
  /// The bytes of the stored body, or nil for all of them.
  var slice: Range<Int64>?
  /// Whether there is a body: not for `HEAD` and not for a 304.
  var hasBody: Bool
  var status: CacheStatus
  /// A request to send meanwhile, whose response replaces or updates what is stored (`stale-while-revalidate`).
  var revalidation: CacheForward?
}

/// A request for the network.
struct CacheForward: Sendable {
  /// The request for which the cache asks: that of the client, or one of its own to validate an entry.
  var client: CacheRequest
  /// The request as it is sent, with the conditions that the cache adds.
  var request: TransportRequest
  /// The entries whose validators are in the conditions, the one that would be used first.
  var validated: [Int] = []
  /// Why nothing stored is used.
  var reason: CacheReason
  /// Whether the request does not use the cache.
  var isBypass = false

  /// How the cache took part in the response to the request.
  var status: CacheStatus { isBypass ? .bypass(reason) : .miss(reason) }
}
