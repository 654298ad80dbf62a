import Foundation

extension CacheUpdate {
  /// Brings entries up to date by a 200 to `HEAD`, or notes that they are outdated (RFC 9111 section 4.3.5).
  func update(in outcome: inout CacheOutcome) {
    guard head.status == 200, !request.directives.noStore else { return }
    for index in entries.indices {
      let entry = entries[index]
      guard entry.response.status == 200 || entry.response.status == 206, lookup.matches(entry) else {
        continue
      }
      var stored = entry.response
      if describes(entry) {
        guard confirms(entry.response.facts) else { continue }
        stored = confirmed(stored, by: head.headers, isSelected: true)
      } else {
        stored.isInvalid = true
      }
      outcome.update(index, to: stored)
    }
  }

  /// Returns whether a head that agrees with the entry shows that the entry is current.
  ///
  /// A server may leave out fields of a response to `HEAD` (RFC 9110 section 9.3.2). If the entry has a validator and
  /// the head has none, the head shows nothing. But if it forbids storing, that counts.
  private func confirms(_ facts: CacheFacts) -> Bool {
    facts.etag == nil && facts.lastModified == nil || head.headers.contains("ETag")
      || head.headers.contains("Last-Modified")
      || ResponseDirectives(head.headers).forbidsStoring(status: head.status)
  }

  /// Returns whether the validators and the length in the head equal those of the entry.
  private func describes(_ entry: CacheEntry) -> Bool {
    let facts = entry.response.facts
    if let etag = head.headers.firstValue(for: "ETag"), !etag.hasCodePoints(of: facts.etag) { return false }
    if let modified = head.headers.firstValue(for: "Last-Modified"),
      !modified.hasCodePoints(of: facts.lastModified)
    {
      return false
    }
    guard let length = head.headers.announcedLength else { return true }
    if let part = entry.response.range { return part.total.map { $0 == length } ?? true }
    if let stored = entry.response.headers.announcedLength { return stored == length }
    return entry.response.headers.isEncoded || entry.bodySize == length
  }
}
