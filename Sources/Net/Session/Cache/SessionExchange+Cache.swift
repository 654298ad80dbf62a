import Foundation

/// Looks up stored responses, and forwards requests to the network.
extension SessionExchange {
  /// Looks for a source of the response: on another thread if the store may wait.
  func lookUp(_ question: CacheQuestion, step: Int) {
    if let forward = question.plan.cache?.forward {
      return handle(.found(.network(forward), step: step))
    }
    guard parts.cache.isDetached else { return handle(.found(find(question), step: step)) }
    parts.cache.run { [self] in handle(.found(find(question), step: step)) }
  }

  /// Returns whether a request that was built can be looked up at once, which saves an input and an action.
  func canLookUpAtOnce(_ plan: ExchangePlan) -> Bool {
    // A closure of the request that built it may have cancelled it.
    plan.looksUpAtOnce && !parts.cache.isDetached && !hasEndedAtOnce
  }

  /// Looks up a request that has been built.
  func lookUp(_ request: TransportRequest, _ plan: ExchangePlan) {
    let question = CacheQuestion(
      request: request, plan: plan, isEarly: false, hasLeftOrigin: false, rejected: [])
    handle(.lookedUp(request, find(question)))
  }

  /// Looks for a stale response that may be used instead of a failure.
  func fallBack(
    _ request: TransportRequest, _ plan: ExchangePlan, hasLeftOrigin: Bool, _ replaced: CacheStatus?,
    step: Int
  ) {
    parts.cache.run { [self] in
      handle(.found(staleResponse(for: request, plan, hasLeftOrigin: hasLeftOrigin, replaced), step: step))
    }
  }

  /// Returns the source of the response: a stored response, a shared exchange or the network.
  private func find(_ question: CacheQuestion) -> CacheFinding? {
    let (request, plan, isEarly) = (question.request, question.plan, question.isEarly)
    guard plan.cache != nil else { return nil }
    let sent = withCookies(request, plan)
    guard let cache = parts.cache.cache, plan.cache?.isStored == true else {
      return forwarded(request, as: sent, plan.cache?.mode ?? .standard, plan)
    }
    var context = CacheContext(
      cache, sent, plan, hasLeftOrigin: question.hasLeftOrigin, isDecoded: parts.cache.decodesBodies)
    var client = context.request
    while true {
      // Not in a variable, from which what the cases need would be copied.
      switch CacheLookup.decide(
        client, among: context.entries, now: parts.clock.date, options: cache.options)
      {
      case .serve(let serving):
        // The same response would fail again, so a retry asks the server, also about a response that is `immutable`.
        if !question.rejected.isEmpty, client.mode != .reload,
          question.rejected.contains(ExchangeState.Rejected(url: request.url, status: serving.head.status))
        {
          client = CacheRequest(sent, mode: client.mode == .revalidate ? .reload : .revalidate)
          continue
        }
        guard let response = try? context.response(serving, run: parts.cache.runner) else {
          context.discard(serving.index)
          continue
        }
        // A request that follows a redirect needs the fields of the adapters.
        if isEarly, !leadsToStored(response.head, of: request, plan, cache) { return nil }
        if let revalidation = serving.revalidation {
          validate(revalidation, of: request, context, plan, isEarly: isEarly)
        }
        cache.note(serving.status)
        return .response(response, serving.status.event)
      case .forward(let forward):
        // The adapters may add fields that select a stored response.
        if isEarly { return nil }
        return forwarded(forward, of: request, consume context, plan)
      case .unavailable(var head):
        if isEarly { return nil }
        let reason: CacheReason = context.entries.isEmpty ? .uriMiss : .miss
        head.cacheStatus = .miss(reason)
        if !plan.description.isProbe { cache.note(.miss(reason)) }
        head.isMadeByCache = true
        return .response(
          PlayedResponse(head: head, body: nil, run: parts.cache.runner), .unavailable(reason))
      }
    }
  }

  /// Returns whether the head is a response, or a redirect to a stored one for which nothing is sent.
  private func leadsToStored(
    _ head: ResponseHead, of request: TransportRequest, _ plan: ExchangePlan, _ cache: HTTPCache
  ) -> Bool {
    var (head, request, hasLeftOrigin) = (head, request, false)
    for redirects in 0...Self.longestStoredChain {
      guard case .follow(let next) = plan.redirects.verdict(on: head, to: request, redirects: redirects)
      else { return true }
      // The closure of the policy may change the request.
      guard plan.redirects.modification == nil else { return false }
      if !next.url.hasSameOrigin(as: request.url) { hasLeftOrigin = true }
      let sent = withCookies(next, plan)
      let context = CacheContext(
        cache, sent, plan, hasLeftOrigin: hasLeftOrigin, isDecoded: parts.cache.decodesBodies)
      let decision = CacheLookup.decide(
        context.request, among: context.entries, now: parts.clock.date, options: cache.options)
      guard case .serve(let serving) = decision, serving.revalidation == nil else { return false }
      (head, request) = (serving.head, next)
    }
    return false
  }

  private static let longestStoredChain = 20

  /// Forwards a request that the cache records.
  private func forwarded(
    _ forward: consuming CacheForward, of request: TransportRequest, _ context: consuming CacheContext,
    _ plan: ExchangePlan
  ) -> CacheFinding {
    let fallsBack =
      !context.entries.isEmpty
      && CacheLookup.fallback(
        for: context.request, among: context.entries, now: parts.clock.date, options: context.cache.options)
        != nil
    let sent = forward.request
    let recorded = StoringRequest(
      context, forward, of: request, parts: parts, takesCookies: plan.hasCookies, fallsBack: fallsBack)
    return shared(recorded, as: sent, plan)
  }

  /// Forwards a request of a session without a cache, with the fields of its mode.
  private func forwarded(
    _ request: TransportRequest, as sent: TransportRequest, _ mode: CacheMode, _ plan: ExchangePlan
  ) -> CacheFinding? {
    let decision = CacheLookup.decide(
      CacheRequest(sent, mode: mode), among: [], now: parts.clock.date, options: CacheOptions())
    switch decision {
    case .forward(let forward):
      let passed = ForwardedRequest(request, as: forward.request.withCookies(of: request))
      return shared(passed, as: forward.request, plan)
    case .unavailable(var head):
      head.cacheStatus = .bypass(.bypass)
      head.isMadeByCache = true
      return .response(
        PlayedResponse(head: head, body: nil, run: parts.cache.runner), .unavailable(.bypass))
    case .serve: return nil
    }
  }

  /// Joins an identical request that is in progress, if the request shares its exchange.
  private func shared(
    _ forward: ForwardedRequest, as sent: TransportRequest, _ plan: ExchangePlan
  ) -> CacheFinding {
    guard plan.cache?.coalesces == true, plan.sink == nil, sent.method.isSafe, !sent.hasBody else {
      return .network(forward)
    }
    let context = (forward as? StoringRequest)?.context
    let key = ShareKey(sent, for: forward.original, plan, context, after: cancellations)
    let share = parts.cache.shares.join(key) {
      // Each member decides for itself, after its retriers, whether a stored response replaces a failure.
      SharedExchange(key, forward, plan: plan, parts: parts)
    }
    return .shared(share, forward)
  }

  /// Returns a stale response that may be used instead of a failure, and of a response with the status `replaced`.
  private func staleResponse(
    for request: TransportRequest, _ plan: ExchangePlan, hasLeftOrigin: Bool, _ replaced: CacheStatus?
  ) -> CacheFinding? {
    guard plan.cache != nil, let cache = parts.cache.cache else { return nil }
    let sent = withCookies(request, plan)
    let context = CacheContext(
      cache, sent, plan, hasLeftOrigin: hasLeftOrigin, isDecoded: parts.cache.decodesBodies)
    let serving = CacheLookup.fallback(
      for: context.request, among: context.entries, now: parts.clock.date, options: cache.options)
    guard let serving, let response = try? context.response(serving, run: parts.cache.runner) else {
      return nil
    }
    cache.note(serving.status, insteadOf: replaced)
    return .response(response, serving.status.event)
  }

  /// Validates a stored response in the background, unless that is already in progress.
  ///
  /// Before the adapters have run, this is a separate request, which they adapt, and which is looked up again: with
  /// neither the conditions of the client nor those of the cache.
  private func validate(
    _ forward: CacheForward, of request: TransportRequest, _ context: CacheContext, _ plan: ExchangePlan,
    isEarly: Bool
  ) {
    let (cache, key) = (parts.cache, context.key)
    guard cache.beginValidating(key) else { return }
    let end: @Sendable () -> Void = { cache.endValidating(key) }
    guard !isEarly else {
      let plain = forward.client.request.withCookies(of: request)
      guard let use = plan.cache?.validating else { return end() }
      return BackgroundRequest.start(
        plain, plan, use, plan.interceptors, in: parts, after: cancellations, end)
    }
    let recorded = StoringRequest(
      context, forward, of: request, parts: parts, takesCookies: plan.hasCookies)
    BackgroundRequest.start(
      request, plan, CachePlan(forward: recorded), [], in: parts, after: cancellations, end)
  }

  /// Returns the request with the cookies with which it would be sent now.
  private func withCookies(_ request: TransportRequest, _ plan: ExchangePlan) -> TransportRequest {
    guard plan.hasCookies,
      let cookies = parts.configuration.cookies?.header(
        for: request.url, beside: request.headers.values(for: "Cookie"))
    else { return request }
    var request = request
    request.headers.update(name: "Cookie", value: cookies)
    return request
  }
}

extension CacheForward {
  /// Returns the same for a client that has the cookies with which the request is sent.
  func withCookies(of sent: TransportRequest) -> CacheForward {
    guard sent.headers["Cookie"] != client.request.headers["Cookie"] else { return self }
    var forward = self
    var headers = client.request.headers
    headers.remove(name: "Cookie")
    for field in sent.headers where field.isNamed("Cookie") { headers.add(field) }
    forward.client = client.with(headers)
    return forward
  }
}

extension TransportRequest {
  /// Returns the request with the `Cookie` fields of another one, because those of the jar are added when it is sent.
  func withCookies(of other: TransportRequest) -> TransportRequest {
    guard headers.contains("Cookie") else { return self }
    var request = self
    request.headers.remove(name: "Cookie")
    for field in other.headers where field.isNamed("Cookie") { request.headers.add(field) }
    return request
  }
}
