/// A consumer whose decoding depends on the request and the head of the response, and may fail.
protocol DecodingConsumer: BodyConsumer {
  /// Called before the body begins, with the response without its body.
  func prepare(for response: ReceivedResponse)

  /// Why no more can be read, or nil. It is read when the consumer calls `next`, and ends the exchange with this error.
  var failure: NetworkError? { get }
}
