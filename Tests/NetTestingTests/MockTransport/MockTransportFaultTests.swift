import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite(.netTesting) struct MockTransportFaultTests {
  let events = ReceivedEvents()

  @Test(arguments: [
    (StubResponse.fault(.reset), ["failed ServerFault head"]),
    (.fault(.close), ["failed ServerFault head"]),
    (.fault(.garbage), ["failed ServerFault head"]),
    (.fault(.endlessHeader), ["failed ServerFault head"]),
    (.text("hello").fault(.reset(after: .headBytes(9))), ["failed ServerFault head"]),
    (.text("hello").fault(.reset(after: .bodyBytes(2))), ["head 200", "body he", "failed ServerFault body"]),
    (.text("hello").fault(.close(after: .bodyBytes(0))), ["head 200", "failed ServerFault body"]),
    (.text("hello").fault(.reset(after: .end)), ["head 200", "body hello", "finished"]),
    (.stream(["hello"]).fault(.close(after: .body)), ["head 200", "body hello", "failed ServerFault body"]),
    (.text("hell").fault(.truncatedChunk), ["head 200", "body he", "failed ServerFault body"]),
    (.text("hello").fault(.contentLength(off: 2)), ["head 200", "body hello", "failed ServerFault body"]),
    (.text("hello").fault(.contentLength(off: -2)), ["head 200", "body hel", "finished"]),
    (.text("hello").fault(.contentLength(off: .min)), ["head 200", "finished"]),
    (.text("hello").fault(.contentLength(off: .max)), ["head 200", "body hello", "failed ServerFault body"]),
    (.failure(URLError(.timedOut)).fault(.reset), ["failed URLError connect"]),
  ])
  func theEventsBeforeAFaultAreDelivered(_ response: StubResponse, _ expected: [String]) throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/a"), with: response)
    try transport.send(to: events)
    expectEqual(events.words, expected)
  }

  @Test(arguments: [
    (HTTPMethod.head, StubResponse.text("hello").fault(.truncatedChunk), nil),
    (.head, .text("hello").fault(.contentLength(off: 2)), "7"),
    (.head, .text("hello").fault(.contentLength(off: -2)), "3"),
  ])
  func aResponseWithoutContentCannotEndTooEarly(
    _ method: HTTPMethod, _ response: StubResponse, _ length: String?
  ) throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.everything, with: response)
    try transport.send(method, to: events)
    expectEqual(events.words, ["head \(events.head?.status ?? 0)", "finished"])
    expectEqual(events.head?.headers["Content-Length"], length)
  }

  @Test(
    arguments: [
      (StubResponse.fault(.stall), []), (.text("hello").fault(.stall(after: .headBytes(3))), []),
      (.text("hello").fault(.stall(after: .bodyBytes(2))), ["head 200", "body he"]),
      (.stream(["hello"]).fault(.stall(after: .body)), ["head 200", "body hello"]),
    ] as [(StubResponse, [String])])
  func aStalledResponseWaitsForCancellation(_ response: StubResponse, _ expected: [String]) throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/a"), with: response)
    let task = try transport.send(to: events).task
    expectEqual(events.words, expected)
    task.cancel()
    expectEqual(events.words.count, expected.count + 1)
    #expect(events.error is CancellationError)
  }

  /// As in MockServerFaultTests, over a socket.
  @Test(arguments: [
    (StubResponse.text("hello").fault(.close(after: .body)), "the 5 bytes of the body are complete. Cut it"),
    (.text("hello").fault(.reset(after: .bodyBytes(5))), "the 5 bytes of the body are complete. Cut it"),
    (.json("[]").fault(.stall(after: .bodyBytes(99))), "the 2 bytes of the body are complete. Cut it"),
    (.status(200).fault(.close(after: .bodyBytes(-1))), "the 0 bytes of the body are complete. Cut it"),
    (
      .stream(["a", "b"], headers: ["Content-Length": "2"]).fault(.reset(after: .body)),
      "the 2 bytes of the body are complete. Cut it"
    ),
    (
      .text("hello").status(204).fault(.close(after: .bodyBytes(1))),
      "a response with the status 204 has no body."
    ),
    (.text("hello").status(204).fault(.truncatedChunk), "a response with the status 204 has no body."),
    (.status(304).fault(.contentLength(off: 2)), "a response with the status 304 has no body."),
    (.text("hello").fault(.contentLength(off: 0)), "the length is right."),
    (.text("").fault(.contentLength(off: -2)), "the length is right."),
    (.fault(.contentLength(off: 0)), "the length is right."),
    (
      .text("hello").acceptingRanges().fault(.close(after: .body)),
      "the 5 bytes of the body are complete. Cut it"
    ),
  ])
  func aFaultThatNoClientCanNoticeFailsTheTest(_ response: StubResponse, _ reason: String) throws {
    let failures = CollectedFailures()
    let transport = failures.collect { MockTransport() }
    transport.stub(.get("/a"), with: response, line: 5)
    try transport.send(to: events)
    #expect(events.error is StubMisuse)
    let message = try #require(failures.messages.first)
    #expect(message.hasPrefix("No client can notice the fault of the stub, \""), "\(message)")
    #expect(message.contains("\": \(reason)"), "\(message)")
    expectEqual(failures.lines, [5])
  }

  @Test(arguments: [
    ServerFault.close(after: .body), .reset(after: .bodyBytes(999)), .truncatedChunk, .contentLength(off: 1),
  ])
  func aFaultWithoutAResponseAlwaysBreaksIt(_ fault: ServerFault) throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/a"), with: .fault(fault))
    try transport.send(to: events)
    expectEqual(events.error as? ServerFault, fault)
  }

  @Test func aCutInsideAllPartsButTheLastIsNotAMistake() throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/a"), with: .text("hello").acceptingRanges().fault(.close(after: .bodyBytes(2))))
    try transport.send(headers: ["Range": "bytes=4-"], to: events)
    expectEqual(events.words, ["head 206", "body o", "finished"])
  }

  @Test func theTaskFailsWithTheStubbedFaultAsItsError() throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/a"), with: .fault(.reset(after: .bodyBytes(4))))
    try transport.send(to: events)
    expectEqual(events.error as? ServerFault, .reset(after: .bodyBytes(4)))
    expectEqual(events.words, ["head 200", "body This", "failed ServerFault body"])
  }

  @Test func aWrongContentLengthIsSent() throws {
    let transport = MockTransport(afterEach: .test)
    transport.stub(.get("/a"), with: .text("hello").fault(.contentLength(off: 2)))
    try transport.send(to: events)
    expectEqual(events.head?.headers["Content-Length"], "7")
  }
}
