import Synchronization

/// The requests under way whose responses may be stored, by URL.
///
/// A response that left its server before an unsafe request changed the resource must not be stored after it
/// (RFC 9111 section 4.4), and nothing may be stored after a log-out that removed everything.
final class CacheFlights: Sendable {
  /// One request under way.
  final class Flight: Sendable {
    fileprivate let url: String
    private let isVoided = Atomic(false)

    fileprivate init(_ url: String) { self.url = url }

    /// Whether the response must not be stored.
    var isVoid: Bool { isVoided.load(ordering: .sequentiallyConsistent) }

    fileprivate func void() { isVoided.store(true, ordering: .sequentiallyConsistent) }
  }

  private let flights = Lock<[String: [ObjectIdentifier: Flight]]>([:])

  /// Begins a request for the URL.
  func begin(_ url: String) -> Flight {
    let flight = Flight(url)
    flights.withLock { $0[url, default: [:]][ObjectIdentifier(flight)] = flight }
    return flight
  }

  /// Ends a request.
  func end(_ flight: Flight) {
    flights.withLock { flights in
      flights[flight.url]?[ObjectIdentifier(flight)] = nil
      if flights[flight.url]?.isEmpty == true { flights[flight.url] = nil }
    }
  }

  /// The URL was removed: responses that are under way are not stored, except that of the request that removed it.
  func void(url: String, except own: Flight? = nil) {
    for flight in flights.withLock({ Array(($0[url] ?? [:]).values) }) where flight !== own { flight.void() }
  }

  /// Everything was removed.
  func voidAll() {
    for flight in flights.withLock({ $0.values.flatMap(\.values) }) { flight.void() }
  }
}
