import Foundation
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
    #expect(forward?.status == .miss(.uriMiss))
    #expect(forward?.validated == [])
    #expect(forward?.request == CacheScene.request().request)
  }

  @Test func aFreshResponseIsAHitWithItsAge() {
    let serving = scene(["Cache-Control": "max-age=60", "Age": "10", "A": "1"]).served(after: 20.5)
    #expect(serving?.status == .hit(age: .seconds(30.5)))
    #expect(serving?.head.headers["Age"] == "30")
    #expect(serving?.head.headers["A"] == "1")
    #expect(serving?.hasBody == true)
    #expect(serving?.slice == nil)
    #expect(serving?.head.url == CacheScene.request().request.url)
  }

  @Test func aStaleResponseIsForwarded() {
    #expect(scene(["Cache-Control": "max-age=60"]).forwarded(after: 60)?.status == .miss(.stale))
    #expect(scene([:]).forwarded()?.status == .miss(.stale))
  }

  @Test func noCacheIsAlwaysValidated() {
    let scene = scene(["Cache-Control": "max-age=60, no-cache", "ETag": "\"a\""])
    #expect(scene.forwarded()?.request.headers["If-None-Match"] == "\"a\"")
  }

  @Test func fieldsOfNoCacheAreNotServedUnvalidated() {
    let scene = scene(["Cache-Control": "max-age=60, no-cache=\"a, B\"", "A": "1", "B": "2", "C": "3"])
    let headers = scene.served()?.head.headers
    #expect(headers?["A"] == nil)
    #expect(headers?["B"] == nil)
    #expect(headers?["C"] == "3")
  }

  @Test func onlyGetAndHeadAreLookedUp() {
    let scene = scene(["Cache-Control": "max-age=60"])
    #expect(scene.served(method: .get)?.hasBody == true)
    #expect(scene.served(method: .head)?.hasBody == false)
    for method: HTTPMethod in [.post, .put, .options, .query, "PURGE"] {
      #expect(scene.forwarded(method: method)?.status == .bypass(.method))
    }
  }

  @Test func anInvalidatedResponseIsStale() {
    var scene = scene(["Cache-Control": "max-age=60"])
    scene.entries[0].response.isInvalid = true
    #expect(scene.forwarded()?.status == .miss(.stale))
    #expect(scene.served(mode: .preferCached)?.status == .stale(age: .zero, .request))
  }

  @Test func aClockThatWasSetBackMakesResponsesStale() {
    #expect(scene(["Cache-Control": "max-age=60"]).forwarded(after: -1)?.status == .miss(.stale))
  }

  @Test func maxAgeOfARequestLimitsTheAge() {
    let scene = scene(["Cache-Control": "max-age=60"])
    #expect(scene.served(["Cache-Control": "max-age=10"], after: 10)?.status == .hit(age: .seconds(10)))
    #expect(scene.forwarded(["Cache-Control": "max-age=10"], after: 11)?.status == .miss(.request))
    #expect(scene.forwarded(["Cache-Control": "max-age=0"])?.status == .miss(.request))
    #expect(scene.forwarded(["Cache-Control": "max-age=a"])?.status == .miss(.request))
  }

  @Test func minFreshRequiresRemainingFreshness() {
    let scene = scene(["Cache-Control": "max-age=60"])
    #expect(scene.served(["Cache-Control": "min-fresh=50"], after: 10) != nil)
    #expect(scene.forwarded(["Cache-Control": "min-fresh=51"], after: 10)?.status == .miss(.request))
  }

  @Test func maxStaleOfARequestAllowsAStaleResponse() {
    let scene = scene(["Cache-Control": "max-age=60"])
    let status = CacheStatus.stale(age: .seconds(70), .request)
    #expect(scene.served(["Cache-Control": "max-stale"], after: 70)?.status == status)
    #expect(scene.served(["Cache-Control": "max-stale=10"], after: 70)?.status == status)
    #expect(scene.forwarded(["Cache-Control": "max-stale=9"], after: 70)?.status == .miss(.stale))
  }

  @Test(arguments: ["must-revalidate", "no-cache"])
  func directivesOfAResponseForbidStaleUse(directive: String) {
    var scene = scene([
      "Cache-Control": "max-age=60, stale-while-revalidate=60, stale-if-error=60, \(directive)"
    ])
    #expect(scene.forwarded(["Cache-Control": "max-stale"], after: 70) != nil)
    #expect(scene.forwarded(after: 70, mode: .preferCached) != nil)
    #expect(scene.served(after: 70, mode: .onlyCached) == nil)
    #expect(scene.forwarded(after: 70) != nil)
    #expect(scene.fallback(after: 70) == nil)
    scene.options.usesStaleDespiteMustRevalidate = true
    #expect(scene.served(["Cache-Control": "max-stale"], after: 70) != nil)
    #expect(scene.served(after: 70, mode: .preferCached) != nil)
    #expect(scene.fallback(after: 70) != nil)
  }

  @Test func noCacheOfARequestValidatesAFreshResponse() {
    let scene = scene(["Cache-Control": "max-age=60, immutable", "ETag": "\"a\""])
    let forward = scene.forwarded(["Cache-Control": "no-cache"])
    #expect(forward?.status == .miss(.request))
    #expect(forward?.validated == [0])
    #expect(scene.served(["Pragma": "no-cache"]) != nil)
  }

  @Test func noStoreOfARequestBypassesTheStore() {
    let forward = scene(["Cache-Control": "max-age=60", "ETag": "\"a\""]).forwarded([
      "Cache-Control": "no-store"
    ])
    #expect(forward?.status == .bypass(.request))
    #expect(forward?.validated == [])
  }

  @Test func onlyIfCachedNeverUsesTheNetwork() {
    let scene = scene(["Cache-Control": "max-age=60, stale-while-revalidate=60"])
    #expect(scene.served(["Cache-Control": "only-if-cached"])?.status == .hit(age: .zero))
    #expect(scene.served(["Cache-Control": "only-if-cached"], after: 70)?.revalidation == nil)
    guard case .unavailable(let head) = scene.decide(["Cache-Control": "only-if-cached"], after: 130) else {
      Issue.record("A response without a usable entry")
      return
    }
    #expect(head.status == 504)
    #expect(head.headers["Content-Length"] == "0")
  }

  @Test func ifMatchAndIfUnmodifiedSinceAreForwardedToTheServer() {
    let scene = scene(["Cache-Control": "max-age=60", "ETag": "\"a\""])
    for headers: HTTPHeaders in [["If-Match": "\"a\""], ["If-Unmodified-Since": httpDate(0)]] {
      let forward = scene.forwarded(headers)
      #expect(forward?.status == .miss(.request))
      #expect(forward?.request.headers == headers)
    }
  }

  @Test func aVariantIsFoundByTheFieldsOfItsRequest() {
    var scene = scene(["Cache-Control": "max-age=60", "Vary": "Foo", "N": "1"], request: ["Foo": "1"])
    scene.store(["Cache-Control": "max-age=60", "Vary": "Foo", "N": "2"], request: ["Foo": "2"])
    #expect(scene.served(["Foo": "1"])?.head.headers["N"] == "1")
    #expect(scene.served(["Foo": "2"])?.head.headers["N"] == "2")
    #expect(scene.forwarded(["Foo": "3"])?.status == .miss(.varyMiss))
  }

  @Test func theNewestOfSeveralMatchesIsUsed() {
    var scene = scene(["Cache-Control": "max-age=60", "Date": httpDate(-1), "N": "1"])
    scene.store(["Cache-Control": "max-age=60", "Date": httpDate(-5), "N": "2"])
    scene.store(["Cache-Control": "max-age=60", "Date": httpDate(-1), "N": "3"])
    #expect(scene.served()?.head.headers["N"] == "3")
  }

  @Test func aResponseThatVariesOnEverythingIsNeverUsed() {
    #expect(scene(["Cache-Control": "max-age=60", "Vary": "*"]).forwarded()?.status == .miss(.varyMiss))
  }

  @Test func staleWhileRevalidateServesAndValidates() {
    let scene = scene(["Cache-Control": "max-age=60, stale-while-revalidate=10", "ETag": "\"a\""])
    let serving = scene.served(after: 70)
    #expect(serving?.status == .stale(age: .seconds(70), .revalidating))
    #expect(serving?.revalidation?.request.headers["If-None-Match"] == "\"a\"")
    #expect(serving?.revalidation?.validated == [0])
    #expect(scene.forwarded(after: 70.1)?.status == .miss(.stale))
    #expect(scene.served(after: 59)?.revalidation == nil)
  }

  @Test func staleWhileRevalidateNeedsAnExplicitLifetimeAndAPatientRequest() {
    let heuristic = scene(["Cache-Control": "stale-while-revalidate=99", "Last-Modified": httpDate(-100)])
    #expect(heuristic.forwarded(after: 20) != nil)
    let explicit = scene(["Cache-Control": "max-age=60, stale-while-revalidate=99"])
    #expect(explicit.forwarded(["Cache-Control": "max-age=80"], after: 70) != nil)
    #expect(explicit.forwarded(["Cache-Control": "no-cache"], after: 70) != nil)
    #expect(explicit.forwarded(["Cache-Control": "min-fresh=1"], after: 70) != nil)
  }

  /// RFC 9111 section 5.2.1.2: the client accepts a response that has been stale for at most this time.
  @Test func staleWhileRevalidateDoesNotExceedTheMaxStaleOfARequest() {
    let scene = scene(["Cache-Control": "max-age=60, stale-while-revalidate=99"])
    #expect(scene.forwarded(["Cache-Control": "max-stale=9"], after: 70)?.status == .miss(.stale))
    #expect(scene.served(["Cache-Control": "max-stale=9, only-if-cached"], after: 70) == nil)
    #expect(scene.served(["Cache-Control": "max-stale=10"], after: 70)?.revalidation != nil)
    #expect(scene.served(["Cache-Control": "max-stale"], after: 70)?.revalidation != nil)
  }

  @Test func theBackgroundRequestHasNoConditionsOfTheClient() {
    let scene = scene(["Cache-Control": "max-age=1, stale-while-revalidate=9", "ETag": "\"a\""])
    let serving = scene.served(
      ["If-None-Match": "\"b\"", "If-Modified-Since": httpDate(0), "Range": "bytes=0-1", "A": "1"], after: 5)
    #expect(serving?.revalidation?.request.headers == ["A": "1", "If-None-Match": "\"a\""])
  }
}
