import Foundation

/// Plans a request from its description and the configuration of its session.
extension SessionExchange {
  func start(_ description: RequestDescription, accept: String?, client: any ExchangeClient) {
    let isAccepted = keep(parts.running.enter(self))
    let isForeign = description.isForeign(relativeTo: parts.configuration.baseURL)
    let interceptors = parts.interceptors(of: description)
    let hasCookies = parts.configuration.cookies != nil && !isForeign
    let plan = ExchangePlan(
      description: description, accept: accept,
      interceptors: isForeign ? interceptors.compactMap(\.withoutCredentials) : interceptors,
      validation: description.validation.merged(over: parts.configuration.validation).until(self),
      timeouts: description.timeouts.merged(over: parts.configuration.timeouts),
      redirects: description.redirects ?? parts.configuration.redirects,
      isAdmitted: parts.queue != nil || hasCookies, hasCookies: hasCookies,
      isReported: !parts.configuration.monitors.isEmpty, news: client.news,
      sink: description.destination.makeSink(),
      maximumBodySize: description.maximumBodySize.map(\.bytes) ?? parts.configuration.maximumBodySize,
      decoder: description.decoder ?? parts.configuration.decoder, isRefused: !isAccepted,
      cache: cachePlan(of: description, isForeign: isForeign), isHandshake: ownTransport != nil)
    agenda.withLock { $0.begin(client) }
    handle(.start(plan))
  }

  /// How the request uses the cache; nil if it neither uses one nor shares its exchange.
  private func cachePlan(of description: RequestDescription, isForeign: Bool) -> CachePlan? {
    // The handshake of a WebSocket is neither stored nor shared.
    guard ownTransport == nil else { return nil }
    let configuration = parts.configuration
    let (mode, usesStore) = description.cacheMode(over: configuration.cacheMode)
    let isStored = configuration.cache != nil && usesStore
    let coalesces = description.coalesces ?? configuration.coalesces
    guard isStored || coalesces || mode != .standard else { return nil }
    return CachePlan(
      mode: mode, isStored: isStored, coalesces: coalesces, partition: configuration.cachePartition,
      isUnauthenticated: isForeign || description.isUnauthenticated,
      removals: configuration.cache?.changes.count ?? 0)
  }
}

extension RequestDescription {
  /// Returns the mode of the request in a session with this mode, and whether anything stored may be looked up.
  fileprivate func cacheMode(over session: CacheMode) -> (mode: CacheMode, usesStore: Bool) {
    let mode = cacheMode ?? session
    guard isProbe || leastMode != nil else { return (mode, true) }
    switch mode {
    case .onlyCached: return (.onlyCached, true)
    // What is stored must not be shown before the server has confirmed it.
    case .reload, .revalidate:
      guard isProbe else { return (mode == .reload ? .reload : leastMode ?? mode, true) }
      return (.onlyCached, false)
    case .standard, .preferCached: return (isProbe ? .onlyCached : leastMode ?? mode, true)
    }
  }
}
