/// A consumer whose decoding depends on the request and the head of the response, and may fail.
protocol DecodingConsumer: BodyConsumer {
  /// Called when the exchange starts.
  ///
  /// `endedAtOnce` returns whether it was ended at once, so that what is left of a chunk is not delivered. Only the
  /// exchange knows that: its request may be wrapped by one of the user's.
  func start(unless endedAtOnce: @escaping @Sendable () -> Bool)

  /// Called before the body begins, with the response without its body.
  func prepare(for response: ReceivedResponse)

  /// Called after the last chunk, before the exchange ends. The consumer calls `next` when it has read what is left.
  func finish(next: @escaping @Sendable () -> Void)

  /// Why no more can be read, or nil. It is read when the consumer calls `next`, and ends the exchange with this error.
  var failure: NetworkError? { get }
}

extension DecodingConsumer {
  func start(unless endedAtOnce: @escaping @Sendable () -> Bool) {}

  func finish(next: @escaping @Sendable () -> Void) { next() }
}
