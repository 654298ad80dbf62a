import Foundation
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
      #expect(CacheScene().outcome(status, [:], method: method)?.invalidations == ["http://example.org/a"])
    }
    for status in [400, 404, 500, 199] {
      #expect(CacheScene().outcome(status, [:], method: method)?.invalidations == [])
    }
  }

  @Test(arguments: [HTTPMethod.get, .head, .options, .trace, .query])
  func safeMethodsDoNotInvalidate(method: HTTPMethod) {
    #expect(CacheScene().outcome(200, ["Location": "/b"], method: method)?.invalidations == [])
  }

  @Test func locationsOfTheSameOriginAreInvalidated() {
    let same: HTTPHeaders = ["Location": "b", "Content-Location": "http://EXAMPLE.org:80/c#d"]
    #expect(
      CacheScene().outcome(200, same, method: .put)?.invalidations == [
        "http://example.org/a", "http://example.org/b", "http://example.org/c",
      ])
    let other: HTTPHeaders = [
      "Location": "http://example.com/b", "Content-Location": "https://example.org/c",
    ]
    #expect(CacheScene().outcome(200, other, method: .put)?.invalidations == ["http://example.org/a"])
    #expect(
      CacheScene().outcome(200, ["Location": "/a"], method: .put)?.invalidations == ["http://example.org/a"])
    #expect(CacheScene().outcome(200, ["Location": "mailto:b"], method: .put)?.invalidations.count == 1)
  }

  // MARK: - HEAD (RFC 9111 section 4.3.5)

  @Test func headOfTheSameRepresentationUpdatesTheFields() {
    let scene = scene(["ETag": "\"a\"", "Last-Modified": httpDate(-9), "Content-Length": "10", "A": "1"])
    let headers: HTTPHeaders = [
      "ETag": "\"a\"", "Last-Modified": httpDate(-9), "Content-Length": "10", "A": "2",
      "Cache-Control": "max-age=60",
    ]
    let outcome = scene.outcome(200, headers, after: 5, method: .head)
    #expect(outcome?.isFromNetwork == true)
    let updated = outcome?.updates.first?.response
    #expect(updated?.headers["A"] == "2")
    #expect(updated?.isInvalid == false)
    #expect(updated?.facts.staleness(at: CacheScene.start.addingTimeInterval(5)) == -60)
  }

  @Test(arguments: ["ETag", "Last-Modified", "Content-Length"])
  func headOfAnotherRepresentationInvalidates(name: String) {
    let headers: HTTPHeaders = ["ETag": "\"a\"", "Last-Modified": httpDate(-9), "Content-Length": "10"]
    var changed = headers
    changed.update(name: name, value: name == "Content-Length" ? "11" : "x")
    let outcome = scene(headers).outcome(200, changed, after: 5, method: .head)
    #expect(outcome?.updates.first?.response.isInvalid == true)
    #expect(outcome?.updates.first?.response.headers[name] == headers[name])
  }

  @Test func headWithoutValidatorsComparesTheLength() {
    #expect(
      scene([:], size: 10).outcome(200, ["Content-Length": "10"], method: .head)?.updates[0].response
        .isInvalid == false)
    #expect(
      scene([:], size: 9).outcome(200, ["Content-Length": "10"], method: .head)?.updates[0].response.isInvalid
        == true)
    #expect(scene(["ETag": "\"a\""]).outcome(200, [:], method: .head)?.updates.isEmpty == true)
    // The bytes are decoded, the length is that of the encoded ones.
    let encoded = scene(["Content-Encoding": "gzip"], size: 9)
    #expect(
      encoded.outcome(200, ["Content-Length": "10"], method: .head)?.updates[0].response.isInvalid == false)
  }

  @Test(arguments: [("7", false), ("8", true)])
  func headOfAnEncodedResponseComparesTheLengthsOfTheEncodedBytes(length: String, isInvalid: Bool) {
    let encoded = scene(["Content-Encoding": "gzip", "Content-Length": "7"], size: 9)
    let outcome = encoded.outcome(200, ["Content-Length": length], method: .head)
    #expect(outcome?.updates.first?.response.isInvalid == isInvalid)
  }

  @Test func headWithAnotherStatusOrForAnotherVariantChangesNothing() {
    #expect(scene([:]).outcome(410, ["ETag": "\"b\""], method: .head)?.updates.isEmpty == true)
    var scene = CacheScene()
    scene.store(["Vary": "Foo"], request: ["Foo": "1"])
    #expect(scene.outcome(200, ["ETag": "\"b\""], to: ["Foo": "2"], method: .head)?.updates.isEmpty == true)
  }

  @Test func headThatForbidsStoringRemoves() {
    let outcome = scene([:]).outcome(200, ["Cache-Control": "no-store"], method: .head)
    #expect(outcome?.removals == [0])
    #expect(outcome?.updates.isEmpty == true)
  }

  // MARK: - Failures (RFC 5861 section 4)

  @Test func staleIfErrorOfEitherSideAllowsAStaleResponse() {
    let ours = scene(["Cache-Control": "max-age=5, stale-if-error=10"])
    #expect(ours.fallback(after: 15)?.status == .stale(age: .seconds(15), .error))
    #expect(ours.fallback(after: 16) == nil)
    let plain = scene(["Cache-Control": "max-age=5"])
    #expect(plain.fallback(after: 15) == nil)
    #expect(plain.fallback(["Cache-Control": "stale-if-error=10"], after: 15) != nil)
    #expect(ours.fallback(["Cache-Control": "stale-if-error=1"], after: 15) != nil)
  }

  /// RFC 9111 section 5.2.1.
  @Test(arguments: ["max-age=0", "max-age=3", "max-age=99", "min-fresh=2", "max-stale=3"])
  func limitsOfTheRequestHoldDespiteStaleIfErrorOfTheResponse(limit: String) {
    let scene = scene(["Cache-Control": "max-age=5, stale-if-error=600"])
    #expect(scene.fallback(["Cache-Control": limit], after: 15) == nil)
    #expect(scene.fallback(["Cache-Control": "\(limit), stale-if-error=9"], after: 15) == nil)
    #expect(scene.fallback(["Cache-Control": "\(limit), stale-if-error=10"], after: 15) != nil)
  }

  @Test func requestsThatRequireValidationReceiveNoStaleResponse() {
    let scene = scene(["Cache-Control": "max-age=5, stale-if-error=10"])
    #expect(scene.fallback(["Cache-Control": "no-cache"], after: 15) == nil)
    #expect(scene.fallback(["Cache-Control": "no-store"], after: 15) == nil)
    #expect(scene.fallback(after: 15, mode: .reload) == nil)
    #expect(scene.fallback(after: 15, mode: .revalidate) == nil)
    #expect(CacheScene().fallback(after: 15) == nil)
  }

  @Test func serverErrorsAreFailures() {
    #expect((100..<600).filter(CacheLookup.isFailure) == [500, 502, 503, 504])
  }
}
