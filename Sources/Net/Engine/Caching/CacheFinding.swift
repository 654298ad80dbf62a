/// The result of a look-up.
enum CacheFinding: Sendable {
  /// A response that needs neither a slot nor a connection of the request.
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
  /// Creates the task, which records the response.
  ///
  /// Nil means the transport.
  let source: (any TaskSource)?
  /// Whether a stored response may be used if the request fails (`stale-if-error`).
  let fallsBack: Bool

  init(_ request: TransportRequest, source: (any TaskSource)?, fallsBack: Bool = false) {
    self.request = request
    self.source = source
    self.fallsBack = fallsBack
  }
}

/// What the cache was asked, and what it forwarded.
///
/// An object, because it is copied with every phase.
final class CacheVisit: Sendable {
  /// The request that was looked up, without conditions of the cache and without the jar's cookies.
  let request: TransportRequest
  /// Nil if the response is stored, and if nothing else may be used instead of it.
  let forward: ForwardedRequest?
  /// Whether the request asks for the rest of a download.
  let isResuming: Bool

  init(_ request: TransportRequest, forward: ForwardedRequest? = nil, isResuming: Bool) {
    self.request = request
    self.forward = forward
    self.isResuming = isResuming
  }
}
