import Foundation
import TestSupport
import Testing

@testable import Net

/// What each mode of a request means for the rules.
@Suite struct CacheModeRulesTests {
  private func scene(_ directives: String) -> CacheScene {
    var scene = CacheScene()
    scene.store(["Cache-Control": directives, "ETag": "\"a\""])
    return scene
  }

  @Test func reloadSendsNoCacheWithoutConditions() {
    let forward = scene("max-age=60").forwarded(mode: .reload)
    expectEqual(forward?.request.headers, ["Cache-Control": "no-cache", "Pragma": "no-cache"])
    expectEqual(forward?.validated, [])
    expectEqual(forward?.status, .miss(.request))
    expectEqual(CacheScene().forwarded(mode: .reload)?.status, .miss(.uriMiss))
  }

  @Test func fieldsOfTheRequestAreKept() {
    let headers: HTTPHeaders = ["Cache-Control": "no-transform", "Pragma": "a"]
    expectEqual(CacheScene().forwarded(headers, mode: .reload)?.request.headers, headers)
    expectEqual(CacheScene().forwarded(headers, mode: .revalidate)?.request.headers, headers)
  }

  @Test func revalidateSendsMaxAgeZeroWithConditions() {
    let forward = scene("max-age=60").forwarded(mode: .revalidate)
    expectEqual(forward?.request.headers, ["Cache-Control": "max-age=0", "If-None-Match": "\"a\""])
    expectEqual(forward?.status, .miss(.request))
    expectEqual(CacheScene().forwarded(mode: .revalidate)?.request.headers, ["Cache-Control": "max-age=0"])
  }

  /// Returns the decision on a request to validate a response with these directives.
  private func validated(
    _ directives: String, url: String = "https://example.org/a", after seconds: Double = 0
  ) -> CacheDecision {
    CacheLookup.decide(
      CacheScene.request(mode: .revalidate, url: url), among: scene(directives).entries,
      now: CacheScene.start.addingTimeInterval(seconds), options: CacheOptions())
  }

  /// RFC 8246 section 2.
  @Test(arguments: ["max-age=60, immutable", "max-age=60, immutable=1", "immutable, max-age=60, immutable"])
  func revalidateUsesAFreshImmutableResponse(directives: String) {
    guard case .serve(let serving) = validated(directives) else {
      Issue.record("A validation of an immutable response")
      return
    }
    expectEqual(serving.status, .hit(age: .zero))
    guard case .forward(let forward) = validated(directives, after: 60) else {
      Issue.record("A stale immutable response without a validation")
      return
    }
    expectEqual(forward.status, .miss(.stale))
  }

  /// RFC 8246 section 3: others may have changed such a response on its way.
  @Test func revalidateIgnoresImmutableWithoutTLS() {
    guard case .forward(let forward) = validated("max-age=60, immutable", url: "http://example.org/a") else {
      Issue.record("An immutable response without TLS")
      return
    }
    expectEqual(forward.status, .miss(.request))
    expectEqual(forward.validated, [0])
  }

  @Test(arguments: [CacheMode.preferCached, .onlyCached])
  func preferCachedUsesAStaleResponse(mode: CacheMode) {
    expectEqual(scene("max-age=60").served(after: 59, mode: mode)?.status, .hit(age: .seconds(59)))
    expectEqual(
      scene("max-age=60").served(after: 99, mode: mode)?.status, .stale(age: .seconds(99), .request))
    let serving = scene("max-age=60, stale-while-revalidate=60").served(after: 99, mode: mode)
    expectEqual(serving?.status, .stale(age: .seconds(99), .request))
    expectNil(serving?.revalidation)
  }

  @Test func onlyPreferCachedFallsBackToTheNetwork() {
    expectEqual(CacheScene().forwarded(mode: .preferCached)?.status, .miss(.uriMiss))
    for method: HTTPMethod in [.get, .head, .post] {
      guard case .unavailable(let head) = CacheScene().decide(method: method, mode: .onlyCached) else {
        Issue.record("\(method) went to the network")
        continue
      }
      expectEqual(head.status, 504)
    }
  }

  @Test func aResponseWithoutALifetimeIsUsedByPreferCached() throws {
    var scene = CacheScene()
    let stored = try #require(scene.outcome(200, ["Content-Type": "application/json"])?.stored)
    scene.entries = [CacheEntry(id: 1, key: CacheKey(url: stored.url), response: stored, bodySize: 2)]
    expectEqual(scene.forwarded(after: 1)?.status, .miss(.stale))
    expectNotNil(scene.served(after: 1, mode: .preferCached))
    expectNotNil(scene.served(after: 1, mode: .onlyCached))
  }
}
