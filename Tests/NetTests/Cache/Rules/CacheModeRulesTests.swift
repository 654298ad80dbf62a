import Foundation
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
    #expect(forward?.request.headers == ["Cache-Control": "no-cache", "Pragma": "no-cache"])
    #expect(forward?.validated == [])
    #expect(forward?.status == .miss(.request))
    #expect(CacheScene().forwarded(mode: .reload)?.status == .miss(.uriMiss))
  }

  @Test func fieldsOfTheRequestAreKept() {
    let headers: HTTPHeaders = ["Cache-Control": "no-transform", "Pragma": "a"]
    #expect(CacheScene().forwarded(headers, mode: .reload)?.request.headers == headers)
    #expect(CacheScene().forwarded(headers, mode: .revalidate)?.request.headers == headers)
  }

  @Test func revalidateSendsMaxAgeZeroWithConditions() {
    let forward = scene("max-age=60").forwarded(mode: .revalidate)
    #expect(forward?.request.headers == ["Cache-Control": "max-age=0", "If-None-Match": "\"a\""])
    #expect(forward?.status == .miss(.request))
    #expect(CacheScene().forwarded(mode: .revalidate)?.request.headers == ["Cache-Control": "max-age=0"])
  }

  @Test func revalidateUsesAFreshImmutableResponse() {
    #expect(scene("max-age=60, immutable").served(mode: .revalidate)?.status == .hit(age: .zero))
    #expect(scene("max-age=60, immutable").forwarded(after: 60, mode: .revalidate)?.status == .miss(.stale))
  }

  @Test(arguments: [CacheMode.preferCached, .onlyCached])
  func preferCachedUsesAStaleResponse(mode: CacheMode) {
    #expect(scene("max-age=60").served(after: 59, mode: mode)?.status == .hit(age: .seconds(59)))
    #expect(scene("max-age=60").served(after: 99, mode: mode)?.status == .stale(age: .seconds(99), .request))
    let serving = scene("max-age=60, stale-while-revalidate=60").served(after: 99, mode: mode)
    #expect(serving?.status == .stale(age: .seconds(99), .request))
    #expect(serving?.revalidation == nil)
  }

  @Test func onlyPreferCachedFallsBackToTheNetwork() {
    #expect(CacheScene().forwarded(mode: .preferCached)?.status == .miss(.uriMiss))
    for method: HTTPMethod in [.get, .head, .post] {
      guard case .unavailable(let head) = CacheScene().decide(method: method, mode: .onlyCached) else {
        Issue.record("\(method) went to the network")
        continue
      }
      #expect(head.status == 504)
    }
  }

  @Test func aResponseWithoutALifetimeIsUsedByPreferCached() throws {
    var scene = CacheScene()
    let stored = try #require(scene.outcome(200, ["Content-Type": "application/json"])?.stored)
    scene.entries = [CacheEntry(id: 1, key: CacheKey(url: stored.url), response: stored, bodySize: 2)]
    #expect(scene.forwarded(after: 1)?.status == .miss(.stale))
    #expect(scene.served(after: 1, mode: .preferCached) != nil)
    #expect(scene.served(after: 1, mode: .onlyCached) != nil)
  }
}
