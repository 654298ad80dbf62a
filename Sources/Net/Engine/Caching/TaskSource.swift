/// Creates the task of a request instead of the transport: one that plays a stored response, or that records the
/// response of the network.
protocol TaskSource: Sendable {
  /// Returns a task, as ``Transport/task(for:receiver:)`` does.
  func task(for request: TransportRequest, receiver: any SourceReceiver) -> any TransportTask
}

/// Receives the events of a task, and what the cache does, in order.
protocol SourceReceiver: TransportReceiver {
  func receive(_ event: RequestEvent.CacheEvent)
}
