/// Creates the task of a request instead of the transport: one that plays a stored response, or that records the
/// response of the network.
protocol TaskSource: Sendable {
  /// Returns a task, as ``Transport/task(for:receiver:)`` does.
  ///
  /// - `report`: Called with what the cache does, in order with the events of the task.
  func task(
    for request: TransportRequest, receiver: any TransportReceiver,
    report: @escaping @Sendable (RequestEvent.CacheEvent) -> Void
  ) -> any TransportTask
}
