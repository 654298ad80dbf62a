import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// How a trace shows responses of the cache.
@Suite struct CachedTraceTests {
  private let recorder = TraceRecorder()
  private let fixture: CachedSession

  init() { fixture = CachedSession { [recorder] in $0.monitors = [recorder] } }

  private func lines() -> [Substring] {
    recorder.trace.waterfall(Trace.WaterfallStyle(width: 80)).split(separator: "\n")
  }

  @Test func aRequestWithNothingStoredHasAPhaseOfTheCacheAndNoAttempt() throws {
    expectEqual(fixture.get(.onlyCached)?.error?.reason, .validation(.statusCode(504)))
    let request = try #require(recorder.trace.requests.first)
    expectTrue(request.attempts.isEmpty)
    expectEqual(request.phases.map(\.kind), [.cache])
    #expect(lines()[0].contains(" ✗   █"))
    expectEqual(lines()[1], "1: 504 of the cache, without a server: unavailable (uri-miss)")
  }

  @Test func anAccepted504OfTheCacheNamesTheCache() throws {
    fixture.start(.get, nil, .onlyCached) { $0.validate(statusCode: [504]) }
    expectEqual(recorder.trace.requests.first?.outcome, .finished(status: 504))
    #expect(lines()[0].contains(" 504 ▚"))
    expectEqual(lines()[1], "1: 504 of the cache, without a server: unavailable (uri-miss)")
  }

  @Test func a504OfAServerNamesNoCache() {
    fixture.stub(.status(504))
    _ = fixture.get()
    #expect(!recorder.trace.waterfall().contains("of the cache"))
  }

  private func har() throws -> [JSONValue] {
    try JSONValue(parsing: recorder.trace.har())["log"]["entries"].array ?? []
  }

  @Test func aStoredResponseIsOneInTheHARFile() throws {
    fixture.stub(StubResponse.text("hello").header("Cache-Control", "max-age=60").header("X-A", "1"))
    _ = fixture.get()
    _ = fixture.get()
    let entries = try har()
    let urls = entries.map { $0["request"]["url"].string ?? "" }
    #expect(urls.count == 2 && urls[0] == urls[1])
    expectNotNil(URL(string: urls[1])?.scheme)
    let (sent, stored) = (entries[0]["response"], entries[1]["response"])
    expectEqual(stored["status"], 200)
    #expect(stored["_error"].isNull)
    expectEqual(stored["headers"].array?.contains(["name": "X-A", "value": "1"]), true)
    expectEqual(stored["content"]["size"], sent["content"]["size"])
    // HAR 1.2: zero in the case of responses coming from the cache.
    expectEqual(stored["bodySize"], 0)
    expectEqual(entries[1]["comment"].string?.hasPrefix("from the cache: hit"), true)
    #expect(entries[0]["comment"].isNull)
  }

  @Test func aStoredResponseThatIsRefusedHasItsStatusAndTheError() throws {
    fixture.stub(StubResponse.status(404).header("Cache-Control", "max-age=60"))
    _ = fixture.get()
    expectEqual(fixture.get()?.error?.reason, .validation(.statusCode(404)))
    let stored = try har()[1]["response"]
    expectEqual(stored["status"], 404)
    expectEqual(stored["_error"].string?.contains("404"), true)
  }

  @Test func aResponseThatTheCacheDoesNotHaveIsNotAResponseInTheHARFile() throws {
    _ = fixture.get(.onlyCached)
    let response = try har()[0]["response"]
    expectEqual(response["status"], 0)
    expectEqual(response["_error"].string?.hasPrefix("504 of the cache"), true)
  }

  @Test func aStored504IsNotOneOfTheCache() {
    fixture.stub(StubResponse.status(504).header("Cache-Control", "max-age=60"))
    _ = fixture.get()
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
    #expect(!recorder.trace.waterfall().contains("of the cache"))
  }

  @Test func theExchangeAfterAStoredRedirectHasASpan() {
    let spans = Captured<[Trace.Span]>()
    let recorder = recorder
    let monitor = SpanMonitor { _ in
      0
    } end: { _, span in
      spans.set((spans.value ?? []) + [span])
    }
    let fixture = CachedSession {
      $0.monitors = [recorder, monitor]
      $0.interceptors = [RetryPolicy(maximumRetries: 1, base: .zero)]
    }
    fixture.stub(
      StubResponse.redirect(to: "/b", status: 301).header("Cache-Control", "max-age=60"), .text("b"),
      .status(503), .text("b"))
    for _ in 1...2 {
      _ = fixture.get()
      fixture.timer.run()
    }
    let counts = spans.value?.map { $0.attributes["http.request.resend_count"] }
    expectEqual(counts, [nil, .integer(1), nil, .integer(1)])
    expectEqual(recorder.trace.spans, spans.value)
  }
}
