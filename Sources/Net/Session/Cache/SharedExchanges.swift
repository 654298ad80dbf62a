import Foundation

/// The exchanges of a session that identical requests may join.
final class SharedExchanges: Sendable {
  private let shares = Lock<[ShareKey: SharedExchange]>([:])

  /// Joins the exchange of this request, or the one that the closure creates.
  func join(_ request: ShareKey, _ make: () -> SharedExchange) -> any TaskSource {
    shares.withLock { shares in
      if let membership = shares[request]?.join() { return membership }
      let share = make()
      shares[request] = share
      return share.join() ?? SharedExchange.Membership(share, number: 0)
    }
  }

  /// Lets no more requests join the exchanges with the origin of this URL.
  ///
  /// Their members are not affected.
  func close(originOf url: URL) {
    // Released without the lock held.
    let closed: [ShareKey: SharedExchange] = shares.withLock { shares in
      // Most sessions share nothing.
      guard !shares.isEmpty else { return [:] }
      let origin = url.originText
      let closed = shares.filter { $0.key.request.url.originText == origin }
      for key in closed.keys { shares.removeValue(forKey: key) }
      return closed
    }
    withExtendedLifetime(closed) {}
  }

  /// Removes an exchange that has ended.
  func remove(_ share: SharedExchange, of request: ShareKey) {
    // Released without the lock held.
    let removed = shares.withLock { shares in
      shares[request] === share ? shares.removeValue(forKey: request) : nil
    }
    withExtendedLifetime(removed) {}
  }
}

/// What the requests that share an exchange have in common.
struct ShareKey: Hashable, Sendable {
  /// The request as it is sent, without the fields that only say who asks (W3C Trace Context).
  ///
  /// They differ between all requests, and the response does not depend on them.
  let request: TransportRequest
  /// The request without the conditions of the cache.
  ///
  /// A 304 to the client's own conditions is the client's response; a 304 to the cache's conditions is not.
  let original: TransportRequest
  /// The timeouts that apply to the exchange; the total one is that of each member.
  let timeouts: RequestTimeouts
  /// How often all requests of the session had been cancelled.
  ///
  /// A request that starts afterwards must not join an exchange that is being cancelled.
  let cancellations: Int
  /// Whether the cookies of the response are stored, which the exchange does for all.
  let hasCookies: Bool
  /// The partition of the cache in which the exchange stores the response; nil without a cache.
  let partition: String?
  /// The number of the last removal from the cache that may have removed responses of the URL; 0 without a cache.
  ///
  /// A request that starts after a removal must not join an exchange that has begun before.
  let generation: Int

  /// - `context`: What the cache knows of the request; nil without a cache.
  init(
    _ request: TransportRequest, for original: TransportRequest, _ plan: ExchangePlan,
    _ context: CacheContext?, after cancellations: Int
  ) {
    self.request = Self.untraced(request)
    self.original = Self.untraced(original)
    self.cancellations = cancellations
    partition = context?.key.partition
    generation = context.map { $0.cache.changes.generation($0.mark) } ?? 0
    hasCookies = plan.hasCookies
    var timeouts = plan.timeouts
    timeouts.total = nil
    self.timeouts = timeouts
  }

  private static func untraced(_ request: TransportRequest) -> TransportRequest {
    guard request.headers["traceparent"] != nil || request.headers["tracestate"] != nil else {
      return request
    }
    var request = request
    for name in ["traceparent", "tracestate"] { request.headers.remove(name: name) }
    return request
  }
}
