import TestSupport
import Foundation
import Net
import NetTesting
import Testing

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// The five writers with times that no clock has, and with requests that are cancelled in each phase.
@Suite struct HostileTimesTests {
  private static let dates = [0, .nan, .infinity, -.infinity, 1e18, -1e18, 8e15, -1e12]
  private static let times: [(start: Duration, end: Duration?)] = [
    (.zero, .zero), (.seconds(5), .seconds(-5)), (.seconds(-5), nil), (.zero, .seconds(Int64.max)),
    (.seconds(Int64.min), .seconds(Int64.max)), (.nanoseconds(1), .nanoseconds(2)),
  ]

  private func trace(_ date: Double) -> Trace {
    var trace = Trace(start: Date(timeIntervalSince1970: date), duration: .seconds(1))
    trace.requests = Self.times.enumerated().map { number, time in
      var request = Trace.TracedRequest.fetched(number + 1, "https://h.io/\(number)", start: 0)
      request.start = time.start
      request.end = time.end
      let length = time.end.map { $0 - time.start }
      request.phases = [Trace.Phase(.queued, start: time.start, duration: length)]
      request.attempts[0].start = time.start
      request.attempts[0].end = time.end
      request.attempts[0].phases = Trace.Phase.Kind.allCases.map {
        Trace.Phase($0, start: time.start, duration: length)
      }
      return request
    }
    return trace
  }

  @Test(arguments: dates) func theFilesStayValid(_ date: Double) throws {
    let trace = trace(date)
    let har = trace.har()
    expectEqual(HARSchema.file.problems(of: try JSONValue(parsing: har)), [])
    let events = try #require(JSONValue(parsing: trace.chromeTrace())["traceEvents"].array)
    #expect(events.allSatisfy { $0["ph"] == "M" || $0["ts"].double?.isFinite == true })
    #expect(XMLParser(data: Data(trace.svg().utf8)).parse())
    let texts =
      [trace.svg(), trace.waterfall(Trace.WaterfallStyle(width: 80))]
      + [har, trace.html()].map {
        String(decoding: $0, as: UTF8.self)
      }
    expectEqual(texts.dropLast().filter { $0.contains("nan") || $0.contains("inf") }, [])
  }

  @Test func theTimeOfAnEntryIsTheSumOfItsKnownTimings() throws {
    for trace in [Trace.sample, trace(0)] {
      for entry in try JSONValue(parsing: trace.har())["log"]["entries"].array ?? [] {
        let timings = entry["timings"]
        let known = ["blocked", "dns", "connect", "send", "wait", "receive"].compactMap { timings[$0].double }
          .filter { $0 >= 0 }
        #expect(abs(known.reduce(0, +) - (entry["time"].double ?? -1)) <= 1e-3 * max(1, known.reduce(0, +)))
        // TLS is part of connecting.
        #expect((timings["ssl"].double ?? 0) <= max(-1, timings["connect"].double ?? 0))
      }
    }
  }

  @Test func theSizeOfAnEncodedBodyIsThatOnTheWireOrUnknown() throws {
    var trace = Trace.sample
    trace.requests = [.fetched(1, "https://h.io/", start: 0), .fetched(2, "https://h.io/", start: 0)]
    for index in 0..<2 {
      trace.requests[index].attempts[0].response?.headers.append(
        Trace.Field(name: "Content-Encoding", value: "gzip"))
    }
    trace.requests[1].attempts[0].response?.headers.append(Trace.Field(name: "Content-Length", value: "700"))
    let entries = try JSONValue(parsing: trace.har())["log"]["entries"]
    expectEqual(entries[0]["response"]["bodySize"], -1)
    expectEqual(entries[1]["response"]["bodySize"], 700)
    expectEqual(entries[1]["response"]["content"]["size"], 1_234)
  }

  @Test func aCookieHasItsExpiry() throws {
    var trace = Trace.sample
    trace.requests[0].attempts[0].response?.headers.append(
      Trace.Field(name: "Set-Cookie", value: "a=1; Expires=Sun, 06 Nov 1994 08:49:37 GMT"))
    let cookie = try JSONValue(parsing: trace.har())["log"]["entries"][0]["response"]["cookies"][0]
    expectEqual(cookie["expires"], "1994-11-06T08:49:37.000Z")
  }

  @Test func theTimelineNamesItsProcessAndItsTrack() throws {
    let events = try #require(JSONValue(parsing: Trace.sample.chromeTrace())["traceEvents"].array)
    let names = events.filter { $0["ph"] == "M" }
    expectEqual(names.map { $0["name"] }, ["process_name", "thread_name"])
    #expect(events.allSatisfy { $0["pid"] == 1 && $0["tid"] == 1 && $0["ts"].double != nil })
  }

  @Test(arguments: 0..<5) func aRequestThatIsCancelledInAPhaseEndsThere(_ phase: Int) throws {
    let recorder = TraceRecorder()
    let fixture = SessionFixture {
      $0.monitors = [recorder]
      $0.maximumConcurrentRequests = 1
      $0.interceptors = [RetryPolicy(maximumRetries: 1)]
    }
    // The other one has the only slot.
    let other = phase == 0 ? fixture.start(.get, "https://h.io/other") : nil
    let started = fixture.start(.get, "https://h.io/a")
    fixture.timer.advance(by: .milliseconds(10))
    switch phase {
    case 2: fixture.tasks[0].send(.head(ResponseHead(status: 200)))
    case 3:
      fixture.tasks[0].send(.head(ResponseHead(status: 200)))
      fixture.tasks[0].send(.body(Data("a".utf8)))
    case 4: fixture.tasks[0].respond(503, headers: ["Retry-After": "9"])
    default: break
    }
    fixture.timer.advance(by: .milliseconds(10))
    started.request.cancel()
    let trace = recorder.trace
    let request = try #require(trace.requests.last)
    #expect(request.outcome == .cancelled && request.end == .milliseconds(20))
    let last = try #require(request.allPhases.last)
    expectEqual(last.kind, [.queued, .waiting, .receiving, .receiving, .backOff][phase])
    expectEqual(last.duration.map { last.start + $0 }, .milliseconds(20))
    expectEqual(HARSchema.file.problems(of: try JSONValue(parsing: trace.har())), [])
    _ = other?.count
  }
}
