/// What a cache does with a request.
enum CacheDecision: Sendable {
  /// It answers with something stored.
  case serve(CacheServing)
  /// Send the request to the network.
  case forward(CacheForward)
  /// Respond with this head and no body: nothing stored is usable, and the network must not be used.
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
  /// A request to send in the background, whose response replaces or updates the stored one (`stale-while-revalidate`).
  var revalidation: CacheForward?
}

/// A request for the network.
struct CacheForward: Sendable {
  /// The request on whose behalf the cache sends one: the client's, or its own to validate an entry.
  var client: CacheRequest
  /// The request as it is sent, with the conditions that the cache adds.
  var request: TransportRequest
  /// The entries whose validators are in the conditions, starting with the preferred one.
  var validated: [Int] = []
  /// Why no stored response is used.
  var reason: CacheReason
  /// Whether the request does not use the cache.
  var isBypass = false

  /// How the cache took part in the response to the request.
  var status: CacheStatus { isBypass ? .bypass(reason) : .miss(reason) }
}
