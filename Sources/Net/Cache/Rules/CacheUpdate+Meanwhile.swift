/// Decides between responses that several requests have stored at the same time.
extension CacheUpdate {
  /// Returns the entries to remove because a new entry and entries stored since its lookup replace one
  /// another.
  ///
  /// The newer of two entries replaces the older one. It is the one with the later `Date`, or with equal dates the one
  /// that was requested later.
  static func superseded(_ new: CacheEntry, among others: [CacheEntry]) -> [CacheEntry] {
    var removed: [CacheEntry] = []
    for other in others {
      let (older, newer) = isBefore(new, other) ? (new, other) : (other, new)
      guard !replaced(by: newer.response, among: [older]).isEmpty,
        !removed.contains(where: { $0.id == older.id })
      else { continue }
      removed.append(older)
    }
    return removed
  }

  private static func isBefore(_ left: CacheEntry, _ right: CacheEntry) -> Bool {
    let (one, other) = (left.response, right.response)
    return (one.facts.date, one.requestTime, left.id) < (other.facts.date, other.requestTime, right.id)
  }
}
