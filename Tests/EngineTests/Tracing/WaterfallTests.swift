import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// The terminal waterfall: pinned texts, and what hostile traces do to it.
@Suite struct WaterfallTests {
  @Test func theWaterfallAt80Columns() {
    let text = Trace.sample.waterfall(Trace.WaterfallStyle(width: 80))
    expectEqual(
      text,
      """
      1 GET api.example.com/users/1  200 ░░░▒▒▒▒▒██▚▚                           340 ms
      2 GET api.examp…1/repos?page=2 200    ▒▒▒▒·······▒▒▒▒▒▒▒████              600 ms
      3 GET api.example.com/old/path 200      ▒▒▒▒▒███                          200 ms
      4 GET api.examp…m/users/nobody 404           ▒▒▒▒                          80 ms
      5 GET api.examp…search?q=swift –               ·                           20 ms
      6 GET api.example.com/export   …                 ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒    600 ms
      4: GET https://api.example.com/users/nobody failed: the status code 404 is not …
      5: cancelled
      6: pending since 400 ms
      · idle  ░ connect  ▒ wait  █ receive  ▚ decode
      """)
  }

  @Test func theNarrowestWaterfall() {
    let text = Trace.sample.waterfall(Trace.WaterfallStyle(width: 10))
    expectEqual(
      text,
      """
      1 GET …ers/1 200 ░▒▒▚▚            340 ms
      2 GET …age=2 200  ▒▒··▒▒███       600 ms
      3 GET …/path 200  ▒▒██            200 ms
      4 GET …obody 404    ▒▒             80 ms
      5 GET …swift –       ·             20 ms
      6 GET …xport …        ▒▒▒▒▒▒▒▒    600 ms
      4: GET https://api.example.com/users/no…
      5: cancelled
      6: pending since 400 ms
      · idle ░ connect ▒ wait █ recv ▚ dec
      """)
  }

  @Test(arguments: [(1, "… 1 older request not kept"), (2, "… 2 older requests not kept")])
  func droppedRequestsAreCounted(_ dropped: Int, _ line: String) {
    var trace = Trace.sample
    trace.droppedRequests = dropped
    #expect(trace.waterfall(Trace.WaterfallStyle(width: 80)).split(separator: "\n").contains(Substring(line)))
  }

  @Test func oneHiddenRequestIsSingular() {
    let lines = (3...12).flatMap { limit in
      Trace.sample.waterfall(Trace.WaterfallStyle(width: 80, maximumLines: limit)).split(separator: "\n")
    }
    #expect(lines.contains("… and 1 more request") && lines.contains("… and 2 more requests"))
  }

  @Test(arguments: [40, 57, 80, 120, 200])
  func rowsHaveTheGivenWidth(_ width: Int) {
    let rows = Trace.sample.waterfall(Trace.WaterfallStyle(width: width)).split(separator: "\n").prefix(6)
    expectEqual(rows.map(\.count), [Int](repeating: width, count: 6))
  }

  @Test func colorsDoNotChangeTheText() {
    let style = Trace.WaterfallStyle(width: 80, usesColor: true)
    let painted = Trace.sample.waterfall(style)
    let plain = painted.replacing(#/\u{1b}\[[0-9]+m/#, with: "")
    #expect(painted.contains("\u{1b}[31m404"))
    expectEqual(plain, Trace.sample.waterfall(Trace.WaterfallStyle(width: 80)))
  }

  @Test func colorsNeedATerminalAndNoRefusal() {
    func usesColor(_ environment: [String: String], _ isTerminal: Bool) -> Bool {
      Trace.WaterfallStyle(environment: environment, isTerminal: isTerminal).usesColor
    }
    #expect(usesColor([:], true))
    #expect(usesColor(["NO_COLOR": ""], true))
    #expect(!usesColor(["NO_COLOR": "1"], true))
    #expect(!usesColor(["TERM": "dumb"], true))
    #expect(!usesColor([:], false))
    expectEqual(Trace.WaterfallStyle(environment: ["COLUMNS": "132"], isTerminal: true).width, 132)
  }

  @Test func limitedLinesPreferFailedRequests() {
    var trace = Trace(start: Date(timeIntervalSince1970: 0), duration: .seconds(100))
    trace.requests = (1...60).map {
      $0 == 30 ? .failed($0, "https://h.io/nobody", start: $0) : .fetched($0, "https://h.io/\($0)", start: $0)
    }
    let text = trace.waterfall(Trace.WaterfallStyle(width: 80, maximumLines: 20))
    #expect(text.split(separator: "\n").count <= 20)
    #expect(text.contains("30 GET h.io/nobody"))
    #expect(text.contains("30: GET https://h.io/nobody failed"))
    #expect(text.contains("more requests"))
  }

  @Test func hostileNamesKeepTheColumns() {
    let hostile = "https://h.io/\u{1b}[2J\u{202e}evil\n\t漢字\u{0301}" + String(repeating: "a", count: 10_000)
    var trace = Trace(start: Date(timeIntervalSince1970: 0), duration: .seconds(1))
    trace.requests = [.failed(1, hostile, start: 0)]
    let lines = trace.waterfall(Trace.WaterfallStyle(width: 80)).split(separator: "\n")
    expectEqual(lines.count, 3)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(!lines.joined().contains("\u{1b}") && !lines.joined().contains("\u{202e}"))
  }

  @Test func anEmptyTraceSaysSo() {
    expectEqual(Trace(start: Date()).waterfall(), "no requests")
  }
}
