import Foundation

/// The recording of one response, and how the response is delivered.
struct ResponseRecord: Sendable {
  /// The source of the response that the receiver gets.
  indirect enum Delivery: Sendable {
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
  /// The request; nil after its end.
  let sent: Sent?

  /// A request as it was sent.
  ///
  /// An object, because the record is copied with every event.
  final class Sent: Sendable {
    let forward: CacheForward
    /// How often the URL had been removed from the cache.
    let removalCount: Int
    let time: Date

    init(_ forward: CacheForward, removalCount: Int, time: Date) {
      self.forward = forward
      self.removalCount = removalCount
      self.time = time
    }
  }

  init(_ sent: Sent) { self.sent = sent }

  /// A record that has ended.
  init(delivery: Delivery = .passes) {
    self.delivery = delivery
    sent = nil
  }

  func discard() { writing?.discard() }
}
