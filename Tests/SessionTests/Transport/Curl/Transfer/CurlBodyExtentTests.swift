#if os(Linux)
  import CLibcurl
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlBodyExtentTests {
    private func extent(
      _ status: Int = 200, _ headers: HTTPHeaders = [:], received: Int64 = 0, to method: HTTPMethod = .get
    ) -> CurlBodyExtent {
      var extent = CurlBodyExtent()
      extent.begin(ResponseHead(status: status, headers: headers), to: method)
      extent.received = received
      return extent
    }

    @Test(arguments: [LIBCURL_E_SEND_ERROR, LIBCURL_E_RECV_ERROR, LIBCURL_E_HTTP2, LIBCURL_E_HTTP2_STREAM])
    func theAnnouncedBytesAreTheWholeBody(code: Int32) {
      #expect(extent(200, ["Content-Length": "5"], received: 5).isWhole(despite: code, saysWhy: true))
      #expect(!extent(200, ["Content-Length": "5"], received: 4).isWhole(despite: code, saysWhy: false))
    }

    @Test func theAnnouncedBytesAreTheWholeBodyOfAStreamThatDoesNotEnd() {
      var extent = extent(200, ["Content-Length": "5"], received: 5)
      #expect(!extent.isWhole(despite: LIBCURL_E_PARTIAL_FILE, saysWhy: true))
      extent.isLengthIgnored = true
      #expect(extent.isWhole(despite: LIBCURL_E_PARTIAL_FILE, saysWhy: true))
      extent.received = 4
      #expect(!extent.isWhole(despite: LIBCURL_E_PARTIAL_FILE, saysWhy: true))
    }

    @Test(arguments: [(204, .get), (304, .get), (200, .head)] as [(Int, HTTPMethod)])
    func aResponseWithoutABodyIsWhole(status: Int, method: HTTPMethod) {
      let extent = extent(status, ["Content-Length": "5"], to: method)
      #expect(extent.isWhole(despite: LIBCURL_E_SEND_ERROR, saysWhy: true))
    }

    @Test func withoutALengthOnlyAStreamOfHTTP2ThatIsResetWithoutAnErrorIsWhole() {
      let extent = extent(received: 5)
      #expect(extent.isWhole(despite: LIBCURL_E_HTTP2_STREAM, saysWhy: false))
      #expect(!extent.isWhole(despite: LIBCURL_E_HTTP2_STREAM, saysWhy: true))
      #expect(!extent.isWhole(despite: LIBCURL_E_SEND_ERROR, saysWhy: false))
    }

    @Test(arguments: [LIBCURL_E_WRITE_ERROR, LIBCURL_E_READ_ERROR, LIBCURL_E_OUT_OF_MEMORY])
    func otherErrorsAreFailures(code: Int32) {
      #expect(!extent(200, ["Content-Length": "5"], received: 5).isWhole(despite: code, saysWhy: false))
    }

    @Test func aBodyIsCutShortOnlyIfLibcurlDoesNotCompareItsLength() {
      var extent = extent(200, ["Content-Length": "5"], received: 4)
      expectFalse(extent.isCutShort)
      extent.isLengthIgnored = true
      expectTrue(extent.isCutShort)
      extent.received = 5
      expectFalse(extent.isCutShort)
    }
  }
#endif
