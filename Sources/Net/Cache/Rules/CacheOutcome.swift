/// What a cache does with a response from the network.
struct CacheOutcome: Sendable {
  enum Delivery: Sendable {
    /// The client gets the response of the network.
    case network(CacheStatus)
    /// The client gets a stored response, which a 304 has confirmed. Its body is that of the entry.
    indirect case stored(CacheServing)
    /// The 304 confirmed no entry. Send this request, without conditions of the cache, and deliver its response.
    indirect case resend(CacheForward)
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
  /// Boxed and nil without any, because most responses have none, and every one has an outcome.
  private var effects: Boxed<Effects>?

  init(delivery: Delivery) { self.delivery = delivery }

  /// What a response means for entries.
  private struct Effects: Sendable {
    var join: CacheJoin?
    var updates: [(index: Int, response: StoredResponse)] = []
    var removals: [Int] = []
    var outdated: [Int] = []
    var invalidations: [String] = []
  }

  /// Whether entries are updated or removed when the head arrives.
  var changesStored: Bool { effects != nil }

  /// How the response is stored together with stored parts, if it is one.
  ///
  /// A store that has no room for all of it stores the part alone.
  var join: CacheJoin? {
    get { effects?.value.join }
    set { if newValue != nil || effects != nil { change { $0.join = newValue } } }
  }
  /// New heads of entries; their bodies stay.
  var updates: [(index: Int, response: StoredResponse)] { effects?.value.updates ?? [] }
  /// Entries that the response invalidates.
  ///
  /// Remove them when the head arrives.
  var removals: [Int] {
    get { effects?.value.removals ?? [] }
    set { change { $0.removals = newValue } }
  }
  /// Entries that the response shows to be outdated, for the case that it should be stored and cannot be.
  ///
  /// Remove them at the end of the response. If the response has been cut short, they are stale.
  var outdated: [Int] {
    get { effects?.value.outdated ?? [] }
    set { change { $0.outdated = newValue } }
  }
  /// URLs, in the form of ``CacheKey/url``, whose entries are removed in every partition before anything is stored.
  var invalidations: [String] {
    get { effects?.value.invalidations ?? [] }
    set { change { $0.invalidations = newValue } }
  }

  private mutating func change(_ body: (inout Effects) -> Void) { effects.change(from: Effects(), body) }

  /// Replaces the head of an entry, or removes the entry if the new head forbids storing.
  mutating func update(_ index: Int, to response: StoredResponse) {
    if response.facts.directives.forbidsStoring(status: response.status) {
      removals.append(index)
    } else {
      change { $0.updates.append((index, response)) }
    }
  }
}
