import Net
import Stream
import TestSupport
import Testing

@testable import NetTesting

/// Sources that report their changes, which wake waiting expectations, and expectations in virtual time.
@Suite(.netTesting) struct EventuallyChangesTests {
  /// Returns the sources that an expression reads and whose changes would wake an expectation.
  private func changes<Value>(_ body: () -> Value) -> [Changes] {
    let reads = ChangeReads()
    _ = ChangeReads.$current.withValue(reads, operation: body)
    return reads.changes.map(\.0)
  }

  @Test func requestsToAMockAreReportedAsChanges() throws {
    let network = NetworkingMock(delivery: .held)
    network.stub(.everything, with: User(name: "Trent"))
    let change = try #require(
      changes { (network.requests, network.requestCallCount, network.pending, network.cancelCount) }.first)
    let before = change.version
    let request = network.get("https://h/a").resume()
    let sent = change.version
    #expect(sent > before)
    request.cancel()
    #expect(change.version > sent)
  }

  @Test func requestsToATransportAreReportedAsChanges() throws {
    let transport = MockTransport(delivery: .held)
    transport.stub(.everything, with: .status(200))
    let change = try #require(
      changes { (transport.requests, transport.pending, transport.cancelCount) }.first)
    let before = change.version
    let request = NetworkSession(transport: transport).get("https://h/a").resume()
    let sent = change.version
    #expect(sent > before)
    request.cancel()
    #expect(change.version > sent)
  }

  @Test func serversAndDynamicMocksReportChanges() {
    let (server, mock) = (MockServer(), Mock())
    expectEqual(changes { server.requests }.count, 1)
    expectEqual(changes { server.openConnectionCount }.count, 1)
    expectEqual(changes { mock.calls }.count, 1)
  }

  @Test func waitingForAMockNeedsNoPolling() async {
    let network = NetworkingMock()
    network.stub(.everything, with: User(name: "Trent"))
    Task { network.get("https://h/a").resume() }
    await expect(network.requestCallCount).toEventually(equal(1), within: .patience)
  }

  @Test func virtualTimeAdvancesUntilTheExpectationHolds() {
    let scheduler = TestScheduler()
    let slow = Single<Int>.never().timeout(.seconds(5), scheduler: scheduler).record(afterEach: .test)
    _ = scheduler.schedule(after: .seconds(900)) {}
    expect(slow.event).toEventually(beFailure(with: StreamError.timeout), advancing: scheduler)
    expectEqual(scheduler.now, .seconds(5))
  }

  @Test func virtualTimeAdvancesUntilAnOptionalHasAValueThatMatches() {
    let scheduler = TestScheduler()
    let pair = Single.just(["Ada", "Trent"]).delay(.seconds(5), scheduler: scheduler)
    let names = pair.record(afterEach: .test)
    expect(names.value).toEventually(haveCount(2), advancing: scheduler)
    expectEqual(scheduler.now, .seconds(5))
  }

  @Test func virtualTimeStopsAtTheLimit() {
    let scheduler = TestScheduler()
    let reached = Captured<Int>()
    _ = scheduler.schedule(after: .seconds(5)) { reached.set(5) }
    _ = scheduler.schedule(after: .seconds(11)) { reached.set(11) }
    let collected = CollectedFailures()
    collected.collect {
      expect(reached.values).toEventually(equal([5, 11]), advancing: scheduler, within: .seconds(10))
    }
    expectEqual(
      collected.messages,
      [
        """
        expected [5, 11] within 10.0 seconds, got [5]; the time is virtual, and the work of tasks and queues was not \
        waited for
        """
      ])
    expectEqual(scheduler.now, .seconds(10))
  }
}
