/// A consumer whose decoding depends on the request and the head of the response, and may fail.
protocol DecodingConsumer: BodyConsumer {
  /// Registers a wait for another exchange, which ``NetworkSession/cancelAll()`` and ``NetworkSession/finish()`` of the
  /// session of this one end.
  ///
  /// If all were cancelled since this exchange started, or no exchange can start any more, the wait is ended at once,
  /// during this call.
  ///
  /// - Parameter end: Called at most once. What it returns is called where the consumer is called.
  /// - Returns: Ends the registration; nil if the wait was ended.
  typealias WaitRegistration =
    @Sendable (_ end: @escaping RequestSeries.End) -> (any Cancellation)?

  /// Called when the exchange starts, with what only that knows: its request may be wrapped by one of the user's.
  ///
  /// - Parameters:
  ///   - endedAtOnce: Returns whether it was ended at once, so that what is left of a chunk is not delivered.
  ///   - registration: Makes what registers a wait with its session.
  func start(unless endedAtOnce: @escaping @Sendable () -> Bool, waits registration: () -> WaitRegistration)

  /// Called before the body begins, with the response without its body.
  func prepare(for response: ReceivedResponse)

  /// Called after the last chunk, before the exchange ends. The consumer calls `next` when it has read what is left.
  func finish(next: @escaping @Sendable () -> Void)

  /// Why no more can be read, or nil. It is read when the consumer calls `next`, and ends the exchange with this error.
  var failure: NetworkError? { get }
}

extension DecodingConsumer {
  func start(unless endedAtOnce: @escaping @Sendable () -> Bool, waits registration: () -> WaitRegistration) {
  }

  func finish(next: @escaping @Sendable () -> Void) { next() }
}
