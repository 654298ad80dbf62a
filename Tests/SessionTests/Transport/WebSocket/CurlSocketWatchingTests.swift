#if os(Linux)
  import CLibcurl
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlSocketWatchingTests {
    private var watching = CurlSocketWatching()

    @Test("After everything was read, the descriptor is watched and nothing else is done")
    mutating func everythingWasRead() {
      watching.hasRead()
      let change = watching.changed(mayRead: true, isBlocked: false)
      expectEqual(change, LIBCURL_POLL_IN)
      #expect(!watching.readsOn && watching.isReading)
    }

    /// The receiver may accept more between the end of reading and this call, and then posts no letter.
    @Test("Bytes left behind are read without the descriptor once the receiver accepts more")
    mutating func bytesAreLeft() {
      watching.leavesBytes()
      let change = watching.changed(mayRead: true, isBlocked: false)
      expectEqual(change, LIBCURL_POLL_IN)
      #expect(watching.readsOn && !watching.isReading)
    }

    @Test("While the receiver does not keep up, the descriptor is not watched")
    mutating func theReceiverDoesNotKeepUp() {
      watching.leavesBytes()
      let change = watching.changed(mayRead: false, isBlocked: false)
      expectNil(change)
      #expect(!watching.readsOn && !watching.isWatching)
    }

    /// Its descriptor also reports it.
    ///
    /// Otherwise a socket that always has bytes would have one more turn each time, and delay all others of its loop.
    @Test("A socket with bytes left asks for one turn at a time")
    mutating func aTurnIsAskedForOnce() {
      watching.leavesBytes()
      _ = watching.changed(mayRead: true, isBlocked: false)
      expectTrue(watching.readsOn)
      _ = watching.changed(mayRead: true, isBlocked: false)
      expectFalse(watching.readsOn)
      watching.beginTurn()
      _ = watching.changed(mayRead: true, isBlocked: false)
      expectTrue(watching.readsOn)
    }

    @Test("The same interest is reported once")
    mutating func theInterestIsReportedOnce() {
      watching.hasRead()
      _ = watching.changed(mayRead: true, isBlocked: true)
      let second = watching.changed(mayRead: true, isBlocked: true)
      expectNil(second)
      let third = watching.changed(mayRead: true, isBlocked: false)
      expectEqual(third, LIBCURL_POLL_IN)
    }
  }
#endif
