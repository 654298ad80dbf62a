import Foundation

/// What is recorded of one response, and how it is delivered.
struct ResponseRecord: Sendable {
  /// Where the response that the receiver gets comes from.
  enum Delivery: Sendable {
    /// From the network.
    case passes
    /// From the store, when the 304 has ended.
    case replays(PlayedResponse, CacheStatus)
    /// From another request, when the 304 has ended.
    case resends(CacheForward)
  }

  var delivery = Delivery.passes
  /// The entry that is being written.
  var writing: EntryWriting?
  let forward: CacheForward?
  let flight: CacheFlights.Flight?
  let requestTime: Date?

  init(_ forward: CacheForward, flight: CacheFlights.Flight, requestTime: Date) {
    self.forward = forward
    self.flight = flight
    self.requestTime = requestTime
  }

  /// A record that has ended.
  init(delivery: Delivery = .passes) {
    self.delivery = delivery
    (forward, flight, requestTime) = (nil, nil, nil)
  }

  func discard() { writing?.discard() }
}
