import Foundation
import TestSupport
import Testing

@testable import Net

/// Invalidation, `HEAD` and failures.
@Suite struct CacheUpdateTests {
  private func scene(_ headers: HTTPHeaders, size: Int64 = 10) -> CacheScene {
    var scene = CacheScene()
    scene.store(headers, size: size)
    return scene
  }

  // MARK: - Invalidation (RFC 9111 section 4.4)

  @Test(arguments: [HTTPMethod.post, .put, .patch, .delete, "M-SEARCH", "PURGE", "get"])
  func methodsThatAreNotSafeInvalidate(method: HTTPMethod) {
    for status in [200, 204, 302, 399] {
      expectEqual(CacheScene().outcome(status, [:], method: method)?.invalidations, ["http://example.org/a"])
    }
    for status in [400, 404, 500, 199] {
      expectEqual(CacheScene().outcome(status, [:], method: method)?.invalidations, [])
    }
  }

  @Test(arguments: [HTTPMethod.get, .head, .options, .trace, .query])
  func safeMethodsDoNotInvalidate(method: HTTPMethod) {
    expectEqual(CacheScene().outcome(200, ["Location": "/b"], method: method)?.invalidations, [])
  }

  @Test func locationsOfTheSameOriginAreInvalidated() {
    let same: HTTPHeaders = ["Location": "b", "Content-Location": "http://EXAMPLE.org:80/c#d"]
    expectEqual(
      CacheScene().outcome(200, same, method: .put)?.invalidations,
      [
        "http://example.org/a", "http://example.org/b", "http://example.org/c",
      ])
    let other: HTTPHeaders = [
      "Location": "http://example.com/b", "Content-Location": "https://example.org/c",
    ]
    expectEqual(CacheScene().outcome(200, other, method: .put)?.invalidations, ["http://example.org/a"])
    expectEqual(
      CacheScene().outcome(200, ["Location": "/a"], method: .put)?.invalidations, ["http://example.org/a"])
    expectEqual(CacheScene().outcome(200, ["Location": "mailto:b"], method: .put)?.invalidations.count, 1)
  }

  // MARK: - HEAD (RFC 9111 section 4.3.5)

  @Test func headOfTheSameRepresentationUpdatesTheFields() {
    let scene = scene(["ETag": "\"a\"", "Last-Modified": httpDate(-9), "Content-Length": "10", "A": "1"])
    let headers: HTTPHeaders = [
      "ETag": "\"a\"", "Last-Modified": httpDate(-9), "Content-Length": "10", "A": "2",
      "Cache-Control": "max-age=60",
    ]
    let outcome = scene.outcome(200, headers, after: 5, method: .head)
    expectEqual(outcome?.isFromNetwork, true)
    let updated = outcome?.updates.first?.response
    expectEqual(updated?.headers["A"], "2")
    expectEqual(updated?.isInvalid, false)
    expectEqual(updated?.facts.staleness(at: CacheScene.start.addingTimeInterval(5)), -60)
  }

  @Test(arguments: ["ETag", "Last-Modified", "Content-Length"])
  func headOfAnotherRepresentationInvalidates(name: String) {
    let headers: HTTPHeaders = ["ETag": "\"a\"", "Last-Modified": httpDate(-9), "Content-Length": "10"]
    var changed = headers
    changed.update(name: name, value: name == "Content-Length" ? "11" : "x")
    let outcome = scene(headers).outcome(200, changed, after: 5, method: .head)
    expectEqual(outcome?.updates.first?.response.isInvalid, true)
    expectEqual(outcome?.updates.first?.response.headers[name], headers[name])
  }

  @Test func headWithoutValidatorsComparesTheLength() {
    expectEqual(
      scene([:], size: 10).outcome(200, ["Content-Length": "10"], method: .head)?.updates[0].response
        .isInvalid, false)
    expectEqual(
      scene([:], size: 9).outcome(200, ["Content-Length": "10"], method: .head)?.updates[0].response
        .isInvalid, true)
    expectEqual(scene(["ETag": "\"a\""]).outcome(200, [:], method: .head)?.updates.isEmpty, true)
    // The bytes are decoded, the length is that of the encoded ones.
    let encoded = scene(["Content-Encoding": "gzip"], size: 9)
    expectEqual(
      encoded.outcome(200, ["Content-Length": "10"], method: .head)?.updates[0].response.isInvalid, false)
  }

  @Test(arguments: [("7", false), ("8", true)])
  func headOfAnEncodedResponseComparesTheLengthsOfTheEncodedBytes(length: String, isInvalid: Bool) {
    let encoded = scene(["Content-Encoding": "gzip", "Content-Length": "7"], size: 9)
    let outcome = encoded.outcome(200, ["Content-Length": length], method: .head)
    expectEqual(outcome?.updates.first?.response.isInvalid, isInvalid)
  }

  @Test func headWithAnotherStatusOrForAnotherVariantChangesNothing() {
    expectEqual(scene([:]).outcome(410, ["ETag": "\"b\""], method: .head)?.updates.isEmpty, true)
    var scene = CacheScene()
    scene.store(["Vary": "Foo"], request: ["Foo": "1"])
    expectEqual(scene.outcome(200, ["ETag": "\"b\""], to: ["Foo": "2"], method: .head)?.updates.isEmpty, true)
  }

  @Test func headThatForbidsStoringRemoves() {
    let outcome = scene([:]).outcome(200, ["Cache-Control": "no-store"], method: .head)
    expectEqual(outcome?.removals, [0])
    expectEqual(outcome?.updates.isEmpty, true)
  }

  // MARK: - Failures (RFC 5861 section 4)

  @Test func staleIfErrorOfEitherSideAllowsAStaleResponse() {
    let ours = scene(["Cache-Control": "max-age=5, stale-if-error=10"])
    expectEqual(ours.fallback(after: 15)?.status, .stale(age: .seconds(15), .error))
    expectNil(ours.fallback(after: 16))
    let plain = scene(["Cache-Control": "max-age=5"])
    expectNil(plain.fallback(after: 15))
    expectNotNil(plain.fallback(["Cache-Control": "stale-if-error=10"], after: 15))
    expectNotNil(ours.fallback(["Cache-Control": "stale-if-error=1"], after: 15))
  }

  /// RFC 9111 section 5.2.1.
  @Test(arguments: ["max-age=0", "max-age=3", "max-age=99", "min-fresh=2", "max-stale=3"])
  func limitsOfTheRequestHoldDespiteStaleIfErrorOfTheResponse(limit: String) {
    let scene = scene(["Cache-Control": "max-age=5, stale-if-error=600"])
    expectNil(scene.fallback(["Cache-Control": limit], after: 15))
    expectNil(scene.fallback(["Cache-Control": "\(limit), stale-if-error=9"], after: 15))
    expectNotNil(scene.fallback(["Cache-Control": "\(limit), stale-if-error=10"], after: 15))
  }

  @Test func requestsThatRequireValidationReceiveNoStaleResponse() {
    let scene = scene(["Cache-Control": "max-age=5, stale-if-error=10"])
    expectNil(scene.fallback(["Cache-Control": "no-cache"], after: 15))
    expectNil(scene.fallback(["Cache-Control": "no-store"], after: 15))
    expectNil(scene.fallback(after: 15, mode: .reload))
    expectNil(scene.fallback(after: 15, mode: .revalidate))
    expectNil(CacheScene().fallback(after: 15))
  }

  @Test func fourServerErrorsAllowAStaleResponse() {
    expectEqual((100..<600).filter(CacheLookup.isFailure), [500, 502, 503, 504])
  }
}
