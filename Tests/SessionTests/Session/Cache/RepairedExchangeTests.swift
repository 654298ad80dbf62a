import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// What monitors see of an exchange whose response the cache replaces: what the network sent, and the stored response
/// as a separate fact.
@Suite struct RepairedExchangeTests {
  private let recorder = TraceRecorder(bodyLimit: 1_000)
  private let spans = Locked<[Trace.Span]>([])
  private let heads = Locked<[String]>([])
  private let fixture: CachedSession

  init() { fixture = Self.session(recorder, spans, heads) }

  private static func session(
    _ recorder: TraceRecorder, _ spans: Locked<[Trace.Span]>, _ heads: Locked<[String]>,
    _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) -> CachedSession {
    let monitor = SpanMonitor { _ in
      0
    } end: { _, span in
      spans.update { $0.append(span) }
    }
    return CachedSession {
      $0.monitors = [recorder, monitor, HeadMonitor(heads: heads)]
      configure(&$0)
    }
  }

  private struct HeadMonitor: EventMonitor {
    let heads: Locked<[String]>

    func request(_ id: RequestID, did event: RequestEvent) {
      let text: String? =
        switch event {
        case .receivedHead(let head): "head \(head.status)"
        case .cache(let event):
          event.text.split(whereSeparator: { $0 == "," || $0 == " " }).first.map(String.init)
        default: nil
        }
      if let text { heads.update { $0.append(text) } }
    }
  }

  private static let stale = StubResponse.tagged("stored", "\"1\"", "max-age=0, stale-if-error=60")

  private func second() throws -> Trace.TracedRequest { try #require(recorder.trace.requests.last) }

  private var statuses: [Trace.Span.Attribute?] {
    spans.value.map { $0.attributes["http.response.status_code"] }
  }

  private func har() throws -> [JSONValue] {
    try JSONValue(parsing: recorder.trace.har())["log"]["entries"].array ?? []
  }

  // MARK: - A 304

  private func revalidate() -> DataResponse<String>? {
    fixture.stub(
      .tagged("stored").header("X-Stored", "1"),
      StubResponse.status(304).header("ETag", "\"1\"").header("X-Sent", "1"))
    _ = fixture.get()
    return fixture.get()
  }

  @Test func theExchangeOfAConfirmedResponseIsThe304() throws {
    let response = revalidate()
    expectEqual(response?.value, "stored")
    expectEqual(response?.cacheStatus, .revalidated(age: .zero))
    let request = try second()
    expectEqual(request.attempts.count, 1)
    let exchange = try #require(request.attempts.first)
    expectEqual(exchange.response?.status, 304)
    expectEqual(exchange.response?.header("X-Sent"), "1")
    expectNil(exchange.response?.header("X-Stored"))
    expectEqual(exchange.response?.bodySize, 0)
    expectNil(exchange.response?.body)
    expectNil(exchange.error)
    expectEqual(request.bytesReceived, 0)
  }

  @Test func theConfirmedResponseIsTheStoredOne() throws {
    _ = revalidate()
    let request = try second()
    expectEqual(request.outcome, .finished(status: 200))
    expectEqual(request.storedResponse?.status, 200)
    expectEqual(request.storedResponse?.header("X-Stored"), "1")
    expectEqual(request.storedResponse?.bodySize, 6)
    expectEqual(request.storedResponse?.body?.data, Data("stored".utf8))
  }

  @Test func theHeadOfA304IsReportedBeforeWhatTheCacheDid() {
    _ = revalidate()
    expectEqual(heads.value.suffix(4), ["forwarded", "head 304", "revalidated", "head 200"])
  }

  @Test func thePageHasThe304AndTheStoredResponse() throws {
    _ = revalidate()
    let members = TraceJSON.members(of: recorder.trace, asScript: false)
    let request = try JSONValue(parsing: "{\(members)}")["requests"][1]
    expectEqual(request["attempts"][0]["response"]["status"], 304)
    expectEqual(request["stored"]["status"], 200)
    expectEqual(request["stored"]["size"], 6)
    expectEqual(request["stored"]["body"]["text"], "stored")
    expectEqual(request["storedURL"], request["url"])
  }

  @Test func theSpanOfAConfirmedResponseHasThe304() {
    _ = revalidate()
    expectEqual(statuses, [.integer(200), .integer(304)])
    expectEqual(recorder.trace.spans, spans.value)
  }

  @Test func theHARFileHasThe304AndTheStoredResponse() throws {
    _ = revalidate()
    let entries = try har()
    expectEqual(entries.map { $0["response"]["status"] }, [200, 304, 200])
    try #require(entries.count == 3)
    expectEqual(entries[1]["response"]["content"]["size"], 0)
    #expect(entries[1]["comment"].isNull)
    expectEqual(entries[2]["response"]["bodySize"], 0)
    expectEqual(entries[2]["response"]["content"]["text"], "stored")
    expectEqual(entries[2]["comment"].string?.hasPrefix("from the cache: revalidated"), true)
  }

  @Test func a304ThatConfirmsNothingIsAnExchangeInAdditionToTheRepetition() throws {
    fixture.stub(
      .tagged("stored"), StubResponse.status(304).header("ETag", "\"other\""), .text("new"))
    _ = fixture.get()
    expectEqual(fixture.get()?.value, "new")
    let request = try second()
    expectEqual(request.attempts.map { $0.response?.status }, [304, 200])
    expectEqual(request.attempts.map { $0.request.header("If-None-Match") }, ["\"1\"", nil])
    expectEqual(request.attempts.map(\.number), [1, 1])
    expectEqual(statuses, [.integer(200), .integer(304), .integer(200)])
    expectEqual(recorder.trace.spans, spans.value)
    expectNil(request.storedResponse)
  }

  // MARK: - stale-if-error

  @Test func theExchangeThatFailedHasItsErrorAndNoResponse() throws {
    fixture.stub(Self.stale, .failure(Broken()))
    _ = fixture.get()
    expectEqual(fixture.get()?.value, "stored")
    let request = try second()
    expectEqual(request.attempts.count, 1)
    expectNil(request.attempts.first?.response)
    expectNotNil(request.attempts.first?.error)
    expectEqual(request.outcome, .finished(status: 200))
    expectEqual(request.storedResponse?.bodySize, 6)
    expectEqual(statuses, [.integer(200), nil])
    expectNotNil(spans.value.last?.error)
    expectEqual(recorder.trace.spans, spans.value)
  }

  @Test func theExchangeThatServedAnErrorHasItsStatusAndSize() throws {
    fixture.stub(Self.stale, StubResponse.text("out of order").status(503))
    _ = fixture.get()
    expectEqual(fixture.get()?.value, "stored")
    let request = try second()
    expectEqual(request.attempts.map { $0.response?.status }, [503])
    expectEqual(request.attempts.first?.response?.bodySize, 12)
    expectNotNil(request.attempts.first?.error)
    expectEqual(request.storedResponse?.status, 200)
    expectEqual(statuses, [.integer(200), .integer(503)])
    expectEqual(recorder.trace.spans, spans.value)
  }

  @Test func anAcceptedErrorThatIsReplacedKeepsItsStatusAndSize() throws {
    fixture.stub(Self.stale, StubResponse.text("out of order").status(503))
    _ = fixture.get()
    expectEqual(fixture.start { $0.validate(statusCode: 200..<600) }.value?.value, "stored")
    let request = try second()
    expectEqual(request.attempts.map { $0.response?.status }, [503])
    expectEqual(request.attempts.first?.response?.bodySize, 12)
    expectEqual(request.storedResponse?.status, 200)
    expectEqual(statuses, [.integer(200), .integer(503)])
    expectEqual(recorder.trace.spans, spans.value)
  }

  @Test func aStreamedErrorThatIsReplacedKeepsItsStatus() throws {
    fixture.stub(Self.stale, StubResponse.text("out of order").status(503))
    _ = fixture.get()
    let text = Locked("")
    fixture.session.get(fixture.url).validate(statusCode: 200..<600).responseStream(delivery: .inline) {
      event in
      if case .chunk(let chunk) = event { text.update { $0 += String(decoding: chunk, as: UTF8.self) } }
    }
    expectEqual(text.value, "stored")
    let request = try second()
    expectEqual(request.attempts.map { $0.response?.status }, [503])
    expectEqual(request.storedResponse?.status, 200)
    expectEqual(statuses, [.integer(200), .integer(503)])
    expectEqual(recorder.trace.spans, spans.value)
  }

  @Test func retriesBeforeAStaleResponseKeepTheirErrors() throws {
    let fixture = Self.session(recorder, spans, heads) {
      $0.interceptors = [RetryPolicy(maximumRetries: 1, base: .zero)]
    }
    fixture.stub(Self.stale, .status(503), .failure(Broken()))
    _ = fixture.get()
    let got = fixture.start()
    fixture.timer.run()
    expectEqual(got.value?.value, "stored")
    let request = try second()
    expectEqual(request.attempts.map { $0.response?.status }, [503, nil])
    #expect(request.attempts.allSatisfy { $0.error != nil })
    expectEqual(recorder.trace.spans, spans.value)
  }

  // MARK: - Redirects

  @Test func aTargetOfARedirectThatIsStoredIsNotAnExchange() throws {
    fixture.stub(.redirect(to: "/b", status: 302), .fresh("b"), .redirect(to: "/b", status: 302))
    _ = fixture.get()
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
    let request = try second()
    expectEqual(request.attempts.map { $0.response?.status }, [302])
    expectEqual(request.storedResponse?.body?.data, Data("b".utf8))
    expectEqual(statuses, [.integer(302), .integer(200), .integer(302)])
    expectEqual(recorder.trace.spans, spans.value)
  }
}
