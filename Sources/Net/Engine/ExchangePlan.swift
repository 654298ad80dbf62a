/// The configuration of an exchange, merged with that of its session.
///
/// An object, because everything about a request refers to it.
final class ExchangePlan: Sendable {
  /// The description from the caller.
  let description: RequestDescription
  /// The `Accept` header of the first serializer.
  let accept: String?
  /// The interceptors, in the order they are called.
  let interceptors: [any RequestInterceptor]
  /// The indices of those that also adapt redirects.
  ///
  /// Asked here, because it is code of the user, which is not called with a lock held.
  let redirectAdapters: [Int]
  /// The rules for the response.
  let validation: ValidationRules
  /// The timeouts.
  let timeouts: RequestTimeouts
  /// The redirects to follow.
  let redirects: RedirectPolicy
  /// Whether each task waits for a slot in the queue, or for cookies from the jar.
  let isAdmitted: Bool
  /// Whether the session's cookies are sent, and those of responses stored.
  let hasCookies: Bool
  /// Whether there are monitors.
  let isReported: Bool
  /// The news that the client or the monitors receive.
  let news: ExchangeNews
  /// The destination of the body; nil for memory.
  let sink: (any BodySink)?
  /// The maximum number of body bytes in memory; nil for no limit.
  let maximumBodySize: Int?
  /// The decoder for bodies, including those of failed responses.
  let decoder: (any DataDecoder)?
  /// Whether the session accepts no more requests.
  let isRefused: Bool
  /// How the request uses the cache, and whether it shares its exchange; nil if it does neither.
  let cache: CachePlan?
  /// Whether it opens a WebSocket, so that every response but a 101 is rejected.
  let isHandshake: Bool
  /// The complete request, if the cache itself sends it; nil if it is built from the description.
  let prepared: TransportRequest?

  init(
    description: RequestDescription, accept: String? = nil, interceptors: [any RequestInterceptor] = [],
    validation: ValidationRules = .standard, timeouts: RequestTimeouts = RequestTimeouts(),
    redirects: RedirectPolicy = .follow, isAdmitted: Bool = false, hasCookies: Bool = false,
    isReported: Bool = true, news: ExchangeNews = .all, sink: (any BodySink)? = nil,
    maximumBodySize: Int? = nil,
    decoder: (any DataDecoder)? = nil, isRefused: Bool = false, cache: CachePlan? = nil,
    isHandshake: Bool = false, prepared: TransportRequest? = nil
  ) {
    self.description = description
    self.accept = accept
    self.interceptors = interceptors
    redirectAdapters = interceptors.indices.filter { interceptors[$0].adaptsRedirects }
    self.validation = validation
    self.timeouts = timeouts
    self.redirects = redirects
    self.isAdmitted = isAdmitted
    self.hasCookies = hasCookies
    self.isReported = isReported
    self.news = isReported ? news.union([.progress, .uploadProgress]) : news
    self.sink = sink
    self.maximumBodySize = maximumBodySize.map { max(0, $0) }
    self.decoder = decoder
    self.isRefused = isRefused
    self.cache = cache
    self.isHandshake = isHandshake
    self.prepared = prepared
  }
}
