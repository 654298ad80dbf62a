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
        stored = confirmed(stored, by: head.headers, isSelected: true)
      } else {
        stored.isInvalid = true
      }
      outcome.update(index, to: stored)
    }
  }

  /// Returns whether the validators and the length that the head has are those of the entry.
  private func describes(_ entry: CacheEntry) -> Bool {
    let facts = entry.response.facts
    if let etag = head.headers.firstValue(for: "ETag"), etag != facts.etag { return false }
    if let modified = head.headers.firstValue(for: "Last-Modified"), modified != facts.lastModified {
      return false
    }
    guard let length = head.headers.firstValue(for: "Content-Length").flatMap(HeaderSyntax.digits) else {
      return true
    }
    if let part = entry.response.range { return part.total.map { $0 == length } ?? true }
    if let stored = entry.response.headers.firstValue(for: "Content-Length").flatMap(HeaderSyntax.digits) {
      return stored == length
    }
    return entry.response.headers.contains("Content-Encoding") || entry.bodySize == length
  }
}
