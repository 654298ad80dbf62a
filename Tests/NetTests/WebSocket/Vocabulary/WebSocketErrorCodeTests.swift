import Net
import TestSupport
import Testing

/// What errors say: the close code that reports them to the peer, and their words.
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

  @Test(
    arguments: [
      (.reservedBits, "a reserved bit is set"), (.opcode(3), "the opcode 3 is not defined"),
      (.masking, "a frame is masked by the server or not masked by the client"),
      (.length, "a length is not in its shortest form or too large"),
      (.controlFrame, "a control frame is fragmented or has more than 125 bytes"),
      (.fragmentation, "a fragment is out of order"),
      (.closeCode(1004), "the close code 1004 must not be sent"),
    ] as [(WebSocketError.Violation, String)])
  func aViolationSaysWhatWasWrong(_ violation: WebSocketError.Violation, _ words: String) {
    expectEqual(
      WebSocketError.protocolViolation(violation).errorDescription,
      "The peer violated the WebSocket protocol: \(words)")
  }
}
