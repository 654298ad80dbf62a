// NetTesting has separate rules for what its servers and mocks send, so that a test can find a fault in these.
extension HTTPMethod {
  /// Returns whether a body follows the head of a final response with this status, if the fields announce one.
  ///
  /// None follows in response to `HEAD`, and with 204 and 304: the message ends after its head, whatever the fields say
  /// (RFC 9112 section 6.3, RFC 9110 section 6.4.1). A successful response to `CONNECT` has no body, either; it
  /// comes from a proxy, and a transport does not deliver it.
  func hasBody(inResponse status: Int) -> Bool { status != 204 && status != 304 && self != .head }

  /// Returns whether a final response with this status may have content.
  ///
  /// One without a body has none. Nor has a 205 (RFC 9110 section 15.3.6), but its fields say where it ends, so that an
  /// empty body follows its head.
  func hasContent(inResponse status: Int) -> Bool { status != 205 && hasBody(inResponse: status) }
}
