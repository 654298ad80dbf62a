import Foundation

/// Plans a request, builds what is sent, and checks what policies make of it.
extension SessionExchange {
  // MARK: - The plan

  /// Starts the exchange.
  ///
  /// It is called at most once. The client is retained until `exchangeDidFinish`, which is called exactly once,
  /// possibly during this call.
  ///
  /// - Parameters:
  ///   - description: The request.
  ///   - accept: The `Accept` header to send unless the request or its session has one.
  ///   - client: The front half of the request.
  func start(_ description: RequestDescription, accept: String?, client: any ExchangeClient) {
    let isAccepted = keep(parts.running.enter(self))
    let isCancelled = isAccepted && !enter(description.series, for: description)
    let isCrossOrigin = description.isCrossOrigin(relativeTo: parts.baseURL)
    description.interceptors.follow(parts.timer)
    let interceptors = description.interceptors(over: parts.configuration.interceptors)
    let hasCookies = parts.configuration.cookies != nil && !isCrossOrigin
    let plan = ExchangePlan(
      description: description, accept: accept,
      interceptors: isCrossOrigin ? interceptors.compactMap(\.withoutCredentials) : interceptors,
      validation: description.validation.merged(over: parts.configuration.validation).until(self),
      timeouts: description.timeouts.merged(over: parts.configuration.timeouts),
      redirects: description.redirects ?? parts.configuration.redirects,
      isAdmitted: parts.queue != nil || hasCookies, hasCookies: hasCookies,
      isReported: !parts.configuration.monitors.isEmpty, news: client.news,
      sink: description.destination.makeSink(),
      maximumBodySize: description.maximumBodySize.map(\.bytes) ?? parts.configuration.maximumBodySize,
      decoder: description.decoder ?? parts.configuration.decoder, isRefused: !isAccepted,
      cache: cachePlan(of: description, isCrossOrigin: isCrossOrigin), isHandshake: handshake != nil)
    agenda.withLock { $0.client = client }
    if isCancelled { settle(halt()) }
    handle(.start(plan))
  }

  /// Adds the request to its series; returns false if it must not be sent, because all were cancelled in between.
  private func enter(_ series: RequestSeries?, for description: RequestDescription) -> Bool {
    guard let series else { return true }
    let (running, cancellations) = (parts.running, cancellations)
    return series.enter(
      running, after: cancellations, named: description.unsent(relativeTo: parts.baseURL)
    ) { running.add($0, to: \.series, after: cancellations) }
  }

  /// How the request uses the cache; nil if it neither uses one nor shares its exchange.
  private func cachePlan(of description: RequestDescription, isCrossOrigin: Bool) -> CachePlan? {
    // The handshake of a WebSocket is neither stored nor shared.
    guard handshake == nil else { return nil }
    let session = parts.cache
    let (mode, usesStore) = description.cacheMode(over: session.mode)
    let isStored = session.cache != nil && usesStore
    let coalesces = description.coalesces ?? session.coalesces
    guard isStored || coalesces || mode != .standard else { return nil }
    return CachePlan(
      mode: mode, isStored: isStored, coalesces: coalesces, partition: session.partition,
      isUnauthenticated: isCrossOrigin || description.isUnauthenticated,
      removals: session.cache?.changes.count ?? 0)
  }

  // MARK: - The request

  /// Builds the request that all attempts start from.
  func build(_ plan: ExchangePlan) {
    if let prepared = plan.prepared { return handle(.built(.success(prepared))) }
    let result = Result { () throws(NetworkError) in
      let built = try transportRequest(of: plan.description, accept: plan.accept)
      var request = built
      if !plan.interceptors.isEmpty {
        for interceptor in plan.interceptors { interceptor.prepare(&request) }
        request = try checked(request.succeeding(built))
      }
      return request
    }
    guard case .success(let request) = result else { return handle(.built(result)) }
    if canLookUpAtOnce(plan) { return lookUp(request, plan) }
    guard let sink = plan.sink else { return handle(.built(result)) }
    DescriptorWait(parts.timer).perform { [self] () throws(NetworkError) in
      // Nobody waits for it any more.
      if hasEndedAtOnce { return nil }
      return try sink.savedPart(of: request)
    } done: { [self] (saved: Result<DownloadPart?, NetworkError>) in
      if case .success(let part?) = saved { handle(.resumable(part)) }
      handle(.built(saved.map { _ in request }))
    }
  }

  private func transportRequest(
    of description: RequestDescription, accept: String?
  ) throws(NetworkError) -> TransportRequest {
    do throws(NetworkError) {
      let request = try description.transportRequest(
        baseURL: parts.baseURL, headers: parts.headers, accept: accept,
        encoder: parts.configuration.encoder)
      return marked(try handshake?.checked(request) ?? request)
    } catch {
      var error = error
      if error.request == nil { error.unsent = description.unsent(relativeTo: parts.baseURL) }
      throw error
    }
  }

  // MARK: - Policies

  func judged(
    _ head: ResponseHead, _ next: TransportRequest, by modification: RedirectPolicy.Modification
  ) -> Result<RedirectPolicy.Verdict, NetworkError> {
    guard let modified = modification(head, next) else { return .success(.deliver) }
    return Result { () throws(NetworkError) in .follow(try checked(modified.succeeding(next))) }
  }

  func checked(_ request: TransportRequest) throws(NetworkError) -> TransportRequest {
    let request = try request.checked()
    return marked(try handshake?.checked(request) ?? request)
  }

  /// Returns the `curl` command for the request that was sent, or otherwise for the description.
  func cURLDescription(of description: RequestDescription) -> String {
    if let request { return request.cURLDescription() }
    do throws(NetworkError) {
      return try transportRequest(of: description, accept: nil).cURLDescription()
    } catch {
      let redaction = parts.configuration.redaction
      let words = error.urlFailure.map { redaction.words(for: $0).printed } ?? error.reason.words(redaction)
      return "# no request: \(words)"
    }
  }
}

extension ValidationRules {
  /// Returns the rules.
  ///
  /// The custom ones fail if the exchange has been ended at once in the meantime.
  ///
  /// So nothing follows a rule that cancels its request: no other rule, and no head.
  fileprivate func until(_ exchange: SessionExchange) -> ValidationRules {
    guard !custom.isEmpty else { return self }
    var rules = self
    rules.custom = custom.map { rule in
      { [weak exchange] received in
        try rule(received)
        if exchange?.hasEndedAtOnce == true { throw NetworkError(.cancelled) }
      }
    }
    return rules
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
