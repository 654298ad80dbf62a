/// Who has a place among the requests that may be under way at once, and who waits for one: a pure value.
///
/// Places are given in the order they were asked for. Who waits for a host that is full is passed over by those
/// behind it that are for other hosts, and gets the next free slot for its host: nobody is overtaken by a request for the
/// same host, and nobody waits while there is a place that they could have.
struct QueueState: Sendable {
  private struct Place: Sendable {
    var host: String
    var isTaken: Bool
  }

  private struct Host: Sendable {
    var taken = 0
    /// Tickets in order; those before the first are done with, and some that follow may have been given back.
    var waiting: [Int] = []
    var first = 0
    var givenBack = 0
  }

  private let limit: Int?
  private let hostLimit: Int?
  private var taken = 0
  private var hosts: [String: Host] = [:]
  private var places: [Int: Place] = [:]
  private var lastTicket = 0

  /// - Parameters:
  ///   - limit: How many places there are; one at least, nil for any number.
  ///   - hostLimit: How many of them one host may have.
  init(limit: Int?, hostLimit: Int?) {
    self.limit = limit.map { max(1, $0) }
    self.hostLimit = hostLimit.map { max(1, $0) }
  }

  /// Asks for a place: gives a ticket, which is greater than all before, and says whether it is a place already.
  mutating func enter(_ host: String) -> (ticket: Int, hasPlace: Bool) {
    lastTicket += 1
    let hasPlace = isRoom && isRoom(in: hosts[host, default: Host()])
    places[lastTicket] = Place(host: host, isTaken: hasPlace)
    if hasPlace {
      taken += 1
      hosts[host, default: Host()].taken += 1
    } else {
      hosts[host, default: Host()].waiting.append(lastTicket)
    }
    return (lastTicket, hasPlace)
  }

  /// Gives a ticket back, once; the tickets that are places from now on, in order.
  mutating func leave(_ ticket: Int) -> [Int] {
    guard let place = places.removeValue(forKey: ticket), var host = hosts[place.host] else { return [] }
    if place.isTaken {
      taken -= 1
      host.taken -= 1
    } else {
      host.givenBack += 1
    }
    tidy(&host)
    hosts[place.host] = host.taken == 0 && host.first == host.waiting.count ? nil : host
    var admitted: [Int] = []
    while let next = admitNext() { admitted.append(next) }
    return admitted
  }

  private var isRoom: Bool { limit.map { taken < $0 } ?? true }

  private func isRoom(in host: Host) -> Bool { hostLimit.map { host.taken < $0 } ?? true }

  private mutating func admitNext() -> Int? {
    guard isRoom else { return nil }
    var next: (host: String, ticket: Int)?
    for (name, host) in hosts where host.first < host.waiting.count && isRoom(in: host) {
      let ticket = host.waiting[host.first]
      if ticket < next?.ticket ?? .max { next = (name, ticket) }
    }
    guard let next, var host = hosts[next.host] else { return nil }
    places[next.ticket]?.isTaken = true
    taken += 1
    host.taken += 1
    host.first += 1
    tidy(&host)
    hosts[next.host] = host
    return next.ticket
  }

  /// Lets the first that waits be one that does, and forgets the tickets before it from time to time.
  private func tidy(_ host: inout Host) {
    while host.first < host.waiting.count, places[host.waiting[host.first]] == nil {
      host.first += 1
      host.givenBack -= 1
    }
    let idle = host.first + host.givenBack
    guard idle > 32, idle * 2 > host.waiting.count else { return }
    host.waiting = host.waiting[host.first...].filter { places[$0] != nil }
    host.first = 0
    host.givenBack = 0
  }
}
