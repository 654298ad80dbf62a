#if os(Linux)
  import CLibcurl
  import TestSupport
  import Testing

  @testable import Net

  @Suite struct CurlShortageTests {
    private var shortage = CurlShortage()
    private var failures = 0

    private mutating func waits(
      after code: Int32, lacksSocket: Bool = false, free: Int32 = 1000, othersWait: Bool = false,
      at now: Int64 = 0
    ) -> Bool {
      shortage.isReason(
        for: code, lacksSocket: lacksSocket, failures: &failures, othersWait: othersWait, at: now
      ) { needed in
        free < needed ? .none : free < 64 ? .few : .enough
      }
    }

    @Test("Without a socket an attempt waits, even if descriptors are free by now")
    mutating func aRefusedSocket() {
      let outcomes = (0..<10).map { _ in waits(after: LIBCURL_E_COULDNT_CONNECT, lacksSocket: true) }
      #expect(outcomes.allSatisfy { $0 })
    }

    @Test(
      "A refused connection fails at once, however few descriptors are left", arguments: [Int32(0), 1, 100])
    mutating func aRefusedConnection(free: Int32) {
      let alone = waits(after: LIBCURL_E_COULDNT_CONNECT, free: free)
      let withOthers = waits(after: LIBCURL_E_COULDNT_CONNECT, free: free, othersWait: true)
      #expect(!alone && !withOthers)
    }

    @Test("A failed lookup waits for as long as fewer descriptors are left than a lookup needs")
    mutating func aLookupWithTooFew() {
      let outcomes = (0..<10).map { _ in waits(after: LIBCURL_E_COULDNT_RESOLVE_HOST, free: 2) }
      #expect(outcomes.allSatisfy { $0 })
    }

    @Test("A file that cannot be read waits for as long as only the socket has a descriptor")
    mutating func aFileWithTooFew() {
      let outcomes = (0..<10).map { _ in waits(after: LIBCURL_E_SSL_CACERT_BADFILE, free: 1) }
      #expect(outcomes.allSatisfy { $0 })
    }

    @Test("A failed lookup is repeated three times while few descriptors are left")
    mutating func aLookupWithFew() {
      let outcomes = (0..<5).map { _ in waits(after: LIBCURL_E_COULDNT_RESOLVE_HOST, free: 3) }
      expectEqual(outcomes, [true, true, true, false, false])
    }

    @Test("A failed lookup is repeated three times while others wait")
    mutating func aLookupWhileOthersWait() {
      let outcomes = (0..<5).map { _ in waits(after: LIBCURL_E_COULDNT_RESOLVE_PROXY, othersWait: true) }
      expectEqual(outcomes, [true, true, true, false, false])
    }

    @Test("A shortage that is over explains failures for a second")
    mutating func aShortageThatIsOver() {
      _ = waits(after: LIBCURL_E_COULDNT_CONNECT, lacksSocket: true, at: 5_000_000)
      let soon = waits(after: LIBCURL_E_SSL_CACERT_BADFILE, at: 5_999_999)
      let later = waits(after: LIBCURL_E_SSL_CACERT_BADFILE, at: 6_000_000)
      #expect(soon && !later)
    }

    @Test("With enough descriptors a name that is not found fails at once")
    mutating func enoughDescriptors() {
      let outcome = waits(after: LIBCURL_E_COULDNT_RESOLVE_HOST)
      expectFalse(outcome)
    }

    @Test("Failures that need no descriptor fail at once")
    mutating func otherFailures() {
      let codes = [LIBCURL_E_PEER_FAILED_VERIFICATION, LIBCURL_E_OPERATION_TIMEDOUT, LIBCURL_E_RECV_ERROR]
      let outcomes = codes.map { waits(after: $0, lacksSocket: true, free: 0, othersWait: true) }
      #expect(outcomes.allSatisfy { !$0 })
    }
  }
#endif
