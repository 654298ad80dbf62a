#if os(Linux)
  import Foundation
  import Glibc
  @testable import Net
  import TestSupport
  import Testing

  /// The durations of the steps of transfers that wait for a connection.
  @Suite struct CurlTimingsTests {
    @Test func aTransferThatWaitedForAConnectionCountsFromItsStart() async throws {
      let isHeld = AsyncStream.makeStream(of: Void.self)
      let second = Locked<ContinuousClock.Instant?>(nil)
      let server = try LoopbackServer { request in
        if request.path == "/first" {
          // Held until the second transfer has waited for a while.
          return [
            .run {
              isHeld.continuation.finish()
              while second.value.map({ $0.duration(to: .now) < .milliseconds(50) }) ?? true { sched_yield() }
            }, .respond("200 OK", headers: ["Connection: close"], body: "a"),
          ]
        }
        return [.respond("200 OK", headers: ["Connection: close"], body: "b")]
      }
      let session = try CurlSession.make { $0.connections.perHost = 1 }
      let url = try server.url().absoluteString
      async let first = session.get(url + "first").response(.data)
      for await _ in isHeld.stream {}
      second.update { $0 = .now }
      let waited = try #require(await session.get(url + "second").response(.data).timings.transport)
      let direct = try #require(await first.timings.transport)
      expectNil(direct.queued)
      let queued = try #require(waited.queued)
      #expect(queued >= .milliseconds(20))
      let (firstByte, total) = (try #require(waited.firstByte), try #require(waited.total))
      #expect(firstByte >= queued)
      #expect(firstByte <= total)
    }

    @Test func aLineThatIsSeenLateIsNoWait() {
      var moments = CurlTransfer.Moments(start: .zero)
      moments.firstLine = .milliseconds(30)
      expectNil(moments.queued(before: .milliseconds(4), of: .microseconds(4500)))
    }

    @Test func aWaitEndsWithinTheTotal() {
      var moments = CurlTransfer.Moments(start: .zero)
      moments.firstLine = .milliseconds(30)
      expectEqual(moments.queued(before: .milliseconds(4), of: .milliseconds(26)), .milliseconds(22))
    }

    @Test func aWaitIsWhatPassedBeforeTheMeasuredTimes() {
      var moments = CurlTransfer.Moments(start: .milliseconds(5))
      moments.firstLine = .milliseconds(30)
      expectEqual(moments.queued(before: .milliseconds(4), of: .milliseconds(90)), .milliseconds(21))
    }
  }
#endif
