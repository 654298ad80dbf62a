/// The result of a look-up.
enum CacheFinding: Sendable {
  /// A response for which the request needs neither a slot nor a connection.
  case response(any TaskSource, RequestEvent.CacheEvent?)
  /// The response to an identical request that is in progress.
  ///
  /// If it is a failure, a stored response may be used as for the forwarded request.
  case shared(any TaskSource, ForwardedRequest, RequestEvent.CacheEvent?)
  /// The request goes to the network.
  case network(ForwardedRequest, RequestEvent.CacheEvent?)
}

/// A request as the cache passes it to the network.
///
/// An object, because it is copied with every phase.
final class ForwardedRequest: Sendable {
  /// The request with the conditions that the cache adds, without the jar's cookies.
  let request: TransportRequest
  /// Creates a task that records the response.
  ///
  /// Nil means that the transport creates the task.
  let source: (any TaskSource)?
  /// Whether a stored response may be used if the request fails (`stale-if-error`).
  let fallsBack: Bool

  init(_ request: TransportRequest, source: (any TaskSource)?, fallsBack: Bool = false) {
    self.request = request
    self.source = source
    self.fallsBack = fallsBack
  }
}

/// The request that the cache looked up, and the request that it forwarded.
///
/// An object, because it is copied with every phase.
final class CacheVisit: Sendable {
  /// The request that was looked up, without conditions of the cache and without the jar's cookies.
  let request: TransportRequest
  /// The forwarded request; nil if the response comes from the store, or if no stored response may replace it.
  let forward: ForwardedRequest?
  /// Whether the request asks for the rest of a download.
  let isResuming: Bool

  init(_ request: TransportRequest, forward: ForwardedRequest? = nil, isResuming: Bool) {
    self.request = request
    self.forward = forward
    self.isResuming = isResuming
  }
}
