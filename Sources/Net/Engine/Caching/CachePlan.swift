/// How one request uses the cache of its session, and whether it shares its exchange.
struct CachePlan: Sendable {
  let mode: CacheMode
  /// Whether the session has a cache.
  let isStored: Bool
  /// Whether identical requests share one exchange.
  let coalesces: Bool
  /// The partition that the session names.
  ///
  /// With a name, the lookup also comes before the adapters.
  private let partition: String?
  /// Whether the request is sent without the session's credentials.
  private let isUnauthenticated: Bool
  /// The result of the lookup, for a request that the cache itself sends.
  let forward: ForwardedRequest?
  /// Whether the lookup happens only after the adapters.
  let isAdapted: Bool
  /// The number of removals from the cache when the request started.
  let removals: Int

  init(
    mode: CacheMode = .standard, isStored: Bool = true, coalesces: Bool = false, partition: String? = nil,
    isUnauthenticated: Bool = false, forward: ForwardedRequest? = nil, isAdapted: Bool = false,
    removals: Int = 0
  ) {
    self.isAdapted = isAdapted
    self.removals = removals
    self.mode = mode
    self.isStored = isStored
    self.coalesces = coalesces
    // Without a name, the partition would be that of requests without credentials.
    self.partition = partition.flatMap { $0.isEmpty ? nil : $0 }
    self.isUnauthenticated = isUnauthenticated
    self.forward = forward
  }

  /// Returns the partition of a request, or nil for that of its credentials.
  ///
  /// A response to a request without the session's credentials must not answer a request with them, or the
  /// other way round.
  ///
  /// - `hasLeftOrigin`: Whether a redirect to another origin has removed the credentials. If the request has
  ///   `Authorization` again, a closure or an adapter has restored them.
  func partition(of request: TransportRequest, hasLeftOrigin: Bool) -> String? {
    guard let partition else { return nil }
    guard isUnauthenticated || hasLeftOrigin && !request.headers.contains("Authorization") else {
      return partition
    }
    return partition + ":unauthenticated"
  }

  /// Returns the plan of a request that validates a stored response, which adapters change first.
  var validating: CachePlan {
    CachePlan(
      mode: .revalidate, partition: partition, isUnauthenticated: isUnauthenticated, isAdapted: true,
      removals: removals)
  }

  /// Returns whether only the cache may answer the request, without the network (RFC 9111 section 5.2.1.7).
  ///
  /// Without a store, `only-if-cached` is for the caches on the way to the server.
  func isOffline(_ request: TransportRequest) -> Bool {
    mode == .onlyCached || isStored && RequestDirectives(request.headers).onlyIfCached
  }

  /// Whether the lookup also happens before the adapters.
  var isEarly: Bool { isStored && partition != nil && forward == nil && !isAdapted }
}
