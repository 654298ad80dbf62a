/// A consumer whose decoding depends on the request and the head of the response, and may fail.
protocol DecodingConsumer: BodyConsumer {
  /// Registers a wait for another exchange, which ``NetworkSession/cancelAll()`` of the session of this one ends.
  ///
  /// If that was called since this exchange started, it ends the wait at once, during this call.
  ///
  /// - Parameter cancel: Called at most once. It ends the wait and does not call the user; what it returns does, where
  ///   the consumer is called.
  /// - Returns: Ends the registration; nil if the wait was cancelled.
  typealias WaitRegistration =
    @Sendable (_ cancel: @escaping @Sendable () -> @Sendable () -> Void) -> (any Cancellation)?

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
