/// A consumer whose decoding depends on the request and the head of the response.
protocol DecodingConsumer: BodyConsumer {
  /// Called before the body begins, with the response without its body.
  func prepare(for response: ReceivedResponse)
}
