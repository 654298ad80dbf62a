import Foundation

/// Decides what the head of a response means for the cache and the client.
///
/// A pure value, like ``CacheLookup``.
struct CacheUpdate {
  let head: ResponseHead
  let forward: CacheForward
  let entries: [CacheEntry]
  let requestTime: Date
  let responseTime: Date
  let options: CacheOptions
  /// The URL as it is in the key, if that is known already.
  private let knownURL: String?

  /// Returns what to do with the head of a final response.
  ///
  /// - `forward`: What ``CacheLookup`` decided, and was sent.
  /// - `entries`: Those that the decision was made with, in the same order.
  /// - `url`: The URL as it is in the key, or nil to find it out when it is needed.
  static func outcome(
    of head: ResponseHead, to forward: CacheForward, among entries: [CacheEntry], requestTime: Date,
    responseTime: Date, options: CacheOptions, url: String? = nil
  ) -> CacheOutcome {
    CacheUpdate(
      head: head, forward: forward, entries: entries, requestTime: requestTime, responseTime: responseTime,
      options: options, knownURL: url
    ).outcome
  }

  var request: CacheRequest { forward.client }
  /// The URL as it is in the key.
  var url: String { knownURL ?? CacheKey.url(of: request.request.url) }
  private var method: HTTPMethod { request.request.method }

  private var outcome: CacheOutcome {
    if head.status == 304, !forward.validated.isEmpty { return afterNotModified() }
    var outcome = CacheOutcome(delivery: .network(forward.status))
    // Most requests, before the others are compared.
    if method == .get {
      if head.status != 304 { store(in: &outcome) }
      return outcome
    }
    if !method.isSafe { outcome.invalidations = invalidations }
    switch method {
    case .head: update(in: &outcome)
    case .post: store(in: &outcome)
    default: break
    }
    return outcome
  }

  private func store(in outcome: inout CacheOutcome) {
    switch verdict {
    case .store(let stored):
      guard !entries.isEmpty else {
        outcome.storage = .store(stored, replacing: [])
        return
      }
      if let whole = whole(with: stored) {
        let isSelected = lookup.matches(entries[whole])
        outcome.update(
          whole, to: confirmed(entries[whole].response, by: head.headers, isSelected: isSelected))
        return
      }
      markStale(in: &outcome)
      guard !isUseless(stored) else {
        outcome.storage = .refuse(.status)
        return
      }
      let replaced = Self.replaced(by: stored, among: entries)
      outcome.storage = .store(stored, replacing: replaced)
      outcome.outdated = replaced.filter { isOutdated(entries[$0], by: stored) }
      outcome.join = CacheJoin(stored, among: entries, replacing: replaced)
    case .refuse(.method): break
    case .refuse(let reason):
      outcome.storage = .refuse(reason)
      guard !request.directives.noStore, !entries.isEmpty else { return }
      markStale(in: &outcome)
      outcome.removals = removals
    }
  }

  /// The entries to remove because of a response that is not stored.
  private var removals: [Int] {
    guard !isNews else { return entries.indices.filter { lookup.matches(entries[$0]) } }
    // Only these two statuses state the length of the whole representation.
    guard head.status == 206 || head.status == 416 else { return [] }
    let version = CacheVersion(head)
    return entries.indices.filter { index in
      lookup.matches(entries[index]) && CacheVersion(entries[index]).differs(from: version) == true
    }
  }

  /// Notes that the matching entries are stale if the response is a temporary redirect.
  ///
  /// They stay for requests that accept what is stale: the redirect may lead to a page for signing in.
  private func markStale(in outcome: inout CacheOutcome) {
    guard CacheLookup.isTemporaryRedirect(status: head.status), !leadsToItself else { return }
    for index in entries.indices where !entries[index].response.isInvalid && lookup.matches(entries[index]) {
      var stored = entries[index].response
      stored.isInvalid = true
      outcome.update(index, to: stored)
    }
  }

  /// Returns whether a response would only be in the way of a stored one: it is stale when it arrives, and shows
  /// nothing about the stored one.
  private func isUseless(_ new: StoredResponse) -> Bool {
    guard !isNews, new.range == nil,
      new.facts.directives.noCache || new.facts.staleness(at: responseTime) >= 0
    else { return false }
    let isTransient = CacheLookup.isTransient(status: new.status)
    return entries.contains { entry in
      let status = entry.response.status
      return (isTransient ? !CacheLookup.isTransient(status: status) : CacheLookup.canConfirm(status: status))
        && lookup.matches(entry)
    }
  }

  /// Returns whether a response that is not stored shows that a stored one is no longer current, although it is one
  /// that it would have replaced.
  ///
  /// Without validators that is assumed.
  private func isOutdated(_ old: CacheEntry, by new: StoredResponse) -> Bool {
    guard isNews || head.status == 206 else { return false }
    return CacheVersion(old).differs(from: CacheVersion(new)) ?? true
  }

  /// Returns the complete response that contains a new part, which confirms it (RFC 9111 section 3.4).
  private func whole(with part: StoredResponse) -> Int? {
    guard let range = part.range else { return nil }
    return entries.indices.first { index in
      let old = entries[index].response
      return old.range == nil && old.status == 200 && entries[index].bodySize == range.total
        && CacheJoin.areOneRepresentation(old, part)
    }
  }

  var lookup: CacheLookup {
    CacheLookup(request: request, entries: entries, now: responseTime, options: options)
  }

  /// Whether the response shows that the stored entries are no longer current.
  private var isNews: Bool {
    switch head.status {
    case 200, 203, 204, 404, 410: true
    case 304: false
    case 300..<400: !CacheLookup.isTemporaryRedirect(status: head.status) && !leadsToItself
    default: false
    }
  }

  /// Whether the response is a redirect to its own URL, perhaps in another spelling.
  ///
  /// If it were stored, the request that follows it would get it again.
  var leadsToItself: Bool {
    guard (300..<400).contains(head.status), let location = head.headers.firstValue(for: "Location") else {
      return false
    }
    return CacheKey.url(location, relativeTo: request.request.url) == url
  }

  /// Returns the entries that a response replaces when it is stored.
  ///
  /// These are the entries for the same values of the request, except parts that the new response does not contain, and
  /// a complete response to which the new part may belong. An error or a temporary redirect replaces only others of
  /// these.
  static func replaced(by new: StoredResponse, among entries: [CacheEntry]) -> [Int] {
    entries.indices.filter { index in
      let old = entries[index].response
      guard isSameVariant(old, new) else { return false }
      guard let part = new.range else {
        return !CacheLookup.isTransient(status: new.status) || CacheLookup.isTransient(status: old.status)
      }
      if CacheVersion(entries[index]).differs(from: CacheVersion(new)) == true { return true }
      guard let other = old.range else { return false }
      return !EntityTag.areSameStrongly(old.facts.etag, new.facts.etag)
        || (part.first <= other.first && part.last >= other.last)
    }
  }

  /// Returns whether the request of the new response selects the old one, too.
  ///
  /// An old response that depends on other fields is kept, because the new entry does not store the values of those
  /// fields.
  static func isSameVariant(_ old: StoredResponse, _ new: StoredResponse) -> Bool {
    guard let fields = old.facts.vary, !fields.isEmpty else { return true }
    let names = FieldNames((new.facts.vary ?? []).map(\.name))
    return fields.allSatisfy { names.contains($0.name) && $0.isSame(old.requestHeaders, new.requestHeaders) }
  }

  /// The URLs whose stored responses an unsafe method invalidates (RFC 9111 section 4.4).
  private var invalidations: [String] {
    guard (200..<400).contains(head.status) else { return [] }
    let base = request.request.url
    var invalidated = [url]
    // The number of fields is up to the server.
    var known = Set(invalidated)
    for name in ["Location", "Content-Location"] {
      for value in head.headers.values(for: name) {
        guard let other = URL(reference: HeaderSyntax.trimmed(value), of: base), other.isAbsoluteHTTP,
          other.hasSameOrigin(as: base)
        else { continue }
        let key = CacheKey.url(of: other)
        if known.insert(key).inserted { invalidated.append(key) }
      }
    }
    return invalidated
  }
}
