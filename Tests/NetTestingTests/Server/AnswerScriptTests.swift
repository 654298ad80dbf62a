import Foundation
import Net
import TestSupport
import Testing

@testable import NetTesting

@Suite struct AnswerScriptTests {
  /// The first steps of a response as text, at most twelve.
  private func steps(
    _ response: StubResponse, framing: ResponseWriter.Framing = .length, head: String = "HEAD\r\n\r\n"
  ) -> [String] {
    guard case .response(_, _, let body) = response.outcome else { return [] }
    let message = ResponseWriter.Message(head: Data(head.utf8), framing: framing, closes: false)
    var script = AnswerScript(response, body: body, message: message)
    var steps: [String] = []
    while steps.count < 12 {
      switch script.next() {
      case .send(let data): steps.append(String(decoding: data, as: UTF8.self).replacing("\r\n", with: "|"))
      case .wait(let delay): steps.append("\(delay)")
      case .end(let ending): return steps + ["\(ending)"]
      }
    }
    return steps
  }

  @Test func aSmallResponseIsSentInOneWrite() {
    expectEqual(steps(.text("hello")), ["HEAD||hello", "complete"])
    expectEqual(steps(.text("hello"), framing: .none), ["HEAD||", "complete"])
    expectEqual(steps(.status(200)), ["HEAD||", "complete"])
  }

  @Test func aLargeBodyIsSentInSeveralWrites() {
    let body = String(repeating: "a", count: 300_000)
    expectEqual(steps(.text(body)).map(\.count), [6, 262_144, 37_856, 8])
  }

  @Test func streamChunksAreSentAtTheirTimes() {
    let stream = StubResponse.stream([
      "a", StubChunk("bc", after: .seconds(1)), StubChunk(after: .seconds(2)),
    ])
    expectEqual(
      steps(stream, framing: .chunked),
      [
        "HEAD||1|a|", "1.0 seconds", "2|bc|", "2.0 seconds", "0||", "complete",
      ])
    expectEqual(
      steps(stream, framing: .untilClose),
      [
        "HEAD||a", "1.0 seconds", "bc", "2.0 seconds", "complete",
      ])
  }

  @Test func theHeadOfAStreamDoesNotWaitForTheFirstChunk() {
    expectEqual(
      steps(.stream([StubChunk("a", after: .seconds(1))]), framing: .chunked),
      [
        "HEAD||", "1.0 seconds", "1|a|", "0||", "complete",
      ])
    expectEqual(
      steps(.stream([StubChunk(after: .seconds(1))]), framing: .chunked),
      [
        "HEAD||", "1.0 seconds", "0||", "complete",
      ])
  }

  @Test func trailersFollowTheLastChunk() {
    expectEqual(
      steps(.text("a").trailer("X", "y"), framing: .chunked), ["HEAD||1|a|", "0|X: y||", "complete"])
  }

  @Test(arguments: [
    (ServerFault.reset, ["reset"]), (.close, ["close"]), (.stall, ["stall"]),
    (.reset(after: .headBytes(3)), ["HEA", "reset"]), (.close(after: .headBytes(99)), ["HEAD|\r", "close"]),
    (.stall(after: .headBytes(0)), ["stall"]), (.reset(after: .bodyBytes(2)), ["HEAD||he", "reset"]),
    (.close(after: .bodyBytes(0)), ["HEAD||", "close"]), (.stall(after: .body), ["HEAD||hello", "stall"]),
    (.reset(after: .end), ["HEAD||hello", "reset"]), (.contentLength(off: 4), ["HEAD||hello", "close"]),
    (.contentLength(off: -4), ["HEAD||hello", "close"]),
    (.contentLength(off: 0), ["HEAD||hello", "complete"]), (.garbage(Data("%&".utf8)), ["%&", "close"]),
  ])
  func aFaultInterruptsTheResponse(_ fault: ServerFault, _ expected: [String]) {
    expectEqual(steps(.text("hello").fault(fault)), expected)
  }

  @Test func aTruncatedChunkIsWrittenInEachFraming() {
    let response = StubResponse.text("hello").fault(.truncatedChunk)
    expectEqual(steps(response, framing: .chunked), ["HEAD||5|he", "close"])
    expectEqual(steps(response, framing: .untilClose), ["HEAD||he", "close"])
    expectEqual(steps(response, framing: .none), ["HEAD||", "close"])
  }

  @Test func anInterruptedStreamHasNoLastChunk() {
    let stream = StubResponse.stream(["a", StubChunk("b", after: .seconds(1))])
    expectEqual(
      steps(stream.fault(.close(after: .body)), framing: .chunked),
      [
        "HEAD||1|a|", "1.0 seconds", "1|b|", "close",
      ])
    expectEqual(
      steps(stream.fault(.reset(after: .bodyBytes(1))), framing: .chunked), ["HEAD||1|a|", "reset"])
    expectEqual(steps(stream.fault(.reset(after: .end)), framing: .chunked).suffix(2), ["0||", "reset"])
  }

  @Test func anEndlessHeaderKeepsAddingFields() {
    let steps = steps(.text("hello").fault(.endlessHeader))
    expectEqual(steps.count, 12)
    #expect(steps[0].hasPrefix("HEAD|X-Endless-0: a"))
    #expect(steps[11].hasPrefix("X-Endless-176: a"))
    #expect(steps.allSatisfy { !$0.contains("||") && $0.hasSuffix("a|") })
  }
}
