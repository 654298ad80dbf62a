import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Responses that are held until the test completes them, at mocks that cannot hold one.
@Suite(.netTesting) struct HeldResponseTests {
  private static let start = "The stub holds its response until the test completes it (.delivered(.held)). "

  private func get(_ url: String, over transport: any Transport) async -> NetworkError? {
    await NetworkSession(transport: transport).get(url).response(.string).error
  }

  @Test func aURLProtocolReportsAHeldResponse() async throws {
    let failures = CollectedFailures()
    try await failures.collectAsync {
      let stubs = URLStubs()
      stubs.stub(.get("/a"), with: .text("a").delivered(.held), line: 7)
      let transport = try URLSessionTransport(configuration: StubURLProtocol.configuration(stubs))
      expectNotNil(await get("https://h/a", over: transport))
    }
    expectEqual(
      failures.messages,
      [
        Self.start + """
          A StubURLProtocol cannot hold it. Delay it with .delay(.seconds(1)), which takes no real time if the timer is a \
          TestScheduler, or use a MockTransport or a NetworkingMock, whose `pending` completes it.
          """
      ])
    expectEqual(failures.lines, [7])
  }

  @Test(arguments: [Duration.zero, .seconds(5)])
  func aServerReportsAHeldResponse(_ delay: Duration) async throws {
    let failures = CollectedFailures()
    let timer = EagerTimer()
    try await failures.collectAsync {
      let server = MockServer(timer: timer)
      server.stub(.get("/a"), with: .text("a").delay(delay).delivered(.held), line: 7)
      server.stub(.get("/closure"), line: 8) { _ in .text("a").delivered(.held) }
      try server.start()
      defer { server.stop() }
      for path in ["/a", "/closure"] {
        let response = await NetworkSession().get("\(server.baseURL)\(path)").response(.string)
        expectEqual(response.response?.status, 500)
      }
    }
    let message =
      Self.start + """
        A MockServer cannot hold it. Delay it with .delay(.seconds(1)), which takes no real time if the timer is a \
        TestScheduler, or use a MockTransport or a NetworkingMock, whose `pending` completes it.
        """
    expectEqual(failures.messages, [message, message])
    expectEqual(failures.lines, [7, 8])
  }

  @Test func everyLevelReportsAHeldResponseOnce() async {
    let failures = CollectedFailures()
    await failures.collectAsync {
      _ = try? await everyLevel { network in
        network.stub(.get("/a"), with: .text("a").delivered(.held))
        return try await network.get("/a").response(.string).result.get()
      }
    }
    expectEqual(
      failures.messages,
      [
        "At NetworkingMock, MockTransport, StubURLProtocol and MockServer: " + Self.start + """
          A TestNetwork cannot complete it, at any level. Delay it with .delay(.seconds(1)), which takes no real time if \
          the timer is a TestScheduler.
          """
      ])
  }

  @Test func aHeldHandshakeIsReportedWhereAWebSocketOpens() async {
    let failures = CollectedFailures()
    await failures.collectAsync {
      _ = try? await everyLevel(of: [.networkingMock, .mockTransport, .mockServer]) { network in
        network.stub(.webSocket("/chat"), with: .script { peer in peer.close(.normal) }.delivered(.held))
        _ = try? await network.webSocket("/chat").connect()
      }
    }
    expectEqual(failures.messages.count, 1)
    expectEqual(
      failures.messages.first?.hasPrefix("At NetworkingMock, MockTransport and MockServer: " + Self.start),
      true)
  }

  @Test func aFaultSweepReportsAHeldResponse() async throws {
    let report = try await everyFault { network in
      network.stub(.get("/a"), with: StubResponse.json("1").delivered(.held))
      return try await network.get("/a").json()
    }.report()
    expectFalse(report.isPassed)
    #expect(
      report.text.contains(
        Self.start + """
          The runs of this sweep complete no response. Delay it with .delay(.seconds(1)), which takes no real time, or \
          use everyOrder, which delivers the responses in every order.
          """))
  }

  @Test func anOrderSweepCompletesHeldResponses() async throws {
    let report = try await everyOrder { network in
      network.stub(.get("/a"), with: StubResponse.json("1").delivered(.held))
      return try await network.get("/a").json()
    }.report()
    expectTrue(report.isPassed, "\(report.text)")
  }

  @Test func aHeldResponseWaitsBehindAProfile() throws {
    let scheduler = TestScheduler()
    let network = NetworkingMock(delivery: .held, timer: scheduler, profile: .slow4G)
    network.stub(.get("/a"), with: .text("a"))
    let value = Captured<String>()
    network.get("http://h/a").responseString { value.set($0.value ?? "\($0)") }
    expectTrue(network.pending.isEmpty)
    scheduler.run()
    expectEqual(value.values, [])
    let pending = try #require(network.pending.first)
    let start = scheduler.now
    pending.complete()
    scheduler.run()
    expectEqual(value.values, ["a"])
    // Half a round trip, and one byte at 200,000 a second.
    expectEqual(scheduler.now - start, .microseconds(75_005))
  }

  @Test func aDeliveryAfterSomeTimeIsADelayAtEachLevel() async throws {
    let timer = EagerTimer()
    let value = try await everyLevel(timer: timer) { network in
      network.stub(.get("/a"), with: .text("a").delay(.seconds(1)).delivered(.after(.seconds(1_800))))
      network.stub(.get("/b")) { _ in .text("b").delivered(.after(.seconds(1_800))) }
      let start = timer.now
      let both = try await [
        network.get("/a").response(.string).result.get(), network.get("/b").response(.string).result.get(),
      ]
      #expect(timer.now - start >= .seconds(3_601), "\(network.level)")
      return both
    }
    expectEqual(value, ["a", "b"])
  }
}
