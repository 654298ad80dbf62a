import Foundation

/// Sends a request with the transport of the session, and stores its response if the rules allow it.
final class ResponseRecording: TaskSource {
  let context: CacheContext
  let forward: CacheForward
  let parts: SessionParts
  /// Whether the cookies of a 304 are stored in the session's jar.
  ///
  /// The exchange stores the cookies of other responses.
  let takesCookies: Bool
  /// Notes what other requests do with the URL, from the look-up on.
  let flight: CacheFlights.Flight

  init(_ context: CacheContext, _ forward: CacheForward, parts: SessionParts, takesCookies: Bool) {
    self.context = context
    self.forward = forward
    self.parts = parts
    self.takesCookies = takesCookies
    flight = context.cache.flights.begin(context.key.url)
  }

  deinit { context.cache.flights.end(flight) }

  func task(
    for request: TransportRequest, receiver: any TransportReceiver,
    report: @escaping @Sendable (RequestEvent.CacheEvent) -> Void
  ) -> any TransportTask {
    RecordedTask(self, request, receiver: receiver, report: report)
  }
}
