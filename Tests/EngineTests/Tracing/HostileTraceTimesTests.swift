import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The writers with times and sizes that no recorder writes, but a file may have.
@Suite struct HostileTraceTimesTests {
  private static let times: [Duration] = [
    .seconds(1_000_000_000_000), .seconds(-1_000_000_000_000), .seconds(1e19), .seconds(-1e19),
    .seconds(1.6e20),
    .seconds(-1.6e20), Duration(attoseconds: .max), Duration(attoseconds: .min), .zero,
  ]

  /// A trace with a phase of each kind at this time, for as long, in a request of a nanosecond.
  private func trace(phasesAt start: Duration, for duration: Duration) -> Trace {
    let phases = Trace.Phase.Kind.allCases.map { Trace.Phase($0, start: start, duration: duration) }
    var attempt = Trace.Attempt(
      number: 1, start: .zero, end: .nanoseconds(1),
      request: Trace.RequestMessage(method: "GET", url: "https://h.io/"))
    attempt.phases = phases
    var request = Trace.TracedRequest(
      id: 1, number: 1, method: "GET", url: "https://h.io/", start: .zero, end: .nanoseconds(1),
      outcome: .finished(status: 200))
    request.attempts = [attempt]
    request.phases = phases
    return Trace(start: Date(timeIntervalSince1970: 0), duration: .nanoseconds(1), requests: [request])
  }

  /// A trace whose requests, exchanges, notes and streams have these times.
  private func trace(from start: Duration, to end: Duration) -> Trace {
    var trace = trace(phasesAt: start, for: end)
    trace.duration = end
    trace.requests[0].start = start
    trace.requests[0].end = end
    trace.requests[0].attempts[0].start = start
    trace.requests[0].attempts[0].end = end
    trace.requests[0].notes = [Trace.Note(time: start, kind: .warning, text: "a")]
    var pending = trace.requests[0]
    pending.id = 2
    pending.end = nil
    pending.attempts[0].end = nil
    var unsent = trace.requests[0]
    unsent.id = 3
    unsent.attempts = []
    trace.requests += [pending, unsent]
    trace.streams = [
      Trace.TracedStream(
        name: "a", start: start, end: end, marbles: [Trace.Marble(time: end, kind: .completion)])
    ]
    return trace
  }

  /// Everything that a trace can be made into.
  private func check(_ trace: Trace) throws {
    #expect(trace.waterfall().split(separator: "\n").count >= trace.requests.count)
    #expect(trace.svg().hasSuffix("</svg>\n"))
    expectEqual(try JSONValue(parsing: trace.chromeTrace())["traceEvents"].array?.isEmpty, false)
    expectEqual(try JSONValue(parsing: trace.har())["log"]["entries"].array?.count, trace.requests.count)
    expectFalse(trace.html().isEmpty)
    expectEqual(trace.spans.count, trace.requests.flatMap(\.attempts).count)
    let decoded = try JSONDecoder().decode(Trace.self, from: JSONEncoder().encode(trace))
    expectEqual(decoded, trace)
  }

  @Test(arguments: times, times)
  func phasesFarOutsideTheirRequestAreDrawn(_ start: Duration, _ duration: Duration) throws {
    try check(trace(phasesAt: start, for: duration))
  }

  @Test(arguments: [Int.max, .min, -1]) func anyNumberOfDroppedEventsIsShown(_ count: Int) throws {
    var trace = trace(from: .zero, to: .seconds(1))
    trace.droppedRequests = count
    trace.requests[0].droppedNotes = count
    trace.streams[0].droppedMarbles = count
    trace.streams[0].marbles = Array(repeating: trace.streams[0].marbles[0], count: 501)
    try check(trace)
  }

  @Test(arguments: times, times)
  func requestsAtAnyTimeAreDrawn(_ start: Duration, _ end: Duration) throws {
    try check(trace(from: start, to: end))
  }

  @Test(arguments: times, times)
  func aBudgetMeasuresAnyTimes(_ start: Duration, _ end: Duration) {
    var trace = trace(from: start, to: end)
    trace.requests.removeAll { $0.end == nil }
    expect(trace).to(stayWithin(requests: 1))
    expect(trace).toNot(stayWithin(requests: 0))
  }

  @Test func aPhaseBeforeItsRequestIsInTheFirstColumn() {
    let bar =
      trace(phasesAt: .seconds(-1_000_000_000_000), for: .seconds(1)).waterfall()
      .split(separator: "\n").first.map(String.init) ?? ""
    #expect(bar.contains("▚"))
  }

  @Test func aSpanThatIsTooLateHasTheLatestTime() {
    let late = trace(from: .seconds(1e19), to: .seconds(1e19)).spans.first
    #expect(late?.start == .max && late?.end == .max)
    let early = trace(from: .seconds(-1e19), to: .seconds(-1e19)).spans.first
    #expect(early?.start == .min && early?.end == .min)
    // Its whole seconds are the last that fit, its fraction does not.
    let last = trace(from: .seconds(9_223_372_036) + .milliseconds(900), to: .zero).spans.first
    expectEqual(last?.start, .max)
  }

  @Test(arguments: [Int.min, -1, 0, 1, 2])
  func anyLimitOfLinesDrawsARequestAndTheLegend(_ limit: Int) {
    var trace = Trace.sample
    trace.droppedRequests = 1
    let lines = trace.waterfall(Trace.WaterfallStyle(maximumLines: limit)).split(separator: "\n")
    #expect(lines.count < 6)
    expectEqual(lines.last?.contains("receive"), true)
  }

  @Test(arguments: [Int64.min, -5, 0, .max])
  func aSizeOfABodyThatCannotBeIsWritten(_ size: Int64) throws {
    var trace = trace(phasesAt: .zero, for: .zero)
    trace.requests[0].attempts[0].response = Trace.ResponseMessage(
      status: 200,
      headers: [
        Trace.Field(name: "Content-Encoding", value: "gzip"),
        Trace.Field(name: "Content-Length", value: "9223372036854775806"),
      ], bodySize: size, body: Trace.Body(data: Data("x".utf8)))
    trace.requests[0].attempts[0].request.bodySize = size
    #expect(!trace.html().isEmpty && !trace.chromeTrace().isEmpty)
    let content = try JSONValue(parsing: trace.har())["log"]["entries"][0]["response"]["content"]
    expectEqual(content["size"], .integer(size))
    let saved = size.subtractingReportingOverflow(.max - 1)
    expectEqual(content["compression"], saved.overflow ? .null : .integer(saved.partialValue))
  }
}
