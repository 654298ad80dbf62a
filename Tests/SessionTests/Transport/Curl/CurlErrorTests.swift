#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import Net

  /// What errors of libcurl say in addition to its message.
  @Suite struct CurlErrorTests {
    /// libcurl's results for a connection that is refused, is not opened in time, or ends without a response.
    private static let results: [Int32] = [7, 28, 52]

    /// The alert with which a server that expects TLS answers a request without it (RFC 8446 section 6.2), and the
    /// settings with which one of HTTP/2 begins (RFC 9113 section 3.4).
    @Test(arguments: [[21, 3, 3, 0, 2, 2, 70], [0, 0, 0, 4, 0, 0, 0, 0, 0]] as [[UInt8]])
    func theErrorOfAnotherProtocolSaysWhatToCheck(_ bytes: [UInt8]) async throws {
      let server = try LoopbackServer { _ in [.send(Data(bytes)), .close] }
      let session = NetworkSession(transport: try CurlTransport())
      let error = try #require(try await session.get(server.url()).response(.data).error)
      expectEqual(error.reason, .transport(.head))
      #expect(
        error.description.hasSuffix(
          """
          failed: the connection failed while waiting for the response: libcurl 1: Received HTTP/0.9 when not \
          allowed (the response is not one of HTTP/1; check the scheme and the port: the server may expect https, or \
          HTTP/2 without TLS, which is http2PriorKnowledge).
          """))
    }

    @Test(arguments: results, [POSIXErrorCode.ENETUNREACH, .ENETDOWN])
    func anAddressWithoutARouteSaysNothingAboutTheOthers(code: Int32, system: POSIXErrorCode) {
      let system = Int(system.rawValue)
      for reaches in [[true], [true, false], [false, true]] {
        expectNil(CurlError.systemError(system, for: code, reaches: reaches, hasRoute: { true }))
      }
      for reaches in [[], [false], [false, false]] {
        expectEqual(CurlError.systemError(system, for: code, reaches: reaches, hasRoute: { true }), system)
      }
    }

    @Test func anotherErrorOfTheSystemIsKept() {
      expectEqual(CurlError.systemError(111, for: 7, reaches: [true, false], hasRoute: { true }), 111)
      expectNil(CurlError.systemError(0, for: 7, reaches: [true], hasRoute: { false }))
    }

    @Test(arguments: [5, 6] as [Int32])
    func aFailedLookupWithoutANetworkHasTheErrorOfAMissingNetwork(code: Int32) {
      let missing = Int(POSIXErrorCode.ENETUNREACH.rawValue)
      expectEqual(CurlError.systemError(0, for: code, reaches: [], hasRoute: { false }), missing)
      expectNil(CurlError.systemError(0, for: code, reaches: [], hasRoute: { true }))
    }

    @Test func anotherMessageIsUnchanged() {
      let error = CurlError(code: 1, message: "Protocol \"x\" not supported")
      expectEqual(error.description, "libcurl 1: Protocol \"x\" not supported")
      expectEqual(error.localizedDescription, "Protocol \"x\" not supported")
    }
  }
#endif
