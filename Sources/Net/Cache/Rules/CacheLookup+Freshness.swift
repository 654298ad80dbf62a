import Foundation

extension CacheLookup {
  /// Whether an entry may be used without validation.
  enum Verdict: Equatable {
    case fresh
    case stale(CacheReason)
    /// It may be used, and is validated in the background.
    case revalidating
    case unusable(CacheReason)
  }

  func age(of index: Int) -> Duration { Duration(microsecondsIn: entries[index].response.facts.age(at: now)) }

  /// Returns whether an entry may be used without validation (RFC 9111 section 4.2).
  func verdict(on index: Int) -> Verdict {
    let stored = entries[index].response
    let facts = stored.facts
    let staleness = stored.isInvalid ? max(0, facts.staleness(at: now)) : facts.staleness(at: now)
    let isFresh = staleness < 0 && !facts.directives.noCache
    if let refusal = refusal(of: facts, isFresh: isFresh, staleness: staleness) { return .unusable(refusal) }
    if isFresh { return .fresh }
    guard mayBeStale(facts) else { return .unusable(.stale) }
    if request.prefersStored { return .stale(.request) }
    if mayRevalidateLater(facts, staleness: staleness), !stored.isInvalid {
      return request.isOffline ? .stale(.request) : .revalidating
    }
    if let limit = request.directives.maxStale, staleness <= Double(limit) { return .stale(.request) }
    return .unusable(.stale)
  }

  /// Returns why the request itself refuses an entry; nil if it does not.
  private func refusal(of facts: CacheFacts, isFresh: Bool, staleness: Double) -> CacheReason? {
    let directives = request.directives
    if directives.noCache { return isFresh ? .request : .stale }
    // Without TLS, the directive is not trusted (RFC 8246 section 3).
    if request.mode == .revalidate,
      !(isFresh && facts.directives.isImmutable && request.request.url.isSecure)
    {
      return isFresh ? .request : .stale
    }
    if request.prefersStored { return nil }
    if let maxAge = directives.maxAge {
      let age = facts.age(at: now)
      if maxAge == 0 || age > Double(maxAge) { return isFresh ? .request : .stale }
    }
    if let minFresh = directives.minFresh, -staleness < Double(minFresh) {
      return isFresh ? .request : .stale
    }
    return nil
  }

  /// Returns whether the server allows that the response is used stale (RFC 9111 section 4.2.4).
  private func mayBeStale(_ facts: CacheFacts) -> Bool {
    options.usesStaleDespiteMustRevalidate || !(facts.directives.noCache || facts.directives.mustRevalidate)
  }

  /// Returns whether a response may be used now and validated in the background (RFC 5861 section 3).
  ///
  /// False if the request limits the age, or the staleness to less (RFC 9111 section 5.2.1).
  private func mayRevalidateLater(_ facts: CacheFacts, staleness: Double) -> Bool {
    guard facts.isExplicit, let limit = facts.directives.staleWhileRevalidate, staleness <= Double(limit)
    else {
      return false
    }
    let directives = request.directives
    return directives.maxAge == nil && directives.minFresh == nil
      && staleness <= Double(directives.maxStale ?? .max)
  }

  /// Returns whether a response with this status says nothing about what is stored: an error, unless it says that there
  /// is no representation, or a temporary redirect.
  static func isTransient(status: Int) -> Bool {
    isTemporaryRedirect(status: status) || (status >= 400 && status != 404 && status != 410)
  }

  static func isTemporaryRedirect(status: Int) -> Bool { status == 302 || status == 303 || status == 307 }

  func isTransient(_ index: Int) -> Bool { Self.isTransient(status: entries[index].response.status) }

  /// Returns the entry to use instead of one that is transient, and the verdict on it; nil if there is none.
  ///
  /// An error or a temporary redirect is stored in addition to the older response. It is used while it is
  /// fresh. But requests that prefer what is stored get the older response instead of an error, as do those
  /// to which `stale-if-error` allows it.
  func lasting(insteadOf error: Int, _ verdict: Verdict) -> (index: Int, verdict: Verdict)? {
    guard entries.count > 1, let lasting = newest(where: isLasting) else { return nil }
    let other = self.verdict(on: lasting)
    guard case .fresh = verdict else { return (lasting, other) }
    let status = entries[error].response.status
    if request.prefersStored, status >= 400 {
      if case .unusable = other { return nil }
      return (lasting, other)
    }
    return Self.isFailure(status: status) && mayReplaceFailure(lasting) ? (lasting, .stale(.error)) : nil
  }

  /// Returns whether a response from the network is a failure that a stored response may replace (RFC 5861 section 4).
  static func isFailure(status: Int) -> Bool {
    status == 500 || status == 502 || status == 503 || status == 504
  }

  /// Returns the stored response to use instead of a failed one, if `stale-if-error` allows it; nil otherwise.
  ///
  /// Use it only after the last attempt, and only for failures of the network and ``isFailure(status:)``.
  @inline(never)
  static func fallback(
    for request: CacheRequest, among entries: [CacheEntry], now: Date, options: CacheOptions
  ) -> CacheServing? {
    let lookup = CacheLookup(request: request, entries: entries, now: now, options: options)
    guard request.mayUseStored,
      let chosen = lookup.newest(where: lookup.isLasting) ?? lookup.newest(where: lookup.isUsable),
      lookup.mayReplaceFailure(chosen)
    else { return nil }
    return lookup.serving(chosen, status: .stale(age: lookup.age(of: chosen), .error))
  }

  /// Returns whether `stale-if-error` allows an entry instead of a failure.
  ///
  /// If the request itself limits the age or the staleness, only its own `stale-if-error` allows more (RFC 9111 section
  /// 5.2.1).
  private func mayReplaceFailure(_ index: Int) -> Bool {
    let facts = entries[index].response.facts
    let directives = request.directives
    guard !directives.noCache, request.mode != .revalidate, mayBeStale(facts) else { return false }
    let isLimited = directives.maxAge != nil || directives.minFresh != nil || directives.maxStale != nil
    let ofResponse = isLimited ? nil : facts.directives.staleIfError
    guard let limit = [ofResponse, directives.staleIfError].compactMap({ $0 }).max() else { return false }
    return facts.staleness(at: now) <= Double(limit)
  }
}
