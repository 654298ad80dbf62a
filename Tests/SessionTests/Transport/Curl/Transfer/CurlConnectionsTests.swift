#if os(Linux)
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
      #expect(reuses == 4)
    }

    @Test mutating func onAKeptConnectionTheRequestMayHaveArrived() {
      var reuses = 0
      _ = connections.send(connects: 0, tunnelStatus: 0, reuses: &reuses)
      #expect(reuses == 1)
      #expect(connections.send(connects: 1, tunnelStatus: 0, reuses: &reuses))
    }

    @Test mutating func onAConnectionThatAnotherRequestUsedMeanwhileItMayHaveArrived() {
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
      #expect(reuses == 1)
    }
  }
#endif
