import Synchronization

/// The requests that may store their response, by URL, from the look-up to their end.
///
/// A response that left its server before an unsafe request changed the resource must not be stored after it
/// (RFC 9111 section 4.4), and nothing may be stored after a log-out that removed everything. And what another request
/// stores after the look-up is not among the entries that the response replaces.
///
/// URLs are compared by their hash values. If two have the same, a response is not stored, or stored responses are
/// compared, without need.
final class CacheFlights: Sendable {
  /// One request.
  final class Flight: Sendable {
    fileprivate let hash: Int
    private let removals = Atomic(0)
    private let hasOtherStored = Atomic(false)

    fileprivate init(_ hash: Int) { self.hash = hash }

    /// How often the URL has been removed from the cache.
    ///
    /// A response whose request was sent before the last removal must not be stored.
    var removalCount: Int { removals.load(ordering: .sequentiallyConsistent) }

    /// Whether another request has stored a response for the URL.
    var hasSeenStoring: Bool { hasOtherStored.load(ordering: .sequentiallyConsistent) }

    fileprivate func noteRemoval() { removals.add(1, ordering: .sequentiallyConsistent) }

    fileprivate func noteStoring() { hasOtherStored.store(true, ordering: .sequentiallyConsistent) }
  }

  /// The requests for a URL.
  ///
  /// Usually there is one, which needs no array.
  private enum Group: Sendable {
    case one(Flight)
    case several([Flight])

    var all: [Flight] {
      switch self {
      case .one(let flight): [flight]
      case .several(let flights): flights
      }
    }
  }

  private typealias Shard = SharedLock<[Int: Group]>

  /// Separate locks, so that requests for different URLs rarely wait for each other.
  private let shards: [Shard] = (0..<8).map { _ in Shard([:]) }

  private func shard(_ hash: Int) -> Shard { shards[hash & 7] }

  /// Begins a request for the URL.
  func begin(_ url: String) -> Flight {
    let flight = Flight(url.hashValue)
    shard(flight.hash).withLock { groups in
      guard let group = groups[flight.hash] else {
        groups[flight.hash] = .one(flight)
        return
      }
      groups[flight.hash] = .several(group.all + [flight])
    }
    return flight
  }

  /// Ends a request.
  func end(_ flight: Flight) {
    shard(flight.hash).withLock { groups in
      let others = groups[flight.hash]?.all.filter { $0 !== flight } ?? []
      groups[flight.hash] = others.isEmpty ? nil : .several(others)
    }
  }

  /// The URL was removed: responses that are under way are not stored, except that of the request that removed it.
  func void(url: String, except own: Flight? = nil) {
    for flight in flights(url.hashValue) where flight !== own { flight.noteRemoval() }
  }

  /// Everything was removed.
  func voidAll() {
    for flight in shards.flatMap({ shard in shard.withLock { $0.values.flatMap(\.all) } }) {
      flight.noteRemoval()
    }
  }

  /// Notifies the other requests for the URL of this one that a response was stored.
  ///
  /// Call it after the response was stored, and before ``Flight/hasSeenStoring`` is read: of two requests at least one
  /// then sees both responses.
  func stored(by own: Flight) {
    for flight in flights(own.hash) where flight !== own { flight.noteStoring() }
  }

  private func flights(_ hash: Int) -> [Flight] { shard(hash).withLock { $0[hash]?.all ?? [] } }
}
