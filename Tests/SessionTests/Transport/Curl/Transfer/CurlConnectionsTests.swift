#if os(Linux)
  import CLibcurl
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlConnectionsTests {
    private var connections = CurlConnections()

    @Test mutating func aHeadBeforeTheTunnelIsFromTheProxy() {
      #expect(connections.isBeforeTunnel(connects: 1, tunnelStatus: 407))
      #expect(connections.isBeforeTunnel(connects: 1, tunnelStatus: 200))
      connections.openTunnel(connects: 1)
      #expect(!connections.isBeforeTunnel(connects: 1, tunnelStatus: 200))
    }

    @Test mutating func eachNewConnectionNeedsItsOwnTunnel() {
      connections.openTunnel(connects: 1)
      #expect(connections.isBeforeTunnel(connects: 2, tunnelStatus: 200))
      connections.openTunnel(connects: 2)
      #expect(!connections.isBeforeTunnel(connects: 2, tunnelStatus: 200))
    }

    /// Whatever its status is: only a server that has received the request can respond to it.
    @Test mutating func aHeadBeforeTheRequestIsFromTheProxy() {
      var reuses = 0
      #expect(connections.isBeforeRequest(connects: 1))
      _ = connections.send(connects: 1, tunnelStatus: 200, reuses: &reuses)
      #expect(!connections.isBeforeRequest(connects: 1))
      #expect(connections.isBeforeRequest(connects: 2))
      _ = connections.send(connects: 2, tunnelStatus: 200, reuses: &reuses)
      #expect(!connections.isBeforeRequest(connects: 2))
    }

    @Test mutating func onAKeptConnectionTheRequestIsSentAtOnce() {
      var reuses = 0
      _ = connections.send(connects: 0, tunnelStatus: 0, reuses: &reuses)
      #expect(!connections.isBeforeRequest(connects: 0))
      #expect(connections.isBeforeRequest(connects: 1))
    }

    @Test func aKeptConnectionHasATunnelAlready() {
      #expect(!connections.isBeforeTunnel(connects: 0, tunnelStatus: 0))
    }

    @Test mutating func aRequestThatIsSentOnceHasNotArrivedBefore() {
      var reuses = 0
      #expect(!connections.send(connects: 1, tunnelStatus: 0, reuses: &reuses))
      #expect(connections.hasSent && reuses == 0)
    }

    @Test mutating func onItsOwnConnectionOnlyARefusedRequestIsSentAgain() {
      var reuses = 4
      _ = connections.send(connects: 1, tunnelStatus: 0, reuses: &reuses)
      #expect(!connections.send(connects: 2, tunnelStatus: 0, reuses: &reuses))
      #expect(!connections.send(connects: 3, tunnelStatus: 0, reuses: &reuses))
      expectEqual(reuses, 4)
    }

    @Test mutating func onAKeptConnectionTheRequestMayHaveArrived() {
      var reuses = 0
      _ = connections.send(connects: 0, tunnelStatus: 0, reuses: &reuses)
      expectEqual(reuses, 1)
      #expect(connections.send(connects: 1, tunnelStatus: 0, reuses: &reuses))
    }

    @Test mutating func aRequestOnAConnectionThatAnotherRequestHasUsedMayHaveArrived() {
      var (other, reuses) = (CurlConnections(), 0)
      _ = connections.send(connects: 1, tunnelStatus: 0, reuses: &reuses)
      _ = other.send(connects: 0, tunnelStatus: 0, reuses: &reuses)
      #expect(connections.send(connects: 2, tunnelStatus: 0, reuses: &reuses))
    }

    @Test mutating func aRepetitionOnAKeptConnectionMayHaveArrived() {
      var reuses = 0
      _ = connections.send(connects: 1, tunnelStatus: 0, reuses: &reuses)
      _ = connections.send(connects: 1, tunnelStatus: 0, reuses: &reuses)
      #expect(connections.send(connects: 2, tunnelStatus: 0, reuses: &reuses))
    }

    /// The proxy closed a connection whose tunnel it did not open, and libcurl took a kept one instead.
    @Test mutating func aConnectionThatIsNotThatOfTheTunnelCountsAsKept() {
      var reuses = 0
      _ = connections.send(connects: 1, tunnelStatus: 407, reuses: &reuses)
      expectEqual(reuses, 1)
    }

    /// A stream of HTTP/2 that was not opened, or whose kept connection ended.
    @Test(
      arguments: [
        (LIBCURL_E_HTTP2, true, 0, false, true), (LIBCURL_E_HTTP2, true, 1, false, true),
        (LIBCURL_E_HTTP2, false, 0, false, false), (LIBCURL_E_HTTP2, false, 0, true, true),
        (LIBCURL_E_HTTP2, false, 1, true, false), (LIBCURL_E_PARTIAL_FILE, false, 0, true, true),
        (LIBCURL_E_PARTIAL_FILE, false, 0, false, false), (LIBCURL_E_PARTIAL_FILE, true, 0, false, false),
        (LIBCURL_E_HTTP2_STREAM, false, 0, true, false), (LIBCURL_E_RECV_ERROR, false, 0, true, true),
        (LIBCURL_E_RECV_ERROR, false, 1, true, false), (LIBCURL_E_SEND_ERROR, false, 0, false, false),
      ] as [(Int32, Bool, Int, Bool, Bool)])
    func aRequestThatMayNotHaveArrivedIsRepeated(
      code: Int32, isUnsent: Bool, connects: Int, isIdempotent: Bool, isRepeated: Bool
    ) {
      expectEqual(
        CurlConnections.mayRepeat(
          after: code, isUnsent: isUnsent, isRefused: false, connects: connects, isIdempotent: isIdempotent),
        isRepeated)
    }

    @Test(
      arguments: [
        LIBCURL_E_HTTP2, LIBCURL_E_PARTIAL_FILE, LIBCURL_E_RECV_ERROR, LIBCURL_E_SEND_ERROR,
        LIBCURL_E_OUT_OF_MEMORY,
      ], [0, 1])
    func aRefusedRequestIsRepeatedIfItsConnectionEnds(code: Int32, connects: Int) {
      expectEqual(
        CurlConnections.mayRepeat(
          after: code, isUnsent: false, isRefused: true, connects: connects, isIdempotent: false),
        code != LIBCURL_E_OUT_OF_MEMORY)
    }

    /// The words of 7.88.1, and of later versions.
    @Test(
      arguments: [
        (["Using Stream ID: 5 (easy handle 0x5580)", "recveived GOAWAY, error=0, last_stream=3"], true),
        (["Using Stream ID: 5 (easy handle 0x5580)", "received GOAWAY, error=11, last_stream=0\n"], true),
        (["Using Stream ID: 5 (easy handle 0x5580)", "recveived GOAWAY, error=0, last_stream=5"], false),
        (
          ["Using Stream ID: 5 (easy handle 0x5580)", "received GOAWAY, error=0, last_stream=2147483647"],
          false
        ),
        (
          ["received GOAWAY, error=0, last_stream=2147483647", "received GOAWAY, error=0, last_stream=0"],
          true
        ),
        (["[HTTP/2] [3] OPENED stream for https://a/", "received GOAWAY, error=0, last_stream=1"], true),
        (["[HTTP/2] [3] OPENED stream for https://a/", "received GOAWAY, error=0, last_stream=3"], false),
        (
          ["[HTTP/2] [3] OPENED stream for https://a/", "HTTP/2 stream 3 refused by server, try again"], true
        ),
        (
          ["[HTTP/2] [3] OPENED stream for https://a/", "HTTP/2 stream 1 refused by server, try again"], false
        ),
        (["[HTTP/2] [3] OPENED stream for https://a/", "HTTP/2 stream 3 was reset"], false),
        (["[HTTP/2] [3] OPENED stream for https://a/", "[HTTP/2] [3] [x: GOAWAY last_stream=1]"], false),
        (["received GOAWAY, error=0, last_stream=1"], false),
        (["received GOAWAY, error=0, last_stream="], false),
        (["h2h3 [last_stream=0]"], false), (["Using Stream ID: 1"], false), ([], false),
      ] as [([String], Bool)])
    mutating func aRequestOnAStreamAfterTheLastOneIsRefused(words: [String], isRefused: Bool) {
      var reuses = 0
      _ = connections.send(connects: 0, tunnelStatus: 0, reuses: &reuses)
      for line in words { connections.noteDebugText(line) }
      expectEqual(connections.isRefused, isRefused)
      // It may be sent again, but the next connection has not refused it.
      expectEqual(connections.send(connects: 1, tunnelStatus: 0, reuses: &reuses), !isRefused)
      expectFalse(connections.isRefused)
    }
  }
#endif
