import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Stale responses: validated, used after a failure, or validated in the background.
@Suite struct CacheValidationTests {
  private let notModified = StubResponse.status(304).header("ETag", "\"1\"")

  @Test func a304DeliversTheStoredResponse() {
    let fixture = CachedSession()
    fixture.stub(.tagged("a"), notModified.header("Cache-Control", "max-age=60").header("X-New", "1"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(3))
    let second = fixture.get()
    expectEqual(second?.value, "a")
    expectEqual(second?.response?.status, 200)
    expectEqual(second?.cacheStatus, .revalidated(age: .seconds(3)))
    expectEqual(second?.response?.headers["X-New"], "1")
    expectEqual(fixture.transport.requests.last?.headers["If-None-Match"], "\"1\"")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
    expectEqual(fixture.sent, 2)
  }

  @Test func theConditionsOfTheCacheAreNotPartOfARedirect() {
    let fixture = CachedSession()
    fixture.transport.stub(
      .get("https://example.com/a"),
      withSequence: [.tagged("a"), .redirect(to: "/b")])
    fixture.transport.stub(.get("https://example.com/b"), with: .text("b"))
    _ = fixture.get()
    expectEqual(fixture.get()?.value, "b")
    expectNil(fixture.transport.requests.last?.headers["If-None-Match"])
  }

  @Test func a304WithAnotherTagIsRequestedAgainWithoutConditions() {
    let fixture = CachedSession()
    fixture.stub(.tagged("a"), StubResponse.status(304).header("ETag", "\"other\""), .tagged("c", "\"3\""))
    _ = fixture.get()
    expectEqual(fixture.get()?.value, "c")
    expectEqual(fixture.sent, 3)
    expectNil(fixture.transport.requests.last?.headers["If-None-Match"])
  }

  @Test func cookiesOfA304AreStoredInTheJarAndThoseOfAHitAreNot() {
    let jar = CookieJar()
    let fixture = CachedSession { $0.cookies = jar }
    fixture.stub(
      StubResponse.tagged("a").header("Set-Cookie", "a=1"),
      notModified.header("Set-Cookie", "b=2").header("Cache-Control", "max-age=60"))
    _ = fixture.get()
    jar.removeAll()
    _ = fixture.get()
    expectEqual(jar.cookies.map(\.name), ["b"])
    jar.removeAll()
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
    expectTrue(jar.cookies.isEmpty)
  }

  @Test func staleIfErrorIsUsedAfterTheLastRetry() {
    let fixture = CachedSession { $0.interceptors = [RetryPolicy(maximumRetries: 2, base: .zero)] }
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), .status(503), .status(503), .status(503))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let second = fixture.start()
    fixture.timer.advance(by: .seconds(60))
    expectEqual(second.value?.value, "a")
    expectEqual(fixture.sent, 4)
  }

  @Test func staleIfErrorIsUsedWithoutANetwork() {
    let fixture = CachedSession()
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), .failure(URLError(.notConnectedToInternet)))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let second = fixture.get()
    expectEqual(second?.value, "a")
    expectEqual(second?.cacheStatus, .stale(age: .seconds(10), .error))
    expectEqual(fixture.monitor.events.last, .stale(age: .seconds(10), .error))
  }

  @Test(arguments: [
    (RequestTimeouts(idle: .seconds(5)), true), (RequestTimeouts(total: .seconds(5)), false),
  ])
  func staleIfErrorIsUsedForASilentServerButNotAfterTheTotalTimeout(_ timeouts: RequestTimeouts, isUsed: Bool)
  {
    let fixture = CachedSession { $0.timeouts = timeouts }
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), StubResponse.text("b").delay(.seconds(60)))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let second = fixture.start()
    fixture.timer.advance(by: .seconds(5))
    expectEqual(second.value?.value, isUsed ? "a" : nil)
    expectEqual(second.value?.error?.reason, isUsed ? nil : .timeout(.total))
  }

  /// A connection that is lost while TLS is negotiated is a network failure like any other.
  @Test(arguments: [(URLError.Code.secureConnectionFailed, true), (.serverCertificateUntrusted, false)])
  func staleIfErrorIsUsedForALostHandshakeButNotForAnUntrustedServer(code: URLError.Code, isUsed: Bool) {
    let fixture = CachedSession()
    fixture.stub(.tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), .failure(URLError(code)))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let second = fixture.get()
    expectEqual(second?.value, isUsed ? "a" : nil)
    expectEqual(second?.error == nil, isUsed)
  }

  @Test func anAcceptedServerErrorIsReplacedByAStaleResponse() {
    let fixture = CachedSession { $0.validation = .none }
    fixture.stub(.tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), .status(502))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(fixture.get()?.value, "a")
  }

  @Test func aCancelledRequestIsNotAnsweredWithAStaleResponse() {
    let fixture = CachedSession()
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), StubResponse.text("b").delay(.seconds(9)))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let second = fixture.start { _ in }
    fixture.session.cancelAll()
    expectEqual(second.value?.error?.reason, .cancelled)
  }

  @Test func anAdapterFailureWithoutANetworkFallsBackToTheNamedPartition() {
    let isOffline = Locked(false)
    let refresh = TestInterceptor(
      onAdapt: { request, done in
        guard !isOffline.value else { return done(.failure(NetworkError(.transport(.connect)))) }
        var request = request
        request.headers.update(.authorization(bearerToken: "1"))
        done(.success(request))
      })
    let fixture = CachedSession {
      $0.cachePartition = "user 1"
      $0.interceptors = [refresh]
    }
    fixture.stub(.tagged("a", "\"1\"", "max-age=1, stale-if-error=100"))
    _ = fixture.get()
    isOffline.update { $0 = true }
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
    fixture.timer.advance(by: .seconds(10))
    expectEqual(fixture.get()?.cacheStatus, .stale(age: .seconds(10), .error))
    expectEqual(fixture.get(.preferCached)?.value, "a")
    expectEqual(fixture.sent, 1)
  }

  @Test(arguments: [true, false])
  func afterAnAdapterFailureAStoredRedirectLeadsOnlyToAStoredResponse(isStored: Bool) {
    let isOffline = Locked(false)
    let refresh = TestInterceptor(onAdapt: { request, done in
      done(isOffline.value ? .failure(NetworkError(.transport(.connect))) : .success(request))
    })
    let fixture = CachedSession {
      $0.cachePartition = "user 1"
      $0.interceptors = [refresh]
    }
    fixture.transport.stub(
      .get("https://example.com/a"),
      with: StubResponse.redirect(to: "/b", status: 301).header("Cache-Control", "max-age=60"))
    fixture.transport.stub(.get("https://example.com/b"), with: isStored ? .fresh("b") : .text("b"))
    _ = fixture.get()
    isOffline.update { $0 = true }
    let second = fixture.get()
    expectEqual(second?.value, isStored ? "b" : nil)
    expectEqual(second?.error?.reason, isStored ? nil : .transport(.connect))
    expectEqual(fixture.sent, 2)
  }

  @Test func withoutAPartitionAnotherTokenFindsNoStoredResponse() {
    let fixture = CachedSession()
    fixture.stub(.fresh("a"), .fresh("b"))
    expectEqual(fixture.get(headers: ["Authorization": "Bearer 1"])?.value, "a")
    expectEqual(fixture.get(headers: ["Authorization": "Bearer 2"])?.value, "b")
    expectEqual(fixture.get(headers: ["Authorization": "Bearer 1"])?.value, "a")
    expectEqual(fixture.sent, 2)
  }

  @Test func aStaleResponseIsValidatedInTheBackgroundOnce() {
    let fixture = CachedSession()
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-while-revalidate=100"),
      StubResponse.fresh("b").delay(.seconds(1)), .fresh("c"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(5))
    let second = fixture.get()
    expectEqual(second?.value, "a")
    expectEqual(second?.cacheStatus, .stale(age: .seconds(5), .revalidating))
    expectEqual(fixture.get()?.value, "a")
    expectEqual(fixture.sent, 2)
    fixture.timer.advance(by: .seconds(1))
    let third = fixture.get()
    expectEqual(third?.value, "b")
    // The second that the response took counts (RFC 9111 section 4.2.3).
    expectEqual(third?.cacheStatus, .hit(age: .seconds(1)))
    expectEqual(fixture.sent, 2)
  }

  @Test func aValidationInTheBackgroundIsCancelledWithTheSession() {
    let fixture = CachedSession()
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-while-revalidate=100"),
      StubResponse.fresh("b").delay(.seconds(1)))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(5))
    _ = fixture.get()
    fixture.session.cancelAll()
    expectEqual(fixture.transport.cancelCount, 1)
    let hasFinished = Captured<Bool>()
    fixture.session.finish(queue: nil) { hasFinished.set(true) }
    expectTrue(fixture.session.parts.running.all.isEmpty)
  }

  @Test(arguments: [nil, .seconds(20)] as [Duration?])
  func aValidationInTheBackgroundEndsAfterTheTotalTimeoutOrFiveMinutes(total: Duration?) {
    let fixture = CachedSession { $0.timeouts = RequestTimeouts(total: total) }
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-while-revalidate=10000"),
      StubResponse.fresh("b").delay(.seconds(9000)), .fresh("c"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(5))
    expectEqual(fixture.get()?.value, "a")
    let limit = total ?? .seconds(300)
    fixture.timer.advance(by: limit - .seconds(1))
    expectEqual(fixture.get()?.value, "a")
    expectEqual(fixture.sent, 2)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(fixture.transport.cancelCount, 1)
    // The next one begins another validation.
    expectEqual(fixture.get()?.value, "a")
    expectEqual(fixture.get()?.value, "c")
    expectEqual(fixture.sent, 3)
  }

  @Test(arguments: [nil, "user 1"])
  func aValidationInTheBackgroundHasNoConditionsAndNoRangeOfTheClient(partition: String?) {
    let fixture = CachedSession { $0.cachePartition = partition }
    fixture.stub(
      .tagged("old", "\"1\"", "max-age=1, stale-while-revalidate=100"),
      StubResponse.tagged("new", "\"2\"", "max-age=60"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(5))
    let headers: HTTPHeaders = ["Range": "bytes=0-1", "If-None-Match": "\"x\""]
    expectEqual(fixture.get(headers: headers)?.value, "ol")
    let sent = fixture.transport.requests.last?.headers
    expectNil(sent?["Range"])
    expectEqual(sent?["If-None-Match"], "\"1\"")
    expectEqual(fixture.get()?.value, "new")
  }

  @Test func anUnsafeRequestRemovesTheStoredResponse() {
    let fixture = CachedSession()
    fixture.stub(.fresh("a"), .status(200), .fresh("b"))
    _ = fixture.get()
    fixture.start(.post)
    expectEqual(fixture.get()?.value, "b")
    expectEqual(fixture.sent, 3)
  }

  @Test func aPostResponseWithItsOwnContentLocationIsStored() {
    let fixture = CachedSession()
    fixture.stub(
      .fresh("a"), StubResponse.fresh("posted").header("Content-Location", fixture.url), .fresh("b"))
    _ = fixture.get()
    fixture.start(.post)
    expectEqual(fixture.get()?.value, "posted")
    expectEqual(fixture.sent, 2)
  }

  @Test func aFailedUnsafeRequestRemovesNothing() {
    let fixture = CachedSession()
    fixture.stub(.fresh("a"), .status(500))
    _ = fixture.get()
    fixture.start(.post)
    expectEqual(fixture.get()?.value, "a")
  }

  @Test func aGetInFlightDuringAnUnsafeRequestIsNotStored() {
    let fixture = CachedSession()
    fixture.stub(StubResponse.fresh("old").delay(.seconds(1)), .status(200), .fresh("new"))
    let first = fixture.start()
    fixture.start(.put)
    fixture.timer.advance(by: .seconds(1))
    expectEqual(first.value?.value, "old")
    expectEqual(fixture.get()?.value, "new")
  }

  @Test func modesDecideHowTheCacheIsUsed() {
    let fixture = CachedSession()
    fixture.stub(.tagged("a"), .tagged("b", "\"2\""), .status(304).header("ETag", "\"2\""))
    expectEqual(fixture.get(.onlyCached)?.error?.reason, .validation(.statusCode(504)))
    expectEqual(fixture.sent, 0)
    expectEqual(fixture.get()?.value, "a")
    expectEqual(fixture.get(.preferCached)?.value, "a")
    expectEqual(fixture.get(.onlyCached)?.value, "a")
    expectEqual(fixture.sent, 1)
    expectEqual(fixture.get(.reload)?.value, "b")
    expectEqual(fixture.transport.requests.last?.headers["Pragma"], "no-cache")
    let validated = fixture.get(.revalidate)
    expectEqual(validated?.value, "b")
    expectEqual(fixture.transport.requests.last?.headers["If-None-Match"], "\"2\"")
  }

  @Test func monitorsAreNotifiedThatTheCacheMadeA504() {
    let fixture = CachedSession()
    fixture.stub(.tagged("a"))
    _ = fixture.get(.onlyCached)
    expectEqual(fixture.monitor.events, [.unavailable(.uriMiss)])
    expectEqual(fixture.monitor.steps, ["#1 started", "#1 cache", "#1 head", "#1 failed"])
    _ = fixture.get()
    _ = fixture.get(headers: ["Cache-Control": "only-if-cached"])
    expectEqual(fixture.monitor.events.last, .unavailable(.miss))
  }

  @Test func anOnlyCachedRequestIsNotRetried() {
    let fixture = CachedSession { $0.interceptors = [RetryPolicy()] }
    expectEqual(fixture.get(.onlyCached)?.error?.reason, .validation(.statusCode(504)))
    expectEqual(fixture.timer.pendingCount, 0)
  }

  @Test func onlyCachedWithoutACacheSendsNothing() {
    let fixture = CachedSession { $0.cache = nil }
    expectEqual(fixture.get(.onlyCached)?.error?.reason, .validation(.statusCode(504)))
    expectEqual(fixture.sent, 0)
    expectEqual(fixture.monitor.events, [.unavailable(.bypass)])
  }
}
