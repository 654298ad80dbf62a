/// What a cache does with a response from the network.
struct CacheOutcome: Sendable {
  enum Delivery: Sendable {
    /// The client gets the response of the network.
    case network(CacheStatus)
    /// The client gets a stored response, which a 304 has confirmed. Its body is that of the entry.
    case stored(CacheServing)
    /// The 304 confirmed no entry. Send this request, without conditions of the cache, and deliver its response.
    case resend(CacheForward)
  }

  enum Storage: Sendable {
    /// The response is stored, and the entries with these indices are removed when it is complete.
    case store(StoredResponse, replacing: [Int])
    case refuse(CacheReason)
    /// Nothing is stored or reported: a 304, or a method that is never stored.
    case none
  }

  var delivery: Delivery
  var storage = Storage.none
  /// How the response is stored together with stored parts, if it is one.
  ///
  /// A store that has no room for all of it stores the part alone.
  var join: CacheJoin?
  /// New heads of entries; their bodies stay.
  var updates: [(index: Int, response: StoredResponse)] = []
  /// Entries that the response invalidates.
  ///
  /// Remove them when the head arrives.
  var removals: [Int] = []
  /// Entries that the response shows to be outdated, if it is to be stored and cannot be.
  ///
  /// Remove them at its end. If it has been cut short, they are stale.
  var outdated: [Int] = []
  /// URLs, in the form of ``CacheKey/url``, whose entries are removed in every partition before anything is stored.
  var invalidations: [String] = []

  /// Replaces the head of an entry, or removes the entry if the new head forbids storing.
  mutating func update(_ index: Int, to response: StoredResponse) {
    if response.facts.directives.forbidsStoring(status: response.status) {
      removals.append(index)
    } else {
      updates.append((index, response))
    }
  }
}
