import Foundation

/// Decides whether something stored answers a request (RFC 9111 section 4).
///
/// A pure value: it reads no clock and no store.
struct CacheLookup {
  let request: CacheRequest
  let entries: [CacheEntry]
  let now: Date
  let options: CacheOptions

  /// Returns the decision for a request.
  ///
  /// The entries are those stored for its key.
  static func decide(
    _ request: CacheRequest, among entries: [CacheEntry], now: Date, options: CacheOptions
  ) -> CacheDecision {
    CacheLookup(request: request, entries: entries, now: now, options: options).decision
  }

  private var decision: CacheDecision {
    guard request.mayUseStored else { return forwardOrFail(bypass) }
    guard var chosen = newest(where: isUsable) else { return forwardOrFail(miss) }
    var verdict = verdict(on: chosen)
    if isTransient(chosen), let lasting = lasting(insteadOf: chosen, verdict) {
      (chosen, verdict) = lasting
    }
    switch verdict {
    case .fresh: return .serve(serving(chosen, status: .hit(age: age(of: chosen))))
    case .stale(let reason): return .serve(serving(chosen, status: .stale(age: age(of: chosen), reason)))
    case .revalidating:
      var serving = serving(chosen, status: .stale(age: age(of: chosen), .revalidating))
      serving.revalidation = revalidation(of: chosen)
      return .serve(serving)
    case .unusable(let reason):
      return forwardOrFail(validation(of: chosen, in: request, reason: reason))
    }
  }

  private func forwardOrFail(_ forward: @autoclosure () -> CacheForward) -> CacheDecision {
    request.isOffline ? .unavailable(Self.unavailable(request)) : .forward(forward())
  }

  /// The response to a request that must not go to the network (RFC 9111 section 5.2.1.7).
  private static func unavailable(_ request: CacheRequest) -> ResponseHead {
    ResponseHead(status: 504, headers: ["Content-Length": "0"], url: request.request.url)
  }

  /// The request to send if the cache must be bypassed.
  private var bypass: CacheForward {
    let sent = request.withFieldsOfMode
    let method = request.request.method
    if method != .get && method != .head || request.hasContent {
      return CacheForward(client: request, request: sent, reason: .method, isBypass: true)
    }
    if request.directives.noStore {
      return CacheForward(client: request, request: sent, reason: .request, isBypass: true)
    }
    return CacheForward(client: request, request: sent, reason: entries.isEmpty ? .uriMiss : .request)
  }

  /// The request to send if no entry is usable.
  private var miss: CacheForward {
    if entries.isEmpty {
      return CacheForward(client: request, request: request.withFieldsOfMode, reason: .uriMiss)
    }
    let matching = entries.filter(matches)
    if !matching.isEmpty {
      let isPart = matching.contains { $0.response.range != nil }
      return CacheForward(
        client: request, request: request.withFieldsOfMode, reason: isPart ? .partial : .miss)
    }
    return variantValidation
  }
}

// MARK: - Which entry

extension CacheLookup {
  /// Returns whether the entry was stored for the values that the request has (RFC 9111 section 4.1).
  func matches(_ entry: CacheEntry) -> Bool {
    guard let fields = entry.response.facts.vary else { return false }
    let stored = entry.response.requestHeaders
    for index in fields.indices where !fields[index].isSame(in: request.request.headers, as: stored) {
      return false
    }
    return true
  }

  /// Returns whether the entry matches and its body contains the requested range.
  func isUsable(_ entry: CacheEntry) -> Bool { matches(entry) && shape(of: entry) != nil }

  /// Returns whether an entry is usable and says what the resource is, unlike one that is transient.
  func isLasting(_ entry: CacheEntry) -> Bool {
    !Self.isTransient(status: entry.response.status) && isUsable(entry)
  }

  /// Returns the index of the newest entry by `Date` that is fit, or nil.
  ///
  /// Usually there is one entry.
  func newest(where isFit: (CacheEntry) -> Bool) -> Int? {
    var newest: Int?
    for index in entries.indices where isFit(entries[index]) {
      guard let best = newest else {
        newest = index
        continue
      }
      let (left, right) = (entries[index].response.facts, entries[best].response.facts)
      if left.date > right.date { newest = index }
    }
    return newest
  }

  /// The part of a stored body that satisfies the request.
  enum Shape: Equatable {
    case whole
    case slice(ByteRange.Slice)
  }

  /// Returns the part of the stored body that satisfies the request; nil if the body does not contain it.
  func shape(of entry: CacheEntry) -> Shape? {
    let stored = entry.response
    switch request.part {
    case .everything: return stored.range == nil ? .whole : nil
    case .unknown: return nil
    case .range(let range):
      // Only what would be a 200 has ranges.
      if stored.range == nil, stored.status != 200 { return .whole }
      guard rangeApplies(to: stored) else { return stored.range == nil ? .whole : nil }
      guard !stored.headers.isEncoded, stored.range?.isValid ?? true else { return nil }
      let slice =
        if let part = stored.range { range.slice(of: part, size: entry.bodySize) } else {
          range.slice(ofComplete: entry.bodySize)
        }
      return slice.map(Shape.slice)
    }
  }

  /// Returns whether the range applies, given `If-Range` (RFC 9110 section 13.1.5).
  private func rangeApplies(to stored: StoredResponse) -> Bool {
    guard let condition = request.ifRange else { return true }
    if condition.utf8.contains(UInt8(ascii: "\"")) {
      return EntityTag.areSameStrongly(condition, stored.facts.etag)
    }
    // A date is strong if the representation had not changed for a second when it was sent.
    guard let date = HTTPDate.parse(condition, now: now), date == stored.facts.lastModifiedDate else {
      return false
    }
    return date.timeIntervalSince1970 + 1 <= stored.facts.date
  }
}
