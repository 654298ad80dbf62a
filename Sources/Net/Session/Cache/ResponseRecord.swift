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
  /// How often the URL had been removed from the cache when the request was sent.
  let removalCount: Int
  let requestTime: Date?

  init(_ forward: CacheForward, removalCount: Int, requestTime: Date) {
    self.forward = forward
    self.removalCount = removalCount
    self.requestTime = requestTime
  }

  /// A record that has ended.
  init(delivery: Delivery = .passes) {
    self.delivery = delivery
    (forward, removalCount, requestTime) = (nil, 0, nil)
  }

  func discard() { writing?.discard() }
}
