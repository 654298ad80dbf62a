import Foundation
import TestSupport
import Testing

@testable import Net

/// Which stored response is used, and which is not (RFC 9111 section 4).
@Suite struct CacheLookupTests {
  private func scene(
    _ headers: HTTPHeaders, status: Int = 200, request: HTTPHeaders = [:], at seconds: Double = 0
  ) -> CacheScene {
    var scene = CacheScene()
    scene.store(headers, status: status, request: request, at: seconds)
    return scene
  }

  @Test func anEmptyCacheIsAMiss() {
    let forward = CacheScene().forwarded()
    expectEqual(forward?.status, .miss(.uriMiss))
    expectEqual(forward?.validated, [])
    expectEqual(forward?.request, CacheScene.request().request)
  }

  @Test func aFreshResponseIsAHitWithItsAge() {
    let serving = scene(["Cache-Control": "max-age=60", "Age": "10", "A": "1"]).served(after: 20.5)
    expectEqual(serving?.status, .hit(age: .seconds(30.5)))
    expectEqual(serving?.head.headers["Age"], "30")
    expectEqual(serving?.head.headers["A"], "1")
    expectEqual(serving?.hasBody, true)
    expectNil(serving?.slice)
    expectEqual(serving?.head.url, CacheScene.request().request.url)
  }

  @Test func aStaleResponseIsForwarded() {
    expectEqual(scene(["Cache-Control": "max-age=60"]).forwarded(after: 60)?.status, .miss(.stale))
    expectEqual(scene([:]).forwarded()?.status, .miss(.stale))
  }

  @Test func noCacheIsAlwaysValidated() {
    let scene = scene(["Cache-Control": "max-age=60, no-cache", "ETag": "\"a\""])
    expectEqual(scene.forwarded()?.request.headers["If-None-Match"], "\"a\"")
  }

  @Test func fieldsOfNoCacheAreNotServedUnvalidated() {
    let scene = scene(["Cache-Control": "max-age=60, no-cache=\"a, B\"", "A": "1", "B": "2", "C": "3"])
    let headers = scene.served()?.head.headers
    expectNil(headers?["A"])
    expectNil(headers?["B"])
    expectEqual(headers?["C"], "3")
  }

  @Test func onlyGetAndHeadAreLookedUp() {
    let scene = scene(["Cache-Control": "max-age=60"])
    expectEqual(scene.served(method: .get)?.hasBody, true)
    expectEqual(scene.served(method: .head)?.hasBody, false)
    for method: HTTPMethod in [.post, .put, .options, .query, "PURGE"] {
      expectEqual(scene.forwarded(method: method)?.status, .bypass(.method))
    }
  }

  @Test func anInvalidatedResponseIsStale() {
    var scene = scene(["Cache-Control": "max-age=60"])
    scene.entries[0].response.isInvalid = true
    expectEqual(scene.forwarded()?.status, .miss(.stale))
    expectEqual(scene.served(mode: .preferCached)?.status, .stale(age: .zero, .request))
  }

  @Test func aClockThatWasSetBackMakesResponsesStale() {
    expectEqual(scene(["Cache-Control": "max-age=60"]).forwarded(after: -1)?.status, .miss(.stale))
  }

  @Test func maxAgeOfARequestLimitsTheAge() {
    let scene = scene(["Cache-Control": "max-age=60"])
    expectEqual(scene.served(["Cache-Control": "max-age=10"], after: 10)?.status, .hit(age: .seconds(10)))
    expectEqual(scene.forwarded(["Cache-Control": "max-age=10"], after: 11)?.status, .miss(.request))
    expectEqual(scene.forwarded(["Cache-Control": "max-age=0"])?.status, .miss(.request))
    expectEqual(scene.forwarded(["Cache-Control": "max-age=a"])?.status, .miss(.request))
  }

  @Test func minFreshRequiresRemainingFreshness() {
    let scene = scene(["Cache-Control": "max-age=60"])
    expectNotNil(scene.served(["Cache-Control": "min-fresh=50"], after: 10))
    expectEqual(scene.forwarded(["Cache-Control": "min-fresh=51"], after: 10)?.status, .miss(.request))
  }

  @Test func maxStaleOfARequestAllowsAStaleResponse() {
    let scene = scene(["Cache-Control": "max-age=60"])
    let status = CacheStatus.stale(age: .seconds(70), .request)
    expectEqual(scene.served(["Cache-Control": "max-stale"], after: 70)?.status, status)
    expectEqual(scene.served(["Cache-Control": "max-stale=10"], after: 70)?.status, status)
    expectEqual(scene.forwarded(["Cache-Control": "max-stale=9"], after: 70)?.status, .miss(.stale))
  }

  @Test(arguments: ["must-revalidate", "no-cache"])
  func directivesOfAResponseForbidStaleUse(directive: String) {
    var scene = scene([
      "Cache-Control": "max-age=60, stale-while-revalidate=60, stale-if-error=60, \(directive)"
    ])
    expectNotNil(scene.forwarded(["Cache-Control": "max-stale"], after: 70))
    expectNotNil(scene.forwarded(after: 70, mode: .preferCached))
    expectNil(scene.served(after: 70, mode: .onlyCached))
    expectNotNil(scene.forwarded(after: 70))
    expectNil(scene.fallback(after: 70))
    scene.options.usesStaleDespiteMustRevalidate = true
    expectNotNil(scene.served(["Cache-Control": "max-stale"], after: 70))
    expectNotNil(scene.served(after: 70, mode: .preferCached))
    expectNotNil(scene.fallback(after: 70))
  }

  @Test func noCacheOfARequestValidatesAFreshResponse() {
    let scene = scene(["Cache-Control": "max-age=60, immutable", "ETag": "\"a\""])
    let forward = scene.forwarded(["Cache-Control": "no-cache"])
    expectEqual(forward?.status, .miss(.request))
    expectEqual(forward?.validated, [0])
    expectNotNil(scene.served(["Pragma": "no-cache"]))
  }

  @Test func noStoreOfARequestBypassesTheStore() {
    let forward = scene(["Cache-Control": "max-age=60", "ETag": "\"a\""]).forwarded([
      "Cache-Control": "no-store"
    ])
    expectEqual(forward?.status, .bypass(.request))
    expectEqual(forward?.validated, [])
  }

  @Test func onlyIfCachedNeverUsesTheNetwork() {
    let scene = scene(["Cache-Control": "max-age=60, stale-while-revalidate=60"])
    expectEqual(scene.served(["Cache-Control": "only-if-cached"])?.status, .hit(age: .zero))
    expectNil(scene.served(["Cache-Control": "only-if-cached"], after: 70)?.revalidation)
    guard case .unavailable(let head) = scene.decide(["Cache-Control": "only-if-cached"], after: 130) else {
      Issue.record("A response without a usable entry")
      return
    }
    expectEqual(head.status, 504)
    expectEqual(head.headers["Content-Length"], "0")
  }

  @Test func ifMatchAndIfUnmodifiedSinceAreForwardedToTheServer() {
    let scene = scene(["Cache-Control": "max-age=60", "ETag": "\"a\""])
    for headers: HTTPHeaders in [["If-Match": "\"a\""], ["If-Unmodified-Since": httpDate(0)]] {
      let forward = scene.forwarded(headers)
      expectEqual(forward?.status, .miss(.request))
      expectEqual(forward?.request.headers, headers)
    }
  }

  @Test func aVariantIsFoundByTheFieldsOfItsRequest() {
    var scene = scene(["Cache-Control": "max-age=60", "Vary": "Foo", "N": "1"], request: ["Foo": "1"])
    scene.store(["Cache-Control": "max-age=60", "Vary": "Foo", "N": "2"], request: ["Foo": "2"])
    expectEqual(scene.served(["Foo": "1"])?.head.headers["N"], "1")
    expectEqual(scene.served(["Foo": "2"])?.head.headers["N"], "2")
    expectEqual(scene.forwarded(["Foo": "3"])?.status, .miss(.varyMiss))
  }

  @Test func theNewestOfSeveralMatchesIsUsed() {
    var scene = scene(["Cache-Control": "max-age=60", "Date": httpDate(-1), "N": "1"])
    scene.store(["Cache-Control": "max-age=60", "Date": httpDate(-5), "N": "2"])
    scene.store(["Cache-Control": "max-age=60", "Date": httpDate(-1), "N": "3"])
    expectEqual(scene.served()?.head.headers["N"], "3")
  }

  @Test func aResponseThatVariesOnEverythingIsNeverUsed() {
    expectEqual(scene(["Cache-Control": "max-age=60", "Vary": "*"]).forwarded()?.status, .miss(.varyMiss))
  }

  @Test func staleWhileRevalidateServesAndValidates() {
    let scene = scene(["Cache-Control": "max-age=60, stale-while-revalidate=10", "ETag": "\"a\""])
    let serving = scene.served(after: 70)
    expectEqual(serving?.status, .stale(age: .seconds(70), .revalidating))
    expectEqual(serving?.revalidation?.request.headers["If-None-Match"], "\"a\"")
    expectEqual(serving?.revalidation?.validated, [0])
    expectEqual(scene.forwarded(after: 70.1)?.status, .miss(.stale))
    expectNil(scene.served(after: 59)?.revalidation)
  }

  @Test func staleWhileRevalidateNeedsAnExplicitLifetimeAndAPatientRequest() {
    let heuristic = scene(["Cache-Control": "stale-while-revalidate=99", "Last-Modified": httpDate(-100)])
    expectNotNil(heuristic.forwarded(after: 20))
    let explicit = scene(["Cache-Control": "max-age=60, stale-while-revalidate=99"])
    expectNotNil(explicit.forwarded(["Cache-Control": "max-age=80"], after: 70))
    expectNotNil(explicit.forwarded(["Cache-Control": "no-cache"], after: 70))
    expectNotNil(explicit.forwarded(["Cache-Control": "min-fresh=1"], after: 70))
  }

  /// RFC 9111 section 5.2.1.2: the client accepts a response that has been stale for at most this time.
  @Test func staleWhileRevalidateDoesNotExceedTheMaxStaleOfARequest() {
    let scene = scene(["Cache-Control": "max-age=60, stale-while-revalidate=99"])
    expectEqual(scene.forwarded(["Cache-Control": "max-stale=9"], after: 70)?.status, .miss(.stale))
    expectNil(scene.served(["Cache-Control": "max-stale=9, only-if-cached"], after: 70))
    expectNotNil(scene.served(["Cache-Control": "max-stale=10"], after: 70)?.revalidation)
    expectNotNil(scene.served(["Cache-Control": "max-stale"], after: 70)?.revalidation)
  }

  @Test func theBackgroundRequestHasNoConditionsOfTheClient() {
    let scene = scene(["Cache-Control": "max-age=1, stale-while-revalidate=9", "ETag": "\"a\""])
    let serving = scene.served(
      ["If-None-Match": "\"b\"", "If-Modified-Since": httpDate(0), "Range": "bytes=0-1", "A": "1"], after: 5)
    expectEqual(serving?.revalidation?.request.headers, ["A": "1", "If-None-Match": "\"a\""])
  }
}
