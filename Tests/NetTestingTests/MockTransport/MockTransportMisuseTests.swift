import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct MockTransportMisuseTests {
  let failures = CollectedFailures()

  private func transport(_ delivery: MockDelivery = .inline, line: UInt = #line) -> MockTransport {
    failures.collect { MockTransport(delivery: delivery, line: line) }
  }

  @Test func anUnmatchedRequestFailsTheTestAndTheTask() throws {
    let transport = transport(line: 8)
    transport.stub(.get("/b"), with: .status(200), file: "/t/UserTests.swift", line: 5)
    let events = try transport.send().received
    #expect(
      failures.messages == [
        """
        No stub answers GET https://h/a
        Nearest of 1:
          GET /b (UserTests.swift:5)
            path: expected /b, got /a
        To answer it: transport.stub(.get("https://h/a"), with: .json("{}"))
        """
      ])
    expectEqual(failures.lines, [8])
    expectEqual(events.words, ["failed UnmatchedRequest connect"])
  }

  @Test func aForbiddenRequestFailsTheTestAlthoughOthersHaveANextResponse() throws {
    let transport = transport()
    transport.nextData = Data("a".utf8)
    transport.stub(.get("/a"), with: .status(200), times: .never)
    expectEqual(try transport.send().received.words, ["failed UnmatchedRequest connect"])
    expectEqual(failures.messages.first?.contains("it must not be requested"), true)
  }

  @Test func aRequestAfterTheLastResponseOfItsStubHasTheNextResponse() throws {
    let transport = transport()
    transport.nextData = Data("a".utf8)
    transport.stub(.get("/a"), with: .status(204), times: 1)
    expectEqual(try transport.send().received.words, ["head 204", "finished"])
    expectEqual(try transport.send().received.words, ["head 200", "body a", "finished"])
    expectTrue(failures.messages.isEmpty)
  }

  @Test func anUnmatchedHeldRequestFailsWhenItIsCompleted() throws {
    let transport = transport(.held)
    let events = try transport.send().received
    expectTrue(failures.messages.isEmpty)
    transport.pending.first?.complete()
    expectEqual(failures.messages.count, 1)
    expectEqual(events.words, ["failed UnmatchedRequest connect"])
  }

  @Test(
    arguments: [
      (.status(100), "100 is not the status of a final response"),
      (.text("a").status(0), "0 is not the status of a final response"),
      (.status(1000), "1000 is not the status of a final response"),
      (StubResponse.status(200).header("X Y", "1"), #"the header "X Y" cannot be sent in a response"#),
      (StubResponse.status(200).header("", "1"), #"the header "" cannot be sent in a response"#),
      (
        StubResponse.status(200).header("X-A", "1\r\nX-B: 2"),
        #"the header "X-A" cannot be sent in a response"#
      ),
      (StubResponse.text("a").trailer("X-A", "1\n"), #"the header "X-A" cannot be sent in a response"#),
      (
        StubResponse.text("a").interim(103, headers: ["X:Y": "1"]),
        #"the header "X:Y" cannot be sent in a response"#
      ),
    ] as [(StubResponse, String)])
  func aResponseThatNoServerCanSendFailsTheTestAtTheStub(_ response: StubResponse, _ reason: String) throws {
    let transport = transport()
    transport.stub(.get("/a"), with: response, line: 9)
    expectEqual(try transport.send().received.words, ["failed StubMisuse connect"])
    expectEqual(failures.messages, ["The response cannot be written: \(reason)."])
    expectEqual(failures.lines, [9])
  }

  @Test func aMissingFixtureFailsTheTestAtTheStub() throws {
    let transport = transport()
    transport.stub(.get("/a"), with: .fixture("none.json", in: .main), line: 9)
    expectEqual(try transport.send().received.words, ["failed StubMisuse connect"])
    expectEqual(failures.lines, [9])
  }

  @Test func verifyReportsEachUnusedStub() {
    let transport = transport()
    transport.stub(.get("/a"), with: .status(200), times: 1, line: 1)
    transport.stub(.get("/b"), withSequence: [.status(200), .status(200)], line: 2)
    transport.stub(.get("/c"), with: .status(200), line: 3)
    transport.verify()
    expectEqual(failures.lines, [1, 2])
  }

  @Test func explicitlyVerifiedStubsAreNotReportedAgain() {
    let scope = TestScope()
    let transport = failures.collect { MockTransport(afterEach: scope) }
    transport.stub(.get("/a"), with: .status(200), times: 1, line: 1)
    transport.verify()
    transport.stub(.get("/b"), with: .status(200), times: 1, line: 2)
    scope.end()
    expectEqual(failures.lines, [1, 2])
  }

  @Test(arguments: [MockDelivery.inline, .after(.seconds(1))])
  func theEndOfTheTestCancelsDelayedRequests(delivery: MockDelivery) throws {
    let scope = TestScope()
    let timer = TestScheduler()
    let transport = MockTransport(delivery: delivery, timer: timer, afterEach: scope)
    transport.stub(.everything, with: .status(200).delay(.seconds(5)))
    let events = try transport.send().received
    scope.end()
    expectEqual(events.words, ["failed CancellationError connect"])
    expectEqual(timer.pendingCount, 0)
  }

  @Test func theEndOfTheTestCancelsPausedRequests() throws {
    let scope = TestScope()
    let transport = MockTransport(afterEach: scope)
    transport.stub(.everything, with: .text("a"))
    let request = TransportRequest(url: try #require(URL(string: "https://h/a")))
    let events = ReceivedEvents()
    let task = transport.task(for: request, receiver: events)
    task.pause()
    task.resume()
    scope.end()
    expectEqual(events.words, ["head 200", "failed CancellationError body"])
  }

  @Test func aTaskCancelledByItsMatcherIsNotHeld() throws {
    let transport = transport(.held)
    let task = Captured<any TransportTask>()
    transport.stub(
      RequestMatcher("cancels") { _ in
        task.value?.cancel()
        return true
      }, with: .status(200))
    let request = TransportRequest(url: try #require(URL(string: "https://h/a")))
    let events = ReceivedEvents()
    task.set(transport.task(for: request, receiver: events))
    task.value?.resume()
    expectEqual(events.words, ["failed CancellationError connect"])
    expectTrue(transport.pending.isEmpty)
  }

  @Test func theEndOfTheTestVerifiesAndCancelsHeldRequests() throws {
    let scope = TestScope()
    let transport = failures.collect { MockTransport(delivery: .held, afterEach: scope) }
    transport.stub(.get("/b"), with: .status(200), times: 1)
    transport.stub(.get("/a"), with: .status(200))
    let events = try transport.send().received
    scope.end()
    expectEqual(failures.messages.count, 1)
    expectEqual(events.words, ["failed CancellationError connect"])
  }
}
