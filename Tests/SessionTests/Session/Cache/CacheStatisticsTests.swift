import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a cache says of its responses: how many, how old, and how long they stay fresh.
@Suite struct CacheStatisticsTests {
  private let fixture = CachedSession()

  private func counts() -> [Int] {
    let counts = fixture.cache.statistics
    return [counts.hits, counts.staleHits, counts.misses, counts.requests]
  }

  private static let stored = StubResponse.text("abc").header(
    "Cache-Control", "max-age=5, stale-if-error=100")

  @Test(arguments: [StubResponse.status(503), .failure(URLError(.timedOut))])
  func aFailureThatAStoredResponseReplacesCountsOnce(_ failure: StubResponse) {
    fixture.stub(Self.stored, failure)
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(fixture.get()?.value, "abc")
    expectEqual(counts(), [0, 1, 1, 2])
  }

  @Test func aStreamedServerErrorThatAStoredResponseReplacesCountsOnce() async throws {
    let fixture = CachedSession()
    fixture.stub(Self.stored, .status(503))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let chunks = fixture.session.get(fixture.url).validate(statusCode: [200, 503]).chunks()
    var bytes = 0
    for try await chunk in chunks { bytes += chunk.count }
    expectEqual(bytes, 3)
    #expect(fixture.cache.statistics.staleHits == 1 && fixture.cache.statistics.requests == 2)
  }

  @Test func coalescedRequestsThatAStoredResponseServesCountOnceEach() {
    fixture.stub(Self.stored, StubResponse.failure(URLError(.timedOut)).delay(.seconds(1)))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let responses = (1...2).map { _ in fixture.start { $0.coalesced() } }
    fixture.timer.run()
    expectEqual(responses.map { $0.value?.value }, ["abc", "abc"])
    expectEqual(fixture.cache.statistics.staleHits, 2)
    expectEqual(fixture.cache.statistics.requests, 3)
  }

  /// Such as an error of the session from which the adapter gets its token.
  @Test func aFailedAdapterTakesBackNoResponse() {
    let fails = Locked(false)
    let adapter = TestInterceptor(onAdapt: { request, done in
      guard fails.value else { return done(.success(request)) }
      var head = ResponseHead(status: 503)
      head.cacheStatus = .miss(.uriMiss)
      done(.failure(NetworkError(.validation(.statusCode(503)), response: head)))
    })
    let fixture = CachedSession { $0.interceptors = [adapter] }
    fixture.stub(Self.stored)
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    fails.update { $0 = true }
    expectEqual(fixture.get()?.value, "abc")
    #expect(fixture.cache.statistics.staleHits == 1 && fixture.cache.statistics.misses == 1)
  }

  /// Calls a closure when it is encoded.
  private struct Calling: Encodable, Sendable {
    let call = Locked<@Sendable () -> Void>({})

    func encode(to encoder: any Encoder) throws {
      call.value()
      _ = encoder.container(keyedBy: Key.self)
    }

    private enum Key: CodingKey {}
  }

  @Test func aRequestThatIsCancelledWhileItIsBuiltIsNotLookedUp() {
    fixture.stub(Self.stored)
    _ = fixture.get()
    let parameters = Calling()
    let request = fixture.session.get(fixture.url, parameters: parameters, encoder: .urlEncodedForm)
    parameters.call.update { $0 = { request.cancel() } }
    request.response(delivery: .inline, responseSerializer: .string) { _ in }
    expectEqual(counts(), [0, 0, 1, 1])
  }

  @Test func theResponseOfTheCacheItselfIsAMiss() {
    expectEqual(fixture.get(.onlyCached)?.cacheStatus, .miss(.uriMiss))
    expectEqual(counts(), [0, 0, 1, 1])
  }

  @Test(arguments: [("10", 50), ("60", 0), ("99999999999999999999", 0)])
  func aStoredResponseStaysFreshForTheRestOfItsLifetime(_ age: String, _ seconds: Int) {
    fixture.stub(StubResponse.text("a").header("Cache-Control", "max-age=60").header("Age", age))
    _ = fixture.get()
    expectEqual(fixture.monitor.events.last, .stored(lifetime: .seconds(seconds)))
  }

  @Test(arguments: [1, 17_001, 40_003, 59_999])
  func agesAreExactInVirtualTime(_ milliseconds: Int) {
    fixture.stub(StubResponse.text("a").header("Cache-Control", "max-age=60"))
    _ = fixture.get()
    fixture.timer.advance(by: .milliseconds(milliseconds))
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .milliseconds(milliseconds)))
  }
}
