import Net

/// Sits between a mock transport and its stubs, for sweeps: replaces responses, and observes their delivery.
///
/// Its functions are called on the threads that send requests and deliver responses, outside all locks.
protocol MockInterposer: Sendable {
  /// Returns the response to a request; nil if no stub answers it.
  ///
  /// - `number`: The position of the request among all requests, from 1.
  func response(to request: RecordedRequest, number: Int, from transport: MockTransport) -> MockTransport
    .Found?

  /// Called when a request has been sent.
  func didSend(_ number: Int)

  /// Called when the receiver of a request has received this event.
  func didDeliver(_ event: TransportEvent, of number: Int)
}
