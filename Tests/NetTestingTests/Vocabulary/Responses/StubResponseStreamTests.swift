import Foundation
import Net
import NetTesting
import TestSupport
import Testing

@Suite struct StubResponseStreamTests {
  private struct Parts: Equatable {
    var headers: HTTPHeaders
    var body: String
  }

  private func parts(_ response: StubResponse) -> Parts? {
    guard case .response(200, let headers, let body) = response.outcome else { return nil }
    return Parts(headers: headers, body: String(decoding: body, as: UTF8.self))
  }

  private func steps(_ response: StubResponse, chunkSize: Int = 1000) -> [String] {
    guard case .response(_, _, let body) = response.outcome else { return [] }
    var reader = StubBodyReader(body, pacing: response.pacing, chunkSize: chunkSize)
    var steps: [String] = []
    while true {
      switch reader.next() {
      case .chunk(let chunk, let delay): steps.append("\(delay) \(String(decoding: chunk, as: UTF8.self))")
      case .end(let delay): return steps + ["\(delay)"]
      }
    }
  }

  @Test func theBodyOfAStreamIsTheSumOfItsChunks() {
    expectEqual(
      parts(.stream(["a", "", "bc"], headers: ["X": "y"])), Parts(headers: ["X": "y"], body: "abc"))
  }

  @Test func chunksKeepTheirDelays() {
    let response = StubResponse.stream(
      [
        StubChunk("a", after: .seconds(1)), StubChunk(after: .seconds(2)), "b", StubChunk(after: .seconds(4)),
      ],
      every: .seconds(10))
    expectEqual(steps(response), ["1.0 seconds a", "22.0 seconds b", "14.0 seconds"])
  }

  @Test func aLongChunkIsSplit() {
    expectEqual(
      steps(.stream([StubChunk("abcde", after: .seconds(1)), "f"]), chunkSize: 2),
      [
        "1.0 seconds ab", "0.0 seconds cd", "0.0 seconds e", "0.0 seconds f", "0.0 seconds",
      ])
  }

  @Test func aThrottledBodyIsSentEveryTenthOfASecond() {
    expectEqual(
      steps(.text("abcdefg").throttle(bytesPerSecond: 20)),
      [
        "0.1 seconds ab", "0.1 seconds cd", "0.1 seconds ef", "0.05 seconds g", "0.0 seconds",
      ])
  }

  @Test func zeroBytesPerSecondMeansOne() {
    expectEqual(steps(.text("a").throttle(bytesPerSecond: 0)), ["1.0 seconds a", "0.0 seconds"])
  }

  @Test func anEmptyBodyHasOnlyAnEnd() {
    expectEqual(steps(.status(200)), ["0.0 seconds"])
    expectEqual(steps(.stream([])), ["0.0 seconds"])
  }

  @Test func aServerSentEventIsWrittenFieldByField() {
    let event = ServerSentEvent(
      "two\nlines", event: "tick", id: "7", retry: .milliseconds(1500), comment: "hi")
    expectEqual(
      parts(.events([event])),
      Parts(
        headers: ["Content-Type": "text/event-stream", "Cache-Control": "no-store"],
        body: ": hi\nevent: tick\ndata: two\ndata: lines\nid: 7\nretry: 1500\n\n"))
  }

  @Test(arguments: [
    (ServerSentEvent("a\r\nb\rc\n"), "data: a\ndata: b\ndata: c\ndata: \n\n"),
    (ServerSentEvent(comment: "ping"), ": ping\n\n"), (ServerSentEvent(id: ""), "id: \n\n"),
    (ServerSentEvent(retry: .zero), "retry: 0\n\n"),
    (ServerSentEvent(retry: .seconds(Int64.max)), "retry: 9223372036854775807\n\n"),
    (ServerSentEvent(retry: .seconds(1e19)), "retry: 9223372036854775807\n\n"),
    (ServerSentEvent(retry: .seconds(-1e19)), "retry: 0\n\n"), (ServerSentEvent(" x"), "data:  x\n\n"),
  ])
  func onlyTheGivenFieldsAreWritten(_ event: ServerSentEvent, _ text: String) {
    expectEqual(parts(.events([event]))?.body, text)
  }

  @Test func aLineBreakInAnEventFieldIsAMisuse() {
    for event in [ServerSentEvent("", id: "a\nb"), ServerSentEvent("", event: "a\rb")] {
      guard case .failure(let error) = StubResponse.events([event]).outcome else {
        Issue.record("\(event) was written")
        continue
      }
      #expect(error is StubMisuse)
    }
  }

  @Test func modifiersKeepTheOtherValues() {
    let response = StubResponse.stream(["a", "b"], every: .seconds(1)).status(503).header("A", "b")
      .delay(.seconds(5)).throttle(bytesPerSecond: 1)
    expectEqual(steps(response), ["1.0 seconds a", "2.0 seconds b", "0.0 seconds"])
    expectEqual(response.delay, .seconds(5))
  }

  @Test(arguments: [
    (Duration.milliseconds(250), "250"), (.zero, "0"), (.microseconds(1), "1"), (.microseconds(1_500), "2"),
    (.microseconds(2_000), "2"), (.milliseconds(-5), "0"), (.microseconds(-1), "0"),
  ])
  func theDelayOfAnEventIsRoundedUpToMilliseconds(_ delay: Duration, _ text: String) {
    expectEqual(parts(.events([ServerSentEvent(retry: delay)]))?.body, "retry: \(text)\n\n")
  }
}
