import TestSupport
import Foundation
import Net
import NetTesting
import Testing

/// The exchanges of a trace as spans, and the monitor that opens and closes them live.
@Suite struct SpanTests {
  private typealias Span = Trace.Span
  private static let parent = "00-12345678901234567890123456789012-1234567890123456-01"

  private let recorder = TraceRecorder()
  private let ended = Locked<[Span]>([])
  private let begun = Locked<[Span]>([])
  private let fixture: SessionFixture

  init() {
    let monitor = SpanMonitor { [begun] span in
      begun.update { spans in
        spans.append(span)
        return spans.count
      }
    } end: { [ended] (number: Int, span) in
      ended.update { $0.append(span) }
      #expect(number > 0)
    }
    fixture = SessionFixture { [recorder] in
      $0.monitors = [recorder, monitor]
      $0.interceptors = [TraceContextInterceptor(origins: ["https://h.io"]), RetryPolicy(maximumRetries: 1)]
    }
  }

  private var spans: [Span] { ended.value }

  @Test func anExchangeHasTheNamesOfTheConventions() {
    _ = fixture.start(.get, "https://h.io:8443/a?key=1")
    fixture.timer.advance(by: .milliseconds(250))
    fixture.tasks[0].respond(200)
    expectEqual(
      spans.first?.attributes,
      [
        "http.request.method": "GET", "url.full": "https://h.io:8443/a?key=<redacted>",
        "server.address": "h.io",
        "server.port": .integer(8_443), "http.response.status_code": .integer(200),
      ])
    expectEqual(spans.first.flatMap { span in span.end.map { $0 - span.start } }, 250_000_000)
    expectNil(spans.first?.error)
  }

  @Test func aRequestThatAPolicyCreatesHasTheSameParent() {
    let adapter = TestInterceptor(onAdapt: { request, completion in
      completion(.success(TransportRequest(url: request.url, headers: request.headers)))
    })
    let fixture = SessionFixture { [recorder] in
      $0.monitors = [recorder]
      $0.interceptors = [TraceContextInterceptor(origins: ["https://h.io"]), adapter]
      $0.redirects = .modify { _, next in TransportRequest(url: next.url, headers: next.headers) }
    }
    _ = fixture.start(.get, "https://h.io/a", headers: ["traceparent": Self.parent])
    fixture.tasks[0].respond(302, headers: ["Location": "/b"])
    fixture.tasks[1].respond(200)
    expectEqual(recorder.trace.spans.map(\.parentSpanID), ["1234567890123456", "1234567890123456"])
  }

  @Test func theMonitorAndTheTraceHaveTheSameSpans() {
    _ = fixture.start(.get, "https://h.io/a", headers: ["traceparent": Self.parent])
    fixture.tasks[0].respond(503, headers: ["Retry-After": "1"])
    fixture.timer.advance(by: .seconds(1))
    fixture.tasks[1].respond(302, headers: ["Location": "/b"])
    fixture.tasks[2].respond(200)
    expectEqual(spans.count, 3)
    expectEqual(recorder.trace.spans, spans)
    expectEqual(spans.map(\.parentSpanID), Array(repeating: "1234567890123456", count: 3))
    expectEqual(Set(spans.compactMap(\.context?.spanID)).count, 3)
    let resent = spans.map { $0.attributes["http.request.resend_count"] }
    expectEqual(resent, [nil, .integer(1), .integer(2)])
    expectEqual(spans[0].attributes["error.type"], "503")
    expectEqual(spans.map { $0.error == nil }, [false, true, true])
  }

  @Test(arguments: [
    [503, 302, 200], [302, 302, 503, 302, 302, 200], [307, 200], [302, 503, 503], [200],
  ])
  func eachExchangeAfterTheFirstIsResent(_ statuses: [Int]) {
    _ = fixture.start(.get, "https://h.io/a")
    for (index, status) in statuses.enumerated() {
      fixture.tasks[index].respond(status, headers: status / 100 == 3 ? ["Location": "/\(index)"] : [:])
      fixture.timer.advance(by: .seconds(1))
    }
    let counts = spans.map { $0.attributes["http.request.resend_count"] }
    expectEqual(counts, statuses.indices.map { $0 == 0 ? nil : .integer(Int64($0)) })
    expectEqual(recorder.trace.spans, spans)
  }

  @Test func theFirstExchangeOfEachRequestIsNotResent() {
    for index in 0..<2 {
      _ = fixture.start(.get, "https://h.io/a")
      fixture.tasks[index].respond(200)
    }
    expectEqual(spans.map { $0.attributes["http.request.resend_count"] }, [nil, nil])
  }

  @Test func aTraceThatIsStartedHasNoParent() {
    _ = fixture.start(.get, "https://h.io/a")
    fixture.tasks[0].respond(200)
    expectNil(spans.first?.parentSpanID)
    expectNotNil(spans.first?.context)
  }

  @Test func aSpanOfAnotherOriginHasNoContext() {
    _ = fixture.start(.get, "https://other.io/a", headers: ["traceparent": Self.parent])
    fixture.tasks[0].respond(200)
    #expect(spans.first?.context == nil && spans.first?.parentSpanID == nil)
  }

  @Test func aCancelledRequestEndsItsSpanWithAnError() {
    let request = fixture.start(.get, "https://h.io/a")
    #expect(begun.value.count == 1 && spans.isEmpty)
    request.request.cancel()
    expectEqual(spans.first?.attributes["error.type"], "_OTHER")
    expectEqual(recorder.trace.spans, spans)
  }

  @Test func impossibleTimesEndAtTheirLimits() {
    var trace = Trace(start: Date(timeIntervalSince1970: 0))
    var request = Trace.TracedRequest.fetched(1, "not a url", start: -1_000)
    request.attempts[0].end = .seconds(-1_000)
    trace.requests = [request]
    for date in [1e18, -1e300, .infinity, -.infinity, .nan] {
      trace.start = Date(timeIntervalSince1970: date)
      expectEqual(trace.spans.first.map { span in span.end.map { $0 >= span.start } }, true)
    }
  }
}
