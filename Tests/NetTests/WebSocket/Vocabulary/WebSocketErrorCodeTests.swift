import Net
import TestSupport
import Testing

/// The close codes that report an error to the peer.
@Suite struct WebSocketErrorCodeTests {
  @Test(arguments: [WebSocketError.pongTimeout, .idleTimeout, .closeTimeout, .connectionLost, .notOpen])
  func anErrorForWhichNoFrameIsSentHasNoCode(_ error: WebSocketError) { expectNil(error.closeCode) }

  @Test(arguments: [
    (WebSocketError.protocolViolation(.masking), WebSocketCloseCode.protocolError),
    (.invalidText, .invalidPayload), (.messageTooLarge(limit: 1), .messageTooBig),
  ])
  func aFaultOfThePeerHasTheCodeOfItsFrame(_ error: WebSocketError, _ code: WebSocketCloseCode) {
    expectEqual(error.closeCode, code)
  }
}
