/// The requests that have a slot, and those that wait for one, as a pure value.
///
/// Slots are assigned in the order of the requests. While a host is at its limit, later requests to other hosts
/// overtake the requests to this host. A request is never overtaken by one to the same host, and never waits while a
/// slot that it may use is free.
struct QueueState: Sendable {
  private struct Ticket: Sendable {
    var host: String
    var hasSlot: Bool
  }

  private struct Host: Sendable {
    var taken = 0
    /// The tickets of requests that wait for a slot, in order.
    ///
    /// Tickets before the index `first` no longer wait. Some of the later ones may have left the queue.
    var waiting: [Int] = []
    var first = 0
    var givenBack = 0
    /// The ticket with which the host is in `ready`; nil if the host is not in it.
    var readyTicket: Int?

    /// The first ticket that waits; nil if none does.
    var next: Int? { first < waiting.count ? waiting[first] : nil }
  }

  /// A host below its limit, and the first of its tickets that wait.
  private struct Ready: Sendable, HeapEntry {
    var ticket: Int
    var host: String

    var priority: Int { ticket }
  }

  private let limit: Int?
  private let hostLimit: Int?
  private var taken = 0
  private var hosts: [String: Host] = [:]
  /// The hosts below their own limit that wait because of the limit for all hosts, in the order of their first tickets.
  ///
  /// A ticket that has left the queue is skipped when its turn comes.
  private var ready = MinHeap<Ready>()
  private var tickets: [Int: Ticket] = [:]
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
  mutating func enter(_ host: String) -> (ticket: Int, hasSlot: Bool) {
    lastTicket += 1
    let hasSlot = isRoom && isRoom(in: hosts[host, default: Host()])
    tickets[lastTicket] = Ticket(host: host, hasSlot: hasSlot)
    if hasSlot {
      taken += 1
      hosts[host, default: Host()].taken += 1
    } else {
      hosts[host, default: Host()].waiting.append(lastTicket)
      makeReady(host)
    }
    return (lastTicket, hasSlot)
  }

  /// Returns a ticket to the queue.
  ///
  /// The result is the tickets that get a slot now, in order. Returning the same ticket again has no effect.
  mutating func leave(_ ticket: Int) -> [Int] {
    guard let former = tickets.removeValue(forKey: ticket), var host = hosts[former.host] else { return [] }
    if former.hasSlot {
      taken -= 1
      host.taken -= 1
    } else {
      host.givenBack += 1
    }
    tidy(&host)
    hosts[former.host] = host.taken == 0 && host.next == nil ? nil : host
    var admitted: [Int] = []
    if limit == nil {
      // Without a limit for all hosts, the slot changes nothing for the other hosts.
      while let next = hosts[former.host], isRoom(in: next), let ticket = admit(former.host) {
        admitted.append(ticket)
      }
    } else {
      makeReady(former.host)
      while let next = admitNext() { admitted.append(next) }
    }
    return admitted
  }

  private var isRoom: Bool { limit.map { taken < $0 } ?? true }

  private func isRoom(in host: Host) -> Bool { hostLimit.map { host.taken < $0 } ?? true }

  /// Adds a host to `ready` if its first ticket waits only because of the limit for all hosts.
  private mutating func makeReady(_ name: String) {
    guard limit != nil, let host = hosts[name], let ticket = host.next, ticket != host.readyTicket,
      isRoom(in: host)
    else { return }
    hosts[name]?.readyTicket = ticket
    ready.insert(Ready(ticket: ticket, host: name))
    // Tickets that have left must not fill the memory while no slot becomes free.
    guard ready.count > 32, ready.count > 2 * hosts.count else { return }
    let hosts = hosts
    ready.removeAll { hosts[$0.host]?.readyTicket != $0.ticket }
  }

  /// Gives a free slot to the first ticket of the ready hosts; nil without a slot or without a host.
  private mutating func admitNext() -> Int? {
    guard isRoom else { return nil }
    while let entry = ready.popFirst() {
      guard let host = hosts[entry.host], host.readyTicket == entry.ticket else { continue }
      hosts[entry.host]?.readyTicket = nil
      guard isRoom(in: host), let ticket = admit(entry.host) else { continue }
      makeReady(entry.host)
      return ticket
    }
    return nil
  }

  /// Gives a slot to the first ticket of a host.
  private mutating func admit(_ name: String) -> Int? {
    guard var host = hosts[name], let ticket = host.next else { return nil }
    tickets[ticket]?.hasSlot = true
    taken += 1
    host.taken += 1
    host.first += 1
    tidy(&host)
    hosts[name] = host
    return ticket
  }

  /// Skips tickets at the front that have left the queue, and occasionally removes all tickets that no longer wait.
  private func tidy(_ host: inout Host) {
    while host.first < host.waiting.count, tickets[host.waiting[host.first]] == nil {
      host.first += 1
      host.givenBack -= 1
    }
    let idle = host.first + host.givenBack
    guard idle > 32, idle * 2 > host.waiting.count else { return }
    host.waiting = host.waiting[host.first...].filter { tickets[$0] != nil }
    host.first = 0
    host.givenBack = 0
  }
}
