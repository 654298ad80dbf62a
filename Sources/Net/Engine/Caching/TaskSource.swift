/// Creates the task of a request instead of the transport: one that plays a stored response, or that records the
/// response of the network.
protocol TaskSource: AnyObject, Sendable {
  /// Returns a task, as ``Transport/task(for:receiver:)`` does.
  ///
  /// The receiver is moved, because most tasks keep it.
  func task(for request: TransportRequest, receiver: consuming any SourceReceiver) -> any TransportTask
}

/// Receives the events of a task and the other actions of its source, in order.
protocol SourceReceiver: TransportReceiver {
  func notice(_ event: SourceEvent)
}

/// What a source does in addition to the response that the receiver gets.
enum SourceEvent: Sendable {
  /// What the cache did.
  case cache(RequestEvent.CacheEvent)
  /// The network has sent this head, of a response that the receiver does not get: a 304 to a condition of the cache.
  case head(ResponseHead)
  /// That response has ended.
  case finished(TransportTimings)
  /// Another request was passed to the transport.
  case resent(TransportRequest)
}
