import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Responses that a session takes from its cache.
@Suite struct CacheHitTests {
  @Test func aFreshResponseIsStoredAndUsedWithoutTheNetwork() {
    let fixture = CachedSession()
    fixture.stub(.fresh("a"))
    let first = fixture.get()
    fixture.timer.advance(by: .seconds(5))
    let second = fixture.get()
    expectEqual(first?.value, "a")
    expectEqual(first?.cacheStatus, .miss(.uriMiss))
    expectEqual(second?.value, "a")
    expectEqual(second?.cacheStatus, .hit(age: .seconds(5)))
    expectEqual(second?.response?.headers["Age"], "5")
    expectEqual(second?.response?.url?.absoluteString, fixture.url)
    expectEqual(fixture.sent, 1)
  }

  @Test func monitorsAreNotifiedOfForwardedStoredAndHit() {
    let fixture = CachedSession()
    fixture.stub(.fresh("a"))
    _ = fixture.get()
    _ = fixture.get()
    expectEqual(
      fixture.monitor.events, [.forwarded(.uriMiss), .stored(lifetime: .seconds(60)), .hit(age: .zero)])
    expectEqual(
      fixture.monitor.steps,
      [
        "#1 started", "#1 cache", "#1 sent", "#1 head", "#1 cache", "#1 finished", "#2 started", "#2 cache",
        "#2 head", "#2 finished",
      ])
  }

  @Test func aSessionWithoutACacheStoresNothing() {
    let fixture = CachedSession { $0.cache = nil }
    fixture.stub(.fresh("a"), .fresh("b"))
    expectEqual(fixture.get()?.value, "a")
    let second = fixture.get()
    expectEqual(second?.value, "b")
    expectNil(second?.cacheStatus)
    expectTrue(fixture.monitor.events.isEmpty)
  }

  @Test func aHitNeedsNoSlot() {
    let fixture = CachedSession { $0.maximumConcurrentRequests = 1 }
    fixture.transport.stub(.get("https://example.com/a"), with: .fresh("a"))
    fixture.transport.stub(.get("https://example.com/slow"), with: .text("slow").delay(.seconds(10)))
    _ = fixture.get()
    fixture.start(.get, "https://example.com/slow")
    expectEqual(fixture.get()?.value, "a")
  }

  @Test func aHitIsValidatedAndDecodedAsAnyResponse() {
    let fixture = CachedSession()
    fixture.stub(StubResponse.fresh("gone").status(404), .text("b"))
    expectEqual(fixture.get()?.error?.reason, .validation(.statusCode(404)))
    let second = fixture.get()
    expectEqual(second?.error?.reason, .validation(.statusCode(404)))
    expectEqual(second?.error?.cacheStatus, .hit(age: .zero))
    expectEqual(second?.data, Data("gone".utf8))
    expectEqual(fixture.sent, 1)
  }

  @Test func aStoredRedirectIsFollowedAndItsTargetLookedUpByItself() {
    let fixture = CachedSession()
    fixture.transport.stub(
      .get("https://example.com/a"),
      with: StubResponse.redirect(to: "/b", status: 301).header("Cache-Control", "max-age=60"))
    fixture.transport.stub(.get("https://example.com/b"), with: .fresh("b"))
    expectEqual(fixture.get()?.value, "b")
    let second = fixture.get()
    expectEqual(second?.value, "b")
    expectEqual(second?.cacheStatus, .hit(age: .zero))
    expectEqual(fixture.sent, 2)
  }

  @Test func theTargetOfAStoredRedirectGetsTheFieldsOfTheAdapters() {
    let fixture = CachedSession {
      $0.cachePartition = "user 1"
      $0.interceptors = [TestInterceptor.numbering("X-Attempt")]
    }
    fixture.transport.stub(
      .get("https://example.com/a"),
      with: StubResponse.redirect(to: "/b", status: 301).header("Cache-Control", "max-age=60"))
    fixture.transport.stub(.get("https://example.com/b"), with: .text("b"))
    for _ in 1...2 { expectEqual(fixture.get()?.value, "b") }
    expectEqual(fixture.transport.requests.map(\.url.path), ["/a", "/b", "/b"])
    expectEqual(fixture.transport.requests.map { $0.headers["X-Attempt"] != nil }, [true, true, true])
  }

  @Test func progressOfAHitIsReported() {
    let fixture = CachedSession()
    fixture.stub(.fresh("12345"))
    _ = fixture.get()
    let progress = Captured<TransferProgress>()
    fixture.start { $0.progress(delivery: .inline) { progress.set($0) } }
    expectEqual(progress.value, TransferProgress(completed: 5, total: 5))
  }

  @Test func aHitCanBeStreamed() {
    let fixture = CachedSession(limit: 1 << 24)
    let body = String(repeating: "0123456789", count: 20_000)
    fixture.stub(.fresh(body))
    _ = fixture.get()
    let got = Locked(Data())
    fixture.session.get(fixture.url).responseStream(delivery: .inline) { event in
      if case .chunk(let chunk) = event { got.update { $0 += chunk } }
    }
    let isSame = got.value == Data(body.utf8)
    expectTrue(isSame)
    expectEqual(fixture.sent, 1)
  }

  @Test func aStreamedResponseIsStored() {
    let fixture = CachedSession()
    fixture.stub(.fresh("streamed"))
    fixture.session.get(fixture.url).responseStream(delivery: .inline) { _ in }
    expectEqual(fixture.get()?.value, "streamed")
    expectEqual(fixture.sent, 1)
  }

  @Test func aDownloadIsServedFromTheCache() async throws {
    let fixture = CachedSession()
    fixture.stub(.fresh("file"))
    _ = fixture.get()
    let file = try await fixture.session.get(fixture.url).download()
    expectEqual(try Data(contentsOf: file), Data("file".utf8))
    expectEqual(fixture.sent, 1)
    try FileManager.default.removeItem(at: file)
  }

  @Test func anEventStreamIsNotStored() {
    let fixture = CachedSession()
    let events = StubResponse.text("data: 1\n\n").header("Content-Type", "text/event-stream")
      .header("Cache-Control", "max-age=60")
    fixture.stub(events, events)
    _ = fixture.get()
    _ = fixture.get()
    expectEqual(fixture.sent, 2)
    expectEqual(fixture.cache.store.count, 0)
  }

  @Test func aBodyAboveTheLimitOfAnEntryIsDeliveredAndNotStored() {
    let fixture = CachedSession(entryLimit: 4)
    fixture.stub(.fresh("12345"), .fresh("12345"))
    expectEqual(fixture.get()?.value, "12345")
    expectEqual(fixture.get()?.value, "12345")
    expectEqual(fixture.sent, 2)
    expectEqual(fixture.monitor.events.filter { $0 == .refused(.size) }.count, 2)
  }

  @Test func anInterruptedBodyIsNotStored() {
    let fixture = CachedSession()
    let broken = StubResponse.fresh("12345").fault(.close(after: .bodyBytes(2)))
    fixture.stub(broken, .fresh("12345"))
    expectNotNil(fixture.get()?.error)
    expectEqual(fixture.get()?.value, "12345")
    expectEqual(fixture.sent, 2)
  }

  @Test func nothingIsRetainedAfterTheRequests() {
    weak var cache: HTTPCache?
    weak var monitor: CacheMonitor?
    do {
      let fixture = CachedSession { $0.coalesces = true }
      fixture.stub(
        .tagged("a"), StubResponse.status(304).header("ETag", "\"1\""), .fresh("b"),
        .failure(URLError(.timedOut)))
      for _ in 0..<4 { _ = fixture.get(.revalidate) }
      fixture.session.get(fixture.url).responseStream(delivery: .inline) { _ in }
      cache = fixture.cache
      monitor = fixture.monitor
    }
    expectNil(cache)
    expectNil(monitor)
  }

  @Test func afterRemovingEverythingAResponseInFlightIsNotStored() throws {
    let fixture = CachedSession()
    fixture.stub(StubResponse.fresh("secret").delay(.seconds(1)), .fresh("next"))
    let first = fixture.start()
    try fixture.cache.removeAll()
    fixture.timer.advance(by: .seconds(1))
    expectEqual(first.value?.value, "secret")
    expectEqual(fixture.cache.store.count, 0)
    expectEqual(fixture.get()?.value, "next")
  }

  @Test func whatWasRemovedDuringItsValidationIsNotUsed() throws {
    let fixture = CachedSession()
    fixture.stub(.tagged("secret"), StubResponse.status(304).delay(.seconds(1)), .fresh("next"))
    _ = fixture.get()
    let second = fixture.start()
    try fixture.cache.removeAll()
    fixture.timer.advance(by: .seconds(1))
    expectEqual(second.value?.value, "next")
    expectNil(fixture.transport.requests.last?.headers["If-None-Match"])
  }

  @Test func aRequestOnlyForWhatIsStoredIsNotRetried() {
    let fixture = CachedSession { $0.interceptors = [RetryPolicy(base: .seconds(1))] }
    let got = fixture.start(headers: ["Cache-Control": "only-if-cached"])
    expectEqual(got.value?.error?.reason, .validation(.statusCode(504)))
    expectEqual(got.value?.timings.attempts, 1)
  }

  @Test func aRequestWithoutCredentialsDoesNotShareANamedPartition() {
    let fixture = CachedSession {
      $0.cachePartition = "user 1"
      $0.headers = ["Authorization": "Bearer 1"]
    }
    fixture.stub(.fresh("mine"), .fresh("public"))
    expectEqual(fixture.get()?.value, "mine")
    for _ in 1...2 { expectEqual(fixture.start { $0.unauthenticated() }.value?.value, "public") }
    expectNil(fixture.transport.requests.last?.headers["Authorization"])
    expectEqual(fixture.get()?.value, "mine")
    expectEqual(fixture.sent, 2)
  }

  @Test func anEmptyNameIsNotAPartition() {
    let fixture = CachedSession { $0.cachePartition = "" }
    fixture.stub(.fresh("mine"), .fresh("public"), .fresh("of another user"))
    expectEqual(fixture.start(headers: ["Authorization": "Bearer 1"]).value?.value, "mine")
    expectEqual(fixture.get()?.value, "public")
    expectEqual(fixture.start(headers: ["Authorization": "Bearer 2"]).value?.value, "of another user")
    expectEqual(fixture.start(headers: ["Authorization": "Bearer 1"]).value?.cacheStatus, .hit(age: .zero))
  }
}
