#if os(Linux)
  import TestSupport
  import Testing

  @testable import Net

  /// The phase that an error of libcurl belongs to.
  @Suite struct CurlPhaseTests {
    /// 7.88.1 passes such heads on; 8.23.0 refuses them itself, with these errors.
    private static let unreadable = [
      CurlError(code: 8, message: "Invalid response header"),
      CurlError(code: 43, message: "Invalid response header"),
      CurlError(code: 8, message: "Invalid status line"),
    ]

    @Test(arguments: unreadable, [TransportPhase.connect, .secureConnection, .head])
    func anUnreadableHeadBeforeATunnelIsThatOfTheProxy(_ error: CurlError, soFar: TransportPhase) {
      expectEqual(TransportPhase(of: error, soFar: soFar, needsTunnel: true), .connect)
    }

    @Test(arguments: unreadable) func anUnreadableHeadAfterThatIsThatOfTheServer(_ error: CurlError) {
      expectEqual(TransportPhase(of: error, soFar: .head, needsTunnel: false), .head)
    }

    @Test(arguments: [
      "Proxy CONNECT aborted", "CONNECT tunnel failed, response 502",
      "Received HTTP code 407 from proxy after CONNECT",
    ])
    func aTunnelThatIsNotOpenedIsPartOfConnecting(_ message: String) {
      let error = CurlError(code: 56, message: message)
      expectEqual(TransportPhase(of: error, soFar: .secureConnection, needsTunnel: true), .connect)
    }

    @Test func aCertificateIsRefusedInItsOwnPhaseBehindAProxy() {
      let error = CurlError(code: 60, message: "SSL certificate problem")
      expectEqual(TransportPhase(of: error, soFar: .connect, needsTunnel: true), .secureConnection)
    }
  }
#endif
