import Net
import TestSupport
import Testing

@Suite struct WebSocketCloseCodeTests {
  /// The codes of RFC 6455 section 7.4.1, and two of IANA's registry.
  @Test(
    arguments: [
      (.normal, 1000), (.goingAway, 1001), (.protocolError, 1002), (.unsupportedData, 1003),
      (.noStatus, 1005),
      (.abnormal, 1006), (.invalidPayload, 1007), (.policyViolation, 1008), (.messageTooBig, 1009),
      (.mandatoryExtension, 1010), (.internalError, 1011), (.serviceRestart, 1012), (.tryAgainLater, 1013),
    ] as [(WebSocketCloseCode, UInt16)])
  func theNamesAreTheRegisteredCodes(name: WebSocketCloseCode, code: UInt16) {
    expectEqual(name.rawValue, code)
  }

  @Test func onlyThePlannedEndsAreClean() {
    let clean = (1000...4999).filter { WebSocketClosure(code: WebSocketCloseCode(rawValue: $0)).isClean }
    expectEqual(clean, [1000, 1001, 1005])
  }

  @Test func onlyTheCodesOfAServerThatMayReturnAreALoss() {
    let lost = (1000...4999).filter { code in
      WebSocketError.closed(WebSocketClosure(code: WebSocketCloseCode(rawValue: code))).isLost
    }
    expectEqual(lost, [1001, 1011, 1012, 1013])
  }
}
