import Foundation

extension CacheUpdate {
  /// Returns the outcome of a 304 to a request with conditions of the cache (RFC 9111 section 4.3.4).
  func afterNotModified() -> CacheOutcome {
    let selected = selectedEntries
    guard !selected.isEmpty, let served = selected.first(where: isUsable) else {
      if answersClient { return CacheOutcome(delivery: .network(forward.status)) }
      var again = CacheForward(client: request, request: request.withFieldsOfMode, reason: forward.reason)
      again.isBypass = forward.isBypass
      return CacheOutcome(delivery: .resend(again))
    }
    let age = entries[served].response.facts.age(at: responseTime)
    var outcome = CacheOutcome(delivery: .network(forward.status))
    var fresh = entries
    for index in selected {
      let updated = updated(entries[index])
      fresh[index].response = updated
      // The server has said nothing about requests that get another variant.
      if self.lookup.matches(entries[index]) { outcome.update(index, to: updated) }
    }
    // Errors and redirects that were stored in the meantime no longer apply.
    outcome.removals += entries.indices.filter {
      self.lookup.isTransient($0) && self.lookup.matches(entries[$0])
    }
    let lookup = CacheLookup(request: request, entries: fresh, now: responseTime, options: options)
    let serving = lookup.serving(
      served, headers: fresh[served].response.headers,
      status: .revalidated(age: Duration(microsecondsIn: age)))
    outcome.delivery = .stored(serving)
    return outcome
  }

  /// The entries that the 304 selects, the one to use first.
  private var selectedEntries: [Int] {
    let asked = forward.validated
    if let etag = CacheFacts.validator("ETag", in: head.headers) {
      if EntityTag.isStrong(etag) {
        let same = entries.indices.filter { index in
          canConfirm(entries[index]) && EntityTag.areSameStrongly(entries[index].response.facts.etag, etag)
        }
        let known = asked.filter(same.contains)
        let weak = known.isEmpty ? asked.filter { isWeakForm(of: etag, entries[$0]) }.prefix(1) : []
        return known + weak + same.filter { !asked.contains($0) }
      }
      return newest { entry in
        canConfirm(entry) && entry.response.facts.etag.map { EntityTag.areSameWeakly($0, etag) } ?? false
      }
    }
    if let modified = CacheFacts.validator("Last-Modified", in: head.headers) {
      return newest { canConfirm($0) && modified.hasCodePoints(of: $0.response.facts.lastModified) }
    }
    guard asked.count == 1, !hasOtherConditions(than: entries[asked[0]].response.facts) else { return [] }
    return asked
  }

  /// Returns whether the request selects the entry, and the entry has the weak form of a strong tag.
  ///
  /// nginx weakens the tag of a response that it compresses, but not that of a 304. The condition that the server has
  /// confirmed has the weak form, so the 304 is about this entry.
  private func isWeakForm(of strong: String, _ entry: CacheEntry) -> Bool {
    guard canConfirm(entry), lookup.matches(entry), let tag = entry.response.facts.etag else { return false }
    return !EntityTag.isStrong(tag) && EntityTag.areSameWeakly(tag, strong)
  }

  private func canConfirm(_ entry: CacheEntry) -> Bool {
    CacheLookup.canConfirm(status: entry.response.status)
  }

  private func newest(where isFit: (CacheEntry) -> Bool) -> [Int] {
    // Another variant must not be mistaken for the one that was validated.
    let newest = lookup.newest { isFit($0) && lookup.matches($0) } ?? lookup.newest(where: isFit)
    return newest.map { [$0] } ?? []
  }

  /// Returns whether the client's request has its own conditions, so that the 304 may be a response to those instead of
  /// the cache's.
  private func hasOtherConditions(than facts: CacheFacts) -> Bool {
    if let tags = request.ifNoneMatch { return !tags.allSatisfy { $0.hasCodePoints(of: facts.etag) } }
    // With a tag in the conditions of the cache, the server has ignored the date.
    guard let date = request.ifModifiedSince, facts.etag == nil else { return false }
    return !date.hasCodePoints(of: facts.lastModified)
  }

  /// Whether the 304 is the response to the conditions of the client, and not to those that the cache added.
  ///
  /// Otherwise the client would mistake what it has for the current representation, although the server has confirmed
  /// another one.
  private var answersClient: Bool {
    guard request.isConditional else { return false }
    let sent = forward.request.headers
    guard let tags = request.ifNoneMatch else {
      // With a tag of the cache, the server has ignored the date (RFC 9110 section 13.1.3).
      return !sent.contains("If-None-Match")
    }
    if let etag = CacheFacts.validator("ETag", in: head.headers) {
      return tags == ["*"] || tags.contains { EntityTag.areSameWeakly($0, etag) }
    }
    return EntityTag.list(sent["If-None-Match"] ?? "").allSatisfy { tag in
      tags.contains { $0.hasCodePoints(of: tag) }
    }
  }

  /// Returns whether a confirmed entry satisfies the client: an entry that the cache asked to validate, whatever its
  /// variant, or another one of the same variant.
  private func isUsable(_ index: Int) -> Bool {
    lookup.shape(of: entries[index]) != nil
      && (forward.validated.contains(index) || lookup.matches(entries[index]))
  }

  /// Returns the head of an entry, updated from the 304.
  private func updated(_ entry: CacheEntry) -> StoredResponse {
    let isMatch = lookup.matches(entry)
    var received = head.headers
    // The values that the other variants were stored for are known for their own `Vary` only.
    if !isMatch { received.remove(name: "Vary") }
    // With the strong tag, the compressed bytes could be combined with parts of the bytes that are not compressed.
    if let etag = CacheFacts.validator("ETag", in: received), EntityTag.isStrong(etag),
      isWeakForm(of: etag, entry)
    {
      received.remove(name: "ETag")
    }
    return confirmed(entry.response, by: received, isSelected: isMatch)
  }

  /// Returns a stored response with the fields and times of the received head, which confirms it.
  ///
  /// - `isSelected`: Whether the request selects the stored response by its `Vary`.
  func confirmed(
    _ response: StoredResponse, by received: HTTPHeaders, isSelected: Bool
  ) -> StoredResponse {
    var stored = response
    stored.confirm(
      headers: StoredFields.updated(stored.headers, by: received, at: responseTime),
      requestTime: requestTime, responseTime: responseTime)
    if isSelected, let fields = stored.facts.vary {
      stored.requestHeaders = request.selecting(fields)
    }
    Storability.assignLifetime(to: &stored, of: request.request, options: options)
    return stored
  }
}
