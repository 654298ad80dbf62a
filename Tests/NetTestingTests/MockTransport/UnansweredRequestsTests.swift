import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// Requests without a stub that do not fail at once, because they are held or on their way over a slow network.
@Suite struct UnansweredRequestsTests {
  private let failures = CollectedFailures()
  private let scheduler = TestScheduler()
  private let scope = TestScope()
  private let received = Captured<DataResponse<String>>()

  private func mock(_ delivery: MockDelivery = .inline, profile: NetworkProfile? = nil) -> NetworkingMock {
    failures.collect {
      NetworkingMock(delivery: delivery, timer: scheduler, profile: profile, afterEach: scope)
    }
  }

  @discardableResult
  private func get(_ path: String, _ network: NetworkingMock) -> any NetworkRequesting {
    network.get("https://h/\(path)").responseString(completionHandler: received.set)
  }

  private var unmatched: Int { failures.messages.count { $0.hasPrefix("No stub answers") } }

  /// The end of the test may cancel a request that another thread has sent.
  @Test func aRequestThatIsCancelledWhileItsStubIsSearchedForFailsTheTestOnce() throws {
    let transport = failures.collect { MockTransport(timer: scheduler, afterEach: scope) }
    let tasks = Captured<any TransportTask>()
    transport.stub(
      RequestMatcher("none") { _ in
        tasks.value?.cancel()
        return false
      }, with: .text("a"), times: .optionally)
    let events = ReceivedEvents()
    let url = try #require(URL(string: "https://h/a"))
    let task = transport.task(for: TransportRequest(url: url), receiver: events)
    tasks.set(task)
    task.resume()
    scope.end()
    expectEqual(unmatched, 1)
    expectEqual(events.words, ["failed CancellationError connect"])
  }

  // MARK: - Held

  @Test func aForbiddenRequestFailsAtOnceEvenIfResponsesAreHeld() {
    let network = mock(.held)
    network.stub(.delete("/a"), with: .status(204), times: .never)
    network.delete("https://h/a").responseString(completionHandler: received.set)
    expectEqual(unmatched, 1)
    #expect(received.value?.error?.underlyingError is UnmatchedRequest)
    expectTrue(network.pending.isEmpty)
  }

  @Test func aHeldRequestBeyondTheCountOfItsStubFailsAtOnce() {
    let network = mock(.held)
    network.stub(.get("/a"), with: .text("a"), times: 1)
    get("a", network)
    expectTrue(failures.messages.isEmpty)
    get("a", network)
    expectEqual(unmatched, 1)
    expectEqual(network.pending.count, 1)
    network.pending.first?.complete()
    expectEqual(received.values.map(\.value), [nil, "a"])
  }

  @Test func aForbiddenRequestOfATransportFailsAtOnceEvenIfItIsHeld() throws {
    let transport = failures.collect { MockTransport(delivery: .held, timer: scheduler, afterEach: scope) }
    transport.stub(.get("/a"), with: .text("x"), times: .never)
    #expect(try transport.send().received.error is UnmatchedRequest)
    expectEqual(unmatched, 1)
  }

  @Test func aHeldRequestWithoutAStubMayBeCompletedWithAResponse() {
    let network = mock(.held)
    get("a", network)
    network.pending.first?.complete(with: .text("mine"))
    scope.end()
    expectTrue(failures.messages.isEmpty)
    expectEqual(received.values.map(\.value), ["mine"])
  }

  @Test func aHeldRequestWithoutAStubFailsTheTestAtItsEnd() {
    let network = mock(.held)
    network.stub(.get("/b"), with: .text("b"), times: .always)
    get("a", network)
    expectTrue(failures.messages.isEmpty)
    scope.end()
    expectEqual(unmatched, 1)
    expectEqual(received.values.map(\.error?.reason), [.cancelled])
    expectTrue(network.pending.isEmpty)
  }

  @Test func aHeldRequestWithoutAStubFailsTheTestWhenItIsCancelled() {
    let network = mock(.held)
    network.stub(.get("/b"), with: .text("b"), times: .always)
    get("a", network).cancel()
    expectEqual(unmatched, 1)
    scope.end()
    expectEqual(unmatched, 1)
  }

  @Test func aMockWithoutStubsIsAnsweredByTheTestAlone() {
    let network = mock(.held)
    get("a", network).cancel()
    get("b", network)
    scope.end()
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aHeldRequestWithAStubMayBeCancelled() {
    let network = mock(.held)
    network.stub(.get("/a"), with: .text("a"))
    get("a", network).cancel()
    scope.end()
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aSweepOfOrdersFindsARequestWithoutAStubThatItsBodyLeaves() async throws {
    let report = try await everyOrder(in: { network in
      network.stub(.get("/a"), with: .text("a"))
      let value = await network.get("/a").response(.string).value
      network.get("/zzz").resume()
      return value
    }).report(.sameResult)
    #expect(report.text.contains("No stub answers GET https://mock.invalid/zzz"), "\(report.text)")
  }

  // MARK: - On their way

  @Test func aRequestOnItsWayWithoutAStubFailsTheTestAtItsEnd() {
    let network = mock(profile: .threeG)
    network.stub(.get("/a"), with: .text("a"))
    get("zzz", network)
    expectTrue(failures.messages.isEmpty)
    scope.end()
    expectEqual(unmatched, 1)
    expectEqual(received.values.map(\.error?.reason), [.cancelled])
  }

  @Test func aForbiddenRequestOnItsWayFailsTheTestAtItsEnd() {
    let network = mock(profile: .threeG)
    network.stub(.get("/a"), with: .text("a"), times: .never)
    get("a", network)
    scope.end()
    expectEqual(unmatched, 1)
  }

  @Test func aRequestOnItsWayWithoutAStubFailsTheTestWhenItIsCancelled() {
    let network = mock(profile: .threeG)
    get("a", network).cancel()
    expectEqual(unmatched, 1)
    scope.end()
    expectEqual(unmatched, 1)
  }

  @Test func aRequestOnItsWayToAStubMayBeCancelled() {
    let network = mock(profile: .threeG)
    network.stub(.get("/a"), with: .text("a"))
    get("a", network).cancel()
    get("a", network)
    scope.end()
    expectTrue(failures.messages.isEmpty)
  }

  @Test func aRequestThatFailedOnItsArrivalFailsTheTestOnce() {
    let network = mock(profile: .threeG)
    get("a", network)
    scheduler.run()
    scope.end()
    expectEqual(unmatched, 1)
    expectEqual(received.values.count, 1)
  }

  @Test(arguments: Array(stride(from: 0, through: 4_000, by: 200)))
  func aRequestThroughTwoSlowNetworksFailsTheTestOnceWheneverItEnds(milliseconds: Int) {
    let transport = failures.collect { MockTransport(timer: scheduler, afterEach: scope) }
    let far = ProfiledTransport(transport, profile: .threeG, timer: scheduler)
    let slow = ProfiledTransport(far, profile: .threeG, timer: scheduler)
    NetworkSession(transport: slow, timer: scheduler).get("https://h/a").resume()
    scheduler.advance(by: .milliseconds(milliseconds))
    scope.end()
    expectEqual(unmatched, 1)
    expectEqual(failures.messages.count, 1)
  }

  @Test func theAnswerToAllOtherRequestsCountsForOneOnItsWay() throws {
    let transport = failures.collect { MockTransport(timer: scheduler, afterEach: scope) }
    transport.nextData = Data("x".utf8)
    let slow = ProfiledTransport(transport, profile: .threeG, timer: scheduler)
    NetworkSession(transport: slow, timer: scheduler).get("https://h/a").resume()
    scope.end()
    expectTrue(failures.messages.isEmpty)
  }
}
