/// The requests that have a slot, and those that wait for one, as a pure value.
///
/// Slots are assigned in the order of the requests. While a host is at its limit, later requests to other hosts
/// overtake the requests to this host. A request is never overtaken by one to the same host, and never waits while a
/// slot that it may use is free.
struct QueueState: Sendable {
  private struct Place: Sendable {
    var host: String
    var isTaken: Bool
  }

  private struct Host: Sendable {
    var taken = 0
    /// The tickets of requests that wait for a slot, in order.
    ///
    /// Tickets before the index `first` no longer wait. Some of the later ones may have left the queue.
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
  ///   - limit: The number of slots, at least one; nil for no limit.
  ///   - hostLimit: The number of slots for one host, at least one; nil for no limit.
  init(limit: Int?, hostLimit: Int?) {
    self.limit = limit.map { max(1, $0) }
    self.hostLimit = hostLimit.map { max(1, $0) }
  }

  /// Requests a slot.
  ///
  /// Returns a ticket with a higher number than all earlier ones, and whether it has a slot already.
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

  /// Returns a ticket to the queue.
  ///
  /// The result is the tickets that get a slot now, in order. Returning the same ticket again has no effect.
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

  /// Skips tickets at the front that have left the queue, and occasionally removes all tickets that no longer wait.
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
