import Foundation

/// A forwarded request whose response is stored if the rules allow it.
final class StoringRequest: ForwardedRequest, TaskSource, @unchecked Sendable {
  let context: CacheContext
  let forward: CacheForward
  let parts: SessionParts
  /// Whether the cookies of a 304 are stored in the session's jar.
  ///
  /// The exchange stores the cookies of other responses.
  let takesCookies: Bool

  /// - `original`: The request that was looked up, without the jar's cookies.
  init(
    _ context: CacheContext, _ forward: CacheForward, of original: TransportRequest, parts: SessionParts,
    takesCookies: Bool, fallsBack: Bool = false
  ) {
    self.context = context
    self.forward = forward
    self.parts = parts
    self.takesCookies = takesCookies
    // The jar's cookies are added when the request is sent.
    let request = takesCookies ? forward.request.withCookies(of: original) : forward.request
    super.init(original, as: request, fallsBack: fallsBack)
  }

  override var event: RequestEvent.CacheEvent? { .forwarded(forward.reason) }

  override var source: (any TaskSource)? { self }

  func task(for request: TransportRequest, receiver: consuming any SourceReceiver) -> any TransportTask {
    RecordedTask(self, request, receiver: receiver)
  }
}
