import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// What the app removes from the cache while a request is in progress, which may be sent only afterwards.
@Suite struct RemovedDuringRequestTests {
  /// What a request does when its URL is removed.
  enum Stage: CaseIterable, Sendable {
    case receiving, queueing, pausing, redirecting, adapting, validating, queueingToValidate, sharing,
      validatingInBackground, adaptedInBackground

    /// Whether there is a stored response.
    var hasStored: Bool {
      switch self {
      case .validating, .queueingToValidate, .validatingInBackground, .adaptedInBackground: true
      default: false
      }
    }

    var isInBackground: Bool { self == .validatingInBackground || self == .adaptedInBackground }

    /// Whether another request has the only slot.
    var isQueueing: Bool {
      isInBackground || self == .queueing || self == .queueingToValidate || self == .sharing
    }

    /// The responses before the one that must not be stored.
    var responses: [StubResponse] {
      let stored = StubResponse.tagged(
        "stored", "\"1\"", isInBackground ? "max-age=0, stale-while-revalidate=600" : "max-age=0")
      let busy = StubResponse.text("busy").header("Cache-Control", "no-store").delay(.seconds(1))
      return (hasStored ? [stored] : []) + (isQueueing ? [busy] : []) + first
    }

    private var first: [StubResponse] {
      switch self {
      case .pausing: [.status(503)]
      case .redirecting: [.redirect(to: "/b").delay(.seconds(1))]
      case .validating, .queueingToValidate: [.status(304).header("ETag", "\"1\"").delay(.seconds(1))]
      default: []
      }
    }

    /// The URL of the response that must not be stored.
    var url: String { "https://example.com/" + (self == .redirecting ? "b" : "a") }
  }

  enum Removal: CaseIterable, Sendable {
    case everything, url

    func perform(on cache: HTTPCache, _ url: String) throws {
      switch self {
      case .everything: try cache.removeAll()
      case .url: try cache.remove(url)
      }
    }
  }

  private let adapting = Captured<@Sendable () -> Void>()

  private func fixture(_ stage: Stage, _ cache: HTTPCache) -> CachedSession {
    let fixture = CachedSession(cache) { [adapting] in
      if stage.isQueueing { $0.maximumConcurrentRequests = 1 }
      if stage == .pausing { $0.interceptors = [RetryPolicy(base: .seconds(2))] }
      if stage == .adaptedInBackground { $0.cachePartition = "user" }
      if stage == .adapting {
        $0.interceptors = [
          TestInterceptor(onAdapt: { request, done in adapting.set { done(.success(request)) } })
        ]
      }
    }
    fixture.transport.stub(
      .everything, withSequence: stage.responses + [.fresh("late").delay(.seconds(1))])
    return fixture
  }

  private func check(_ stage: Stage, _ removal: Removal, _ cache: HTTPCache) async throws {
    let fixture = fixture(stage, cache)
    if stage.hasStored {
      let first = fixture.start()
      await expect(first.count).toEventually(equal(1))
    }
    let before = fixture.sent
    if stage.isQueueing {
      fixture.start(.get, "https://example.com/busy")
      await expect(fixture.sent).toEventually(equal(before + 1))
    }
    let got = fixture.start { if stage == .sharing { _ = $0.coalesced() } }
    await expect(isReached(stage, in: fixture, after: before)).toEventually(equal(true))
    try removal.perform(on: cache, stage.url)
    adapting.value?()
    let last = stage.isInBackground ? "#4 finished" : " finished"
    await expect(ends(fixture, got, with: last)).toEventually(equal(true))
    expectEqual(got.value?.value, stage.isInBackground ? "stored" : "late")
    expectEqual(fixture.transport.requests.count, stage.responses.count + 1)
    expectEqual(cache.store.count, 0)
  }

  private func isReached(_ stage: Stage, in fixture: CachedSession, after before: Int) -> Bool {
    switch stage {
    case .adapting: adapting.count == 1
    case .pausing: fixture.monitor.steps.contains { $0.hasSuffix("willRetry") }
    case .receiving, .redirecting, .validating: fixture.sent == before + 1
    case .queueing, .queueingToValidate, .sharing, .validatingInBackground, .adaptedInBackground:
      fixture.monitor.steps.contains { $0.hasSuffix("queued") }
    }
  }

  /// Advances the time, and returns whether the request has ended, and one that ends with this step.
  private func ends(
    _ fixture: CachedSession, _ got: Captured<DataResponse<String>>, with step: String
  ) -> Bool {
    fixture.timer.advance(by: .seconds(1))
    return got.count == 1 && fixture.monitor.steps.contains { $0.hasSuffix(step) }
  }

  @Test(arguments: Stage.allCases, Removal.allCases)
  func theResponseIsNotStoredInMemory(_ stage: Stage, _ removal: Removal) async throws {
    try await check(stage, removal, .memory(limit: 1 << 20))
  }

  @Test(arguments: Stage.allCases, Removal.allCases)
  func theResponseIsNotStoredOnDisk(_ stage: Stage, _ removal: Removal) async throws {
    let disk = try DiskFixture()
    try await check(stage, removal, .disk(at: disk.directory, limit: 1 << 20))
    withExtendedLifetime(disk) {}
  }

  @Test(arguments: Removal.allCases) func aRequestThatStartsAfterwardsIsStored(_ removal: Removal) throws {
    let fixture = CachedSession()
    fixture.stub(.fresh("first"), .fresh("second"))
    _ = fixture.get()
    try removal.perform(on: fixture.cache, fixture.url)
    expectEqual(fixture.get()?.value, "second")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
  }

  /// The response was made after the change, so it is current (RFC 9111 section 4.4).
  @Test(arguments: [Stage.queueing, .pausing])
  func aRequestThatIsSentAfterAnInvalidationIsStored(_ stage: Stage) {
    let fixture = fixture(stage, .memory(limit: 1 << 20))
    if stage.isQueueing { fixture.start(.get, "https://example.com/busy") }
    let got = fixture.start()
    let other = CachedSession(fixture.cache)
    other.stub(.status(200))
    other.start(.post)
    fixture.timer.advance(by: .seconds(60))
    expectEqual(got.value?.value, "late")
    expectEqual(fixture.cache.store.count, 1)
  }
}
