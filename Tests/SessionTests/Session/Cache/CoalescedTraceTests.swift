import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// How traces show requests that share an exchange, and how such requests share a trace.
@Suite struct CoalescedTraceTests {
  private let recorder = TraceRecorder(bodyLimit: 100)

  private func fixture(
    hasCache: Bool = false, _ configure: (inout SessionConfiguration) -> Void = { _ in }
  ) -> CachedSession {
    CachedSession { [recorder] in
      if !hasCache { $0.cache = nil }
      $0.coalesces = true
      $0.monitors = [recorder]
      configure(&$0)
    }
  }

  private func comments() throws -> [JSONValue] {
    try JSONValue(parsing: recorder.trace.har())["log"]["entries"].array?.map { $0["comment"] } ?? []
  }

  @Test(arguments: [false, true])
  func aSharedResponseIsNotOneOfTheCache(hasCache: Bool) throws {
    let fixture = fixture(hasCache: hasCache)
    fixture.stub(StubResponse.text("a").delay(.seconds(1)))
    for _ in 0..<3 { fixture.start() }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(fixture.sent, 1)
    let shared = recorder.trace.requests.filter { $0.attempts.isEmpty }
    expectEqual(shared.map { $0.storedResponse?.body?.data }, Array(repeating: Data("a".utf8), count: 3))
    for request in shared {
      expectEqual(
        request.notes.last,
        Trace.Note(time: .seconds(1), kind: .cache, text: "shared with an identical request"))
    }
    let comments = try comments()
    expectEqual(comments.filter { $0.string?.contains("shared") == true }.count, 3)
    #expect(!comments.contains { $0.string?.contains("from the cache") == true })
  }

  @Test func aSharedErrorIsNotOneOfTheCache() throws {
    let fixture = fixture()
    fixture.stub(StubResponse.status(404).delay(.seconds(1)))
    for _ in 0..<2 { fixture.start() }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(try comments().compactMap(\.string).count, 2)
    #expect(try !comments().contains { $0.string?.contains("from the cache") == true })
  }

  @Test func aHitStaysAResponseOfTheCache() throws {
    let fixture = fixture(hasCache: true)
    fixture.stub(.fresh("a"))
    for _ in 0..<2 { _ = fixture.get() }
    expectEqual(try comments().last?.string?.hasPrefix("from the cache: hit"), true)
  }

  @Test(arguments: [false, true])
  func requestsOfDifferentTracesShareAnExchange(hasCache: Bool) {
    let fixture = fixture(hasCache: hasCache) { $0.interceptors = [TraceContextInterceptor(origins: nil)] }
    fixture.stub(StubResponse.text("a").delay(.seconds(1)))
    let all = (0..<3).map { _ in fixture.start() }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(all.map(\.value?.value), ["a", "a", "a"])
    expectEqual(fixture.sent, 1)
    expectEqual(recorder.trace.spans.compactMap(\.context).count, 1)
  }

  @Test func requestsWithOtherFieldsAreNotShared() {
    let fixture = fixture()
    fixture.stub(StubResponse.text("a").delay(.seconds(1)), StubResponse.text("b").delay(.seconds(1)))
    for value in ["1", "2"] { fixture.start { $0.header("Baggage", value) } }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(fixture.sent, 2)
  }
}
