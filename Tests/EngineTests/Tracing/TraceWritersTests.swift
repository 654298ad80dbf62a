import Foundation
import Net
import NetTesting
import TestSupport
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The files that are made from a trace.
@Suite struct TraceWritersTests {
  // MARK: - HAR

  private func log(_ trace: Trace) throws -> JSONValue { try JSONValue(parsing: trace.har())["log"] }

  @Test func eachExchangeIsAHAREntry() throws {
    let log = try log(.sample)
    expectEqual(log["version"], "1.2")
    expectEqual(
      log["entries"].array?.map { $0["response"]["status"].int }, [200, 503, 200, 302, 200, 404, 0, 0])
  }

  @Test func unknownPhasesAreMinusOneOrZeroAndKnownOnesExact() throws {
    let entries = try log(.sample)["entries"]
    expectEqual(
      entries[0]["timings"],
      [
        "blocked": -1, "dns": 20, "connect": 80, "ssl": 50, "send": 0, "wait": 150, "receive": 50,
      ])
    expectEqual(entries[0]["time"], 300)
    expectEqual(
      entries[1]["timings"],
      [
        "blocked": -1, "dns": -1, "connect": -1, "ssl": -1, "send": 0, "wait": 100, "receive": 0,
      ])
  }

  @Test func anEntryHasWhatTheSpecificationRequires() throws {
    let required: [(path: [String], names: [String])] = [
      ([], ["startedDateTime", "time", "request", "response", "cache", "timings"]),
      (
        ["request"],
        ["method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"]
      ),
      (
        ["response"],
        [
          "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL",
          "headersSize",
          "bodySize",
        ]
      ),
      (["response", "content"], ["size", "mimeType"]), (["timings"], ["send", "wait", "receive"]),
    ]
    let entries = try #require(try log(.sample)["entries"].array)
    for entry in entries {
      for (path, names) in required {
        let object = path.reduce(entry) { $0[$1] }
        expectEqual(names.filter { object.object?[$0] == nil }, [])
      }
    }
  }

  @Test func aCassetteReadsTheHARFile() throws {
    let cassette = try Cassette(parsing: Trace.sample.har(), file: "trace.har")
    expectEqual(cassette.skipped, [])
    expectEqual(cassette.entries.map { $0.response?.status }, [200, 503, 200, 302, 200, 404, nil, nil])
    expectEqual(cassette.entries[5].failure?.text.contains("404"), true)
    expectEqual(cassette.entries[7].failure?.text, "pending")
  }

  @Test func aTimeInTheQueueIsBlocked() throws {
    var trace = Trace(start: Date(timeIntervalSince1970: 10), duration: .seconds(9))
    var request = Trace.TracedRequest.fetched(1, "https://h.io/", start: 200)
    request.start = .zero
    request.phases = [Trace.Phase(.queued, start: .zero, duration: .milliseconds(200))]
    trace.requests = [request]
    let entry = try log(trace)["entries"][0]
    expectEqual(entry["timings"]["blocked"], 200)
    expectEqual(entry["startedDateTime"], "1970-01-01T00:00:10.000Z")
  }

  // MARK: - Chrome

  @Test func chromeEventsAreNestedPairs() throws {
    let events = try #require(JSONValue(parsing: Trace.sample.chromeTrace())["traceEvents"].array)
    var open: [String: [String]] = [:]
    var wrong: [String] = []
    for event in events {
      let id = event["id"].string ?? ""
      switch event["ph"].string {
      case "b": open[id, default: []].append(event["name"].string ?? "")
      case "e": if open[id]?.popLast() != event["name"].string { wrong.append(event.description) }
      default: break
      }
    }
    expectEqual(wrong, [])
    expectEqual(open.values.count { !$0.isEmpty }, 0)
    #expect(events.contains { $0["name"] == "attempt 2" && $0["ts"].double == 400_000 })
    #expect(events.contains { $0["ph"] == "n" && $0["name"] == "a" && $0["ts"].double == 100_000 })
  }

  // MARK: - SVG

  @Test(arguments: [Trace.Appearance.automatic, .light, .dark])
  func theSVGIsWellFormedAndHasNoScript(_ appearance: Trace.Appearance) {
    let svg = Trace.sample.svg(appearance: appearance)
    #expect(isWellFormed(svg))
    #expect(!svg.lowercased().contains("<script") && !svg.contains("href"))
    expectEqual(svg.contains("prefers-color-scheme"), appearance == .automatic)
  }

  @Test func hiddenRowsAreCounted() {
    #expect(Trace.sample.svg(maximumRows: 2).contains("… and 4 more requests"))
  }

  // MARK: - HTML

  @Test func thePageContainsTheRecordedData() throws {
    let data = try embedded(Trace.sample.html())
    expectEqual(data["requests"].array?.count, 6)
    expectEqual(data["requests"][1]["attempts"][1]["start"], .double(400))
    expectEqual(data["requests"][0]["curl"].string?.hasSuffix("'https://api.example.com/users/1'"), true)
    expectEqual(data["streams"][0]["marbles"][0], [.double(100), "element", "a"])
  }

  @Test func thePageAllowsOnlyItsOwnScript() {
    let page = String(decoding: Trace.sample.html(title: "A <b> & \"c\""), as: UTF8.self)
    #expect(page.contains("default-src 'none'; script-src 'sha256-"))
    #expect(page.contains("<title>A &lt;b&gt; &amp; &quot;c&quot;</title>"))
    #expect(!page.contains("http://") && !page.contains("src=\""))
  }

  // MARK: - Hostile content

  private static let hostile =
    "</script><img src=x onerror=alert(1)>]]>\u{202e}\u{0}\u{1b}\u{2028}'\"`${1}\\"
    + String(repeating: "漢", count: 5_000)

  private var hostileTrace: Trace {
    var trace = Trace(start: Date(timeIntervalSince1970: 0), duration: .seconds(1))
    var request = Trace.TracedRequest.failed(1, "https://h.io/" + Self.hostile, start: 0)
    request.method = Self.hostile
    request.outcome = .failed(Self.hostile)
    request.attempts[0].request.headers = [Trace.Field(name: Self.hostile, value: Self.hostile)]
    request.attempts[0].response?.body = Trace.Body(data: Data((0...255).map { UInt8($0) }))
    request.attempts[0].request.body = Trace.Body(data: Data(Self.hostile.utf8))
    trace.requests = [request]
    trace.streams = [
      Trace.TracedStream(
        name: Self.hostile, start: .zero,
        marbles: [Trace.Marble(time: .zero, kind: .error, text: Self.hostile)])
    ]
    return trace
  }

  @Test func nothingBreaksOutOfThePage() throws {
    let page = hostileTrace.html(title: Self.hostile)
    let text = String(decoding: page, as: UTF8.self)
    expectEqual(text.components(separatedBy: "</script").count, 3)
    #expect(!text.contains("<img"))
    let data = try embedded(page)
    expectEqual(data["requests"][0]["reason"].string, Self.hostile)
    expectEqual(data["requests"][0]["attempts"][0]["response"]["body"]["binary"], true)
  }

  @Test func nothingBreaksOutOfTheOtherFiles() throws {
    let svg = hostileTrace.svg()
    #expect(isWellFormed(svg))
    #expect(!svg.contains("<img") && !svg.contains("\u{202e}"))
    expectEqual(try log(hostileTrace)["entries"].array?.count, 1)
    expectEqual(try JSONValue(parsing: hostileTrace.chromeTrace())["traceEvents"].array?.isEmpty, false)
  }

  @Test(.heavy) func thousandsOfRequestsAreWritten() throws {
    var trace = Trace(start: Date(timeIntervalSince1970: 0), duration: .seconds(1_000))
    trace.requests = (1...2_000).map { .pending($0, "https://h.io/\($0)", start: $0) }
    #expect(trace.html().count > 500_000)
    #expect(trace.svg().utf8.count < 300_000)
    #expect(trace.waterfall(Trace.WaterfallStyle(maximumLines: 20)).split(separator: "\n").count <= 20)
  }

  // MARK: - Reading

  private func embedded(_ page: Data) throws -> JSONValue {
    let text = String(decoding: page, as: UTF8.self)
    let start = try #require(text.range(of: "id=\"trace\">"))
    let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
    return try JSONValue(parsing: String(text[start.upperBound..<end.lowerBound]))
  }

  private func isWellFormed(_ text: String) -> Bool { XMLParser(data: Data(text.utf8)).parse() }
}
