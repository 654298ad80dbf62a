import Net
import Testing

/// The close codes that report an error to the peer.
@Suite struct WebSocketErrorCodeTests {
  @Test(arguments: [WebSocketError.pongTimeout, .idleTimeout, .closeTimeout, .connectionLost, .notOpen])
  func anErrorForWhichNoFrameIsSentHasNoCode(_ error: WebSocketError) { #expect(error.closeCode == nil) }

  @Test(arguments: [
    (WebSocketError.protocolViolation(.masking), WebSocketCloseCode.protocolError),
    (.invalidText, .invalidPayload), (.messageTooLarge(limit: 1), .messageTooBig),
  ])
  func aFaultOfThePeerHasTheCodeOfItsFrame(_ error: WebSocketError, _ code: WebSocketCloseCode) {
    #expect(error.closeCode == code)
  }
}
