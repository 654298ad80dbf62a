import Foundation
import Net

/// The exchanges over a network with a profile, as a pure value that computes when each event happens.
///
/// Inputs and the passing of time produce actions, which the owner performs.
struct NetworkModel: Sendable {
  /// What the owner must do for an exchange.
  enum Action: Sendable {
    /// Pass the request to the other side.
    case send
    /// Deliver this event.
    case deliver(TransportEvent)
  }

  /// The maximum number of bytes in a chunk of a body.
  static let chunkSize = 16_384

  let profile: NetworkProfile
  var now: Duration = .zero
  var down: FairLink
  var up: FairLink
  var exchanges: [Int: ModelExchange] = [:]
  var connections: [Int: ModelConnection] = [:]
  var lastConnection = 0
  /// The exchanges that wait for a connection, in order.
  var waiting: [NetworkOrigin: [Int]] = [:]
  /// When each host name is resolved.
  var resolved: [String: Duration] = [:]
  var actions: [(id: Int, action: Action)] = []
  /// The exchanges that have ended, maybe with events that are not delivered any more.
  ///
  /// The owner releases them.
  var ended: [ModelExchange] = []

  /// Creates a model of a profile that can exist.
  init(_ profile: NetworkProfile) {
    self.profile = profile
    down = FairLink(profile.down)
    up = FairLink(profile.up)
  }

  /// Removes and returns the actions, in order.
  mutating func takeActions() -> [(id: Int, action: Action)] {
    defer { actions = [] }
    return actions
  }
}

// MARK: - Inputs

extension NetworkModel {
  /// Starts an exchange.
  mutating func start(_ id: Int, to origin: NetworkOrigin, bodySize: Int64?, at time: Duration) {
    advance(to: time)
    exchanges[id] = ModelExchange(origin, bodySize: bodySize, start: now)
    waiting[origin, default: []].append(id)
    admit(to: origin)
    advance(to: time)
  }

  /// Handles an event that the other side sends now.
  mutating func receive(_ event: TransportEvent, of id: Int, at time: Duration) {
    advance(to: time)
    exchanges[id]?.incoming.append((now.addingSaturated(profile.roundTrip / 2), event))
    advance(to: time)
  }

  /// Pauses the delivery of the body.
  mutating func pause(_ id: Int) { exchanges[id]?.isPaused = true }

  /// Resumes the delivery of the body.
  mutating func proceed(_ id: Int, at time: Duration) {
    advance(to: time)
    exchanges[id]?.isPaused = false
    if let held = exchanges[id]?.held {
      exchanges[id]?.held = nil
      deliver(held, to: id)
    }
    advance(to: time)
  }

  /// Cancels an exchange, which then fails.
  mutating func cancel(_ id: Int, at time: Duration) {
    advance(to: time)
    guard let exchange = exchanges[id] else { return }
    deliver(.failed(CancellationError(), phase: exchange.phase), to: id)
    end(id, isBroken: true)
    advance(to: time)
  }

  func deliverable(_ event: TransportEvent, _ exchange: ModelExchange) -> Bool {
    !(exchange.isPaused && event.waitsForPause)
  }

  mutating func deliver(_ event: TransportEvent, to id: Int) { actions.append((id, .deliver(event))) }
}

// MARK: - Time

extension NetworkModel {
  /// The time of the next action without further input; nil if there is none, or none that a clock reaches.
  var next: Duration? {
    var next = [down.next, up.next].compactMap(\.self).min()
    for exchange in exchanges.values {
      guard let time = time(of: exchange) else { continue }
      next = min(next ?? time, time)
    }
    guard let next, next < .latestVirtualTime else { return nil }
    return max(next, now)
  }

  /// Returns the time at which an exchange continues, unless a link determines it.
  private func time(of exchange: ModelExchange) -> Duration? {
    if let transfer = exchange.transfer { return transfer.part == nil ? stall(of: exchange) : nil }
    switch exchange.stage {
    case .waiting: return nil
    case .connecting: return exchange.connection.flatMap { connections[$0]?.readyAt }
    case .sending: return now
    case .underway(let until): return until
    case .answering:
      guard exchange.held == nil, let first = exchange.incoming.first, deliverable(first.event, exchange)
      else { return nil }
      return max(first.arrival, stall(of: exchange))
    }
  }

  /// Returns the time until which a lost packet stops an exchange.
  func stall(of exchange: ModelExchange) -> Duration {
    max(exchange.stalledUntil, exchange.connection.flatMap { connections[$0]?.stalledUntil } ?? .zero)
  }

  /// Advances to this time, and does everything that is due until then.
  mutating func advance(to time: Duration) {
    while let next = next, next <= time { step(to: next) }
    down.advance(to: time)
    up.advance(to: time)
    now = max(now, time)
  }

  /// Advances to this time, at which the next action is due, and does what is due.
  mutating func step(to time: Duration) {
    down.advance(to: time)
    up.advance(to: time)
    now = max(now, time)
    for (id, end) in up.takeComplete() + down.takeComplete() { completePart(of: id, at: end) }
    for id in exchanges.keys.sorted() { advance(id) }
  }
}
