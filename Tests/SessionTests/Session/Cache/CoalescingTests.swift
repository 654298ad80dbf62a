import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Identical requests that share one exchange.
@Suite struct CoalescingTests {
  private func fixture(hasCache: Bool = false, _ configure: (inout SessionConfiguration) -> Void = { _ in })
    -> CachedSession
  {
    CachedSession {
      if !hasCache { $0.cache = nil }
      $0.coalesces = true
      configure(&$0)
    }
  }

  @Test func identicalRequestsShareOneRequestOnTheWire() {
    let fixture = fixture()
    fixture.stub(StubResponse.text("a").delay(.seconds(1)))
    let all = (0..<10).map { _ in fixture.start() }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(all.map(\.value?.value), Array(repeating: "a", count: 10))
    expectEqual(all.map(\.value?.cacheStatus), [nil] + Array(repeating: .coalesced, count: 9))
    expectEqual(fixture.sent, 1)
  }

  @Test func requestsThatWaitForASlotAreShared() {
    let fixture = fixture { $0.maximumConcurrentRequests = 1 }
    fixture.transport.stub(.get("https://example.com/b"), with: .text("b").delay(.seconds(1)))
    fixture.transport.stub(.get("https://example.com/a"), with: .text("a").delay(.seconds(1)))
    fixture.start(.get, "https://example.com/b")
    let all = (0..<5).map { _ in fixture.start() }
    fixture.timer.advance(by: .seconds(2))
    expectEqual(all.compactMap(\.value?.value).count, 5)
    expectEqual(fixture.sent, 2)
  }

  @Test func aStaleResponseIsUsedOnlyAfterTheLastRetryOfAMember() {
    let fixture = fixture(hasCache: true) { $0.interceptors = [RetryPolicy(maximumRetries: 2, base: .zero)] }
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), .failure(URLError(.networkConnectionLost)),
      .fresh("b"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let second = fixture.start()
    fixture.timer.advance(by: .seconds(60))
    expectEqual(second.value?.value, "b")
    expectEqual(fixture.sent, 3)
  }

  @Test(arguments: [StubResponse.status(503), .failure(URLError(.networkConnectionLost))])
  func everyMemberGetsAStaleResponseInsteadOfAFailure(failure: StubResponse) {
    let fixture = fixture(hasCache: true)
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), failure.delay(.seconds(1)))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let members = (0..<3).map { _ in fixture.start() }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(members.map(\.value?.value), ["a", "a", "a"])
    expectEqual(fixture.sent, 2)
  }

  @Test func aLateMemberReceivesTheWholeResponse() {
    let fixture = fixture()
    fixture.stub(.stream(["one ", "two"], every: .seconds(1), headers: ["Content-Type": "text/plain"]))
    let first = fixture.start()
    let late = fixture.start()
    fixture.timer.advance(by: .seconds(2))
    expectEqual(first.value?.value, "one two")
    expectEqual(late.value?.value, "one two")
    expectEqual(fixture.sent, 1)
  }

  @Test func requestsWithDifferentFieldsAreNotShared() {
    let fixture = fixture()
    fixture.transport.stub(.everything, with: .text("a").delay(.seconds(1)))
    fixture.start(headers: ["Accept-Language": "en"])
    fixture.start(headers: ["Accept-Language": "de"])
    fixture.start(.head)
    fixture.start(.post)
    fixture.start(.post)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(fixture.sent, 5)
  }

  @Test func requestsWithOtherTimeoutsAreNotShared() {
    let fixture = fixture()
    fixture.transport.stub(.everything, with: .text("a").delay(.seconds(5)))
    let hasty = fixture.start { $0.timeout(idle: .seconds(1)) }
    let patient = fixture.start { $0.timeout(idle: .seconds(10)) }
    let alsoHasty = fixture.start { $0.timeout(idle: .seconds(1), total: .seconds(60)) }
    fixture.timer.advance(by: .seconds(5))
    expectEqual(hasty.value?.error?.reason, .timeout(.idle))
    expectEqual(alsoHasty.value?.error?.reason, .timeout(.idle))
    expectEqual(patient.value?.value, "a")
    expectEqual(fixture.sent, 2)
  }

  @Test func cancellingOneMemberDoesNotAffectTheOthers() {
    let fixture = fixture()
    fixture.stub(StubResponse.text("a").delay(.seconds(1)))
    let cancelled = Captured<any NetworkRequesting>()
    let first = fixture.start { cancelled.set($0) }
    let second = fixture.start()
    cancelled.value?.cancel()
    expectEqual(first.value?.error?.reason, .cancelled)
    expectEqual(fixture.transport.cancelCount, 0)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(second.value?.value, "a")
    expectEqual(fixture.sent, 1)
  }

  @Test func theSharedRequestIsCancelledWhenItsLastMemberLeaves() {
    let fixture = fixture()
    fixture.stub(StubResponse.text("a").delay(.seconds(1)), .text("b"))
    let requests = Locked<[any NetworkRequesting]>([])
    for _ in 0..<3 { fixture.start { request in requests.update { $0.append(request) } } }
    for request in requests.value { request.cancel() }
    expectEqual(fixture.transport.cancelCount, 1)
    expectTrue(fixture.session.parts.running.all.isEmpty)
    expectEqual(fixture.start().value?.value, "b")
  }

  @Test func eachMemberValidatesAndRetriesIndependently() {
    let fixture = fixture { $0.interceptors = [RetryPolicy(base: .zero)] }
    fixture.stub(StubResponse.status(503).delay(.seconds(1)), StubResponse.text("a").delay(.seconds(1)))
    let retried = fixture.start()
    let accepted = fixture.start { $0.validate(statusCode: [503]) }
    fixture.timer.advance(by: .seconds(30))
    expectEqual(retried.value?.value, "a")
    expectEqual(accepted.value?.response?.status, 503)
    expectEqual(fixture.sent, 2)
  }

  @Test func aFailureReachesEveryMember() {
    let fixture = fixture()
    fixture.stub(StubResponse.failure(URLError(.networkConnectionLost)).delay(.seconds(1)))
    let all = (0..<3).map { _ in fixture.start() }
    fixture.timer.advance(by: .seconds(1))
    #expect(all.allSatisfy { $0.value?.error?.underlyingError is URLError })
  }

  @Test func withACacheTheSharedResponseIsStoredOnce() {
    let fixture = fixture(hasCache: true)
    fixture.stub(StubResponse.fresh("a").delay(.seconds(1)))
    let all = (0..<3).map { _ in fixture.start() }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(all.map(\.value?.cacheStatus), [.miss(.uriMiss), .coalesced, .coalesced])
    // The second that the response took counts.
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .seconds(1)))
    expectEqual(fixture.sent, 1)
  }

  @Test(arguments: [true, false])
  func aRequestAfterAWriteDoesNotJoinOneFromBefore(hasCache: Bool) {
    let fixture = fixture(hasCache: hasCache)
    fixture.stub(
      StubResponse.text("old").delay(.seconds(5)), StubResponse.status(201), StubResponse.text("new"))
    let before = fixture.start()
    expectEqual(fixture.start(.post, "https://example.com:443/other").value?.response?.status, 201)
    expectEqual(fixture.start().value?.value, "new")
    fixture.timer.advance(by: .seconds(5))
    expectEqual(before.value?.value, "old")
    expectEqual(fixture.sent, 3)
  }

  /// What the app removes, and what another session changes, is not what a later request shares.
  @Test(arguments: ["a URL", "everything", "a write of another session"])
  func aRequestAfterARemovalDoesNotJoinOneFromBefore(removal: String) throws {
    let fixture = fixture(hasCache: true)
    fixture.stub(StubResponse.fresh("old").delay(.seconds(5)), .fresh("new"))
    let before = fixture.start()
    switch removal {
    case "a URL": try fixture.cache.remove(fixture.url)
    case "everything": try fixture.cache.removeAll()
    default:
      let other = CachedSession(fixture.cache)
      other.stub(.status(204))
      other.start(.put)
    }
    expectEqual(fixture.start().value?.value, "new")
    fixture.timer.advance(by: .seconds(5))
    expectEqual(before.value?.value, "old")
    expectEqual(fixture.get()?.value, "new")
    expectEqual(fixture.sent, 2)
  }

  @Test func aWriteThatFailsOrIsCancelledCounts() {
    let fixture = fixture()
    let write = "https://example.com/b"
    fixture.transport.stub(.get(fixture.url), with: .text("a").delay(.seconds(60)))
    fixture.transport.stub(.put(write), with: .failure(URLError(.networkConnectionLost)))
    fixture.transport.stub(.delete(write), with: .status(204).delay(.seconds(60)))
    fixture.start()
    fixture.start(.put, write)
    fixture.start()
    expectEqual(fixture.transport.requests.map(\.method), [.get, .put, .get])
    fixture.start(.delete, write) { $0.timeout(total: .seconds(1)) }
    fixture.timer.advance(by: .seconds(1))
    fixture.start()
    fixture.start(.delete, write) { $0.cancel() }
    let cancelled = Captured<any NetworkRequesting>()
    fixture.start(.delete, write) { cancelled.set($0) }
    cancelled.value?.cancel()
    fixture.start()
    expectEqual(fixture.transport.requests.map(\.method), [.get, .put, .get, .delete, .get, .delete, .get])
  }

  @Test func aWriteToAnotherOriginOrAReadDoesNotCount() {
    let fixture = fixture()
    fixture.transport.stub(.everything, with: .status(200))
    fixture.transport.stub(.get(fixture.url), with: .text("a").delay(.seconds(60)))
    fixture.start()
    fixture.start(.post, "https://example.com:8443/a")
    fixture.start(.get, "https://example.com/b")
    fixture.start()
    expectEqual(fixture.sent, 3)
  }

  @Test func aWriteThatIsRedirectedCountsForEachOrigin() {
    let fixture = fixture()
    fixture.transport.stub(.get("https://example.com/b"), with: .text("b"))
    fixture.transport.stub(
      .post("https://other.example/a"), with: .status(303).header("Location", "https://example.com/b"))
    fixture.transport.stub(.get("https://other.example/list"), with: .text("a").delay(.seconds(60)))
    fixture.start(.get, "https://other.example/list")
    fixture.start(.post, "https://other.example/a")
    fixture.start(.get, "https://other.example/list")
    expectEqual(fixture.sent, 4)
  }

  @Test func streamsAreNotShared() {
    let fixture = fixture()
    fixture.transport.stub(.everything, with: .text("a").delay(.seconds(1)))
    for _ in 0..<2 { fixture.session.get(fixture.url).responseStream(delivery: .inline) { _ in } }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(fixture.sent, 2)
  }

  @Test func cancellingAllEndsEveryMemberAndTheSharedRequest() {
    let fixture = fixture()
    fixture.stub(StubResponse.text("a").delay(.seconds(1)))
    let all = (0..<3).map { _ in fixture.start() }
    fixture.session.cancelAll()
    expectEqual(all.map(\.value?.error?.reason), [.cancelled, .cancelled, .cancelled])
    expectEqual(fixture.transport.cancelCount, 1)
    expectTrue(fixture.session.parts.running.all.isEmpty)
  }

  @Test func aRefusalOfTheProxyReachesEveryMemberWithItsHead() {
    let fixture = fixture { $0.interceptors = [RetryPolicy(maximumRetries: 1, base: .zero)] }
    let refusal = ProxyRefusal(response: ResponseHead(status: 503, headers: ["Retry-After": "7"]))
    fixture.stub(StubResponse.failure(refusal).delay(.seconds(1)), StubResponse.text("a").delay(.seconds(1)))
    let members = (0..<2).map { _ in fixture.start() }
    fixture.timer.advance(by: .seconds(7))
    expectEqual(fixture.sent, 1)
    fixture.timer.advance(by: .seconds(2))
    expectEqual(members.map(\.value?.value), ["a", "a"])
  }

  @Test(arguments: [true, false])
  func aRequestWithItsOwnConditionsDoesNotShareTheValidationOfTheCache(isFirst: Bool) {
    let isConditional = Locked(false)
    let adapter = TestInterceptor(onAdapt: { request, done in
      var request = request
      if isConditional.value { request.headers.add(name: "If-None-Match", value: "\"1\"") }
      done(.success(request))
    })
    let fixture = fixture(hasCache: true) { $0.interceptors = [adapter] }
    let notModified = StubResponse.status(304).header("ETag", "\"1\"").delay(.seconds(1))
    fixture.stub(.tagged("a"), notModified, notModified)
    _ = fixture.get()
    let statuses = [isFirst, !isFirst].map { hasConditions in
      isConditional.update { $0 = hasConditions }
      return fixture.start()
    }
    fixture.timer.advance(by: .seconds(1))
    expectEqual(statuses.map { $0.value?.response?.status }, isFirst ? [304, 200] : [200, 304])
    expectEqual(fixture.sent, 3)
  }
}
