import Foundation
import Net
import NetTesting
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
    #expect(fixture.get(.onlyCached)?.error?.reason == .validation(.statusCode(504)))
    let request = try #require(recorder.trace.requests.first)
    #expect(request.attempts.isEmpty)
    #expect(request.phases.map(\.kind) == [.cache])
    #expect(lines()[0].contains(" ✗   █"))
    #expect(lines()[1] == "1: 504 of the cache, without a server: unavailable (uri-miss)")
  }

  @Test func anAccepted504OfTheCacheNamesTheCache() throws {
    fixture.start(.get, nil, .onlyCached) { $0.validate(statusCode: [504]) }
    #expect(recorder.trace.requests.first?.outcome == .finished(status: 504))
    #expect(lines()[0].contains(" 504 ▚"))
    #expect(lines()[1] == "1: 504 of the cache, without a server: unavailable (uri-miss)")
  }

  @Test func a504OfAServerNamesNoCache() {
    fixture.stub(.status(504))
    _ = fixture.get()
    #expect(!recorder.trace.waterfall().contains("of the cache"))
  }

  @Test func aStored504IsNotOneOfTheCache() {
    fixture.stub(StubResponse.status(504).header("Cache-Control", "max-age=60"))
    _ = fixture.get()
    #expect(fixture.get()?.cacheStatus == .hit(age: .zero))
    #expect(!recorder.trace.waterfall().contains("of the cache"))
  }
}
