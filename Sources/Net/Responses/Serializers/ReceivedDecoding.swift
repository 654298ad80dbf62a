/// How a part of a response is decoded, and what the error of a part that cannot be decoded hides.
package struct ReceivedDecoding: Sendable {
  /// The decoder of the request or its session.
  package let decoder: any DataDecoder
  /// The redaction of the session.
  package let redaction: Redaction

  package init(decoder: any DataDecoder, redaction: Redaction) {
    self.decoder = decoder
    self.redaction = redaction
  }
}

extension ReceivedResponse {
  /// How parts of the response are decoded.
  var decoding: ReceivedDecoding { ReceivedDecoding(decoder: decoder, redaction: head.redaction) }
}
