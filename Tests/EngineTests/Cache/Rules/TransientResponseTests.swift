import Foundation
import TestSupport
import Testing

@testable import Net

/// Errors and temporary redirects for a URL with a stored response, about which they say nothing.
@Suite struct TransientResponseTests {
  /// Returns a scene with a response that is fresh for 5 seconds and may replace failures.
  private func scene(_ headers: HTTPHeaders = [:], vary: String? = nil) -> CacheScene {
    var scene = CacheScene()
    var all: HTTPHeaders = ["Cache-Control": "max-age=5, stale-if-error=600", "ETag": "\"a\""]
    if let vary { all.add(name: "Vary", value: vary) }
    for field in headers { all.update(name: field.name, value: field.value) }
    scene.store(all)
    return scene
  }

  // MARK: - What is stored

  @Test(
    arguments: [
      (503, ["Cache-Control": "max-age=0"]), (500, ["Expires": "0"]), (500, ["Expires": "-1"]),
      (500, ["Cache-Control": "no-cache", "Expires": "-1"]), (502, ["Cache-Control": "public"]),
      (504, ["Cache-Control": "max-age=60, no-cache"]), (504, ["Cache-Control": "max-age=5", "Age": "5"]),
      (429, ["Cache-Control": "max-age=0"]), (401, ["Cache-Control": "private, max-age=0"]),
      (403, ["Cache-Control": "max-age=0"]), (405, ["ETag": "\"e\""]), (414, ["ETag": "\"e\""]),
      (302, ["Cache-Control": "max-age=0", "Location": "/b"]), (307, ["Expires": "0", "Location": "/b"]),
      (201, ["Cache-Control": "max-age=0"]), (202, ["Cache-Control": "max-age=0"]), (299, ["Expires": "0"]),
    ] as [(Int, HTTPHeaders)])
  func aResponseThatIsStaleOnArrivalDoesNotReplaceASuccess(status: Int, headers: HTTPHeaders) {
    let outcome = scene().outcome(status, headers, after: 10)
    expectEqual(outcome?.refusal, .status)
    expectEqual(outcome?.removals, [])
    expectEqual(outcome?.isFromNetwork, true)
  }

  @Test func aStaleErrorIsStoredIfNothingElseIs() {
    let error: HTTPHeaders = ["Cache-Control": "max-age=0"]
    expectEqual(CacheScene().outcome(503, error)?.stored?.status, 503)
    let other = scene(vary: "Foo")
    expectEqual(other.outcome(503, error, to: ["Foo": "2"], after: 10)?.stored?.status, 503)
    var errors = CacheScene()
    errors.store(["Cache-Control": "max-age=5"], status: 503)
    expectEqual(errors.outcome(503, error, after: 10)?.replaced, [0])
  }

  @Test(
    arguments: [
      (503, ["Cache-Control": "max-age=60"]), (429, ["Cache-Control": "max-age=60"]),
      (501, ["Last-Modified": httpDate(-999)]), (401, ["Expires": httpDate(99)]),
      (302, ["Cache-Control": "max-age=60", "Location": "/b"]),
    ] as [(Int, HTTPHeaders)])
  func aFreshOneIsStoredInAdditionToTheSuccess(status: Int, headers: HTTPHeaders) {
    let outcome = scene().outcome(status, headers, after: 10)
    expectEqual(outcome?.stored?.status, status)
    expectEqual(outcome?.replaced, [])
    expectEqual(outcome?.outdated, [])
  }

  @Test(arguments: [200, 203, 204, 206, 301, 308, 404, 410])
  func itIsReplacedByAResponseThatSaysWhatTheResourceIs(status: Int) {
    var scene = scene()
    scene.store(["Cache-Control": "max-age=2"], status: 503, at: 6)
    var headers: HTTPHeaders = ["Cache-Control": "max-age=60", "Location": "/b", "ETag": "\"b\""]
    if status == 206 { headers.add(name: "Content-Range", value: "bytes 0-1/9") }
    expectEqual(scene.outcome(status, headers, to: ["Range": "bytes=0-1,3-4"], after: 10)?.replaced, [0, 1])
  }

  @Test func concurrentErrorsReplaceOnlyErrors() {
    var scene = scene()
    scene.store(["Cache-Control": "max-age=60"], status: 503, at: 1)
    scene.store(["Cache-Control": "max-age=60"], status: 500, at: 2)
    let (last, error, success) = (scene.entries[0], scene.entries[1], scene.entries[2])
    expectEqual(CacheUpdate.superseded(last, among: [error, success]).map(\.id), [error.id])
    #expect(CacheUpdate.superseded(success, among: [last]).isEmpty)
  }

  // MARK: - Redirects

  @Test(arguments: [302, 303, 307])
  func aTemporaryRedirectMakesTheStoredResponseStale(status: Int) {
    for headers: HTTPHeaders in [[:], ["Cache-Control": "max-age=0"], ["Cache-Control": "max-age=60"]] {
      var received = headers
      received.add(name: "Location", value: "/login")
      let outcome = scene().outcome(status, received, after: 1, mode: .reload)
      expectEqual(outcome?.updates.map(\.response.isInvalid), [true])
      expectEqual(outcome?.removals, [])
    }
  }

  @Test(arguments: [300, 301, 308])
  func aPermanentRedirectThatIsNotStoredRemovesTheStoredResponse(status: Int) {
    expectEqual(scene().outcome(status, ["Location": "/b"], after: 10)?.removals, [0])
  }

  @Test(arguments: [301, 302, 303, 307, 308])
  func aRedirectToItsOwnURLIsNotStoredAndChangesNothing(status: Int) {
    for location in ["/a", "http://EXAMPLE.org:80/a#b", "/%61", "/b/../a"] {
      let headers: HTTPHeaders = ["Cache-Control": "max-age=60", "Location": location]
      let outcome = scene().outcome(status, headers, after: 10)
      expectEqual(outcome?.refusal, .status, "\(location)")
      expectEqual(outcome?.removals, [])
      expectEqual(outcome?.updates.isEmpty, true)
    }
  }

  // MARK: - What is used

  private func withError(_ control: String, status: Int = 503, success: HTTPHeaders = [:]) -> CacheScene {
    var scene = scene(success)
    scene.store(["Cache-Control": control], status: status, at: 10)
    return scene
  }

  @Test func aFreshErrorIsUsed() {
    let scene = withError("max-age=60", status: 429)
    expectEqual(scene.served(after: 20)?.head.status, 429)
    expectEqual(scene.served(after: 20)?.status, .hit(age: .seconds(10)))
  }

  @Test func insteadOfAFreshServerErrorTheSuccessIsUsedIfItMayBe() {
    let scene = withError("max-age=60")
    expectEqual(scene.served(after: 20)?.head.status, 200)
    expectEqual(scene.served(after: 20)?.status, .stale(age: .seconds(20), .error))
    expectEqual(
      withError("max-age=60", success: ["Cache-Control": "max-age=5"]).served(after: 20)?.head.status, 503)
    expectEqual(scene.served(["Cache-Control": "min-fresh=1"], after: 20)?.head.status, 503)
  }

  @Test(arguments: [CacheMode.preferCached, .onlyCached])
  func thoseWhoPreferWhatIsStoredGetTheSuccess(mode: CacheMode) {
    for scene in [
      withError("max-age=60", status: 401), withError("max-age=1"), withError("max-age=0, must-revalidate"),
    ] {
      expectEqual(scene.served(after: 20, mode: mode)?.status, .stale(age: .seconds(20), .request))
      expectEqual(scene.served(after: 20, mode: mode)?.head.status, 200)
    }
    let strict = withError("max-age=60", success: ["Cache-Control": "max-age=5, must-revalidate"])
    expectEqual(strict.served(after: 20, mode: mode)?.head.status, 503)
    expectEqual(withError("max-age=60", status: 302).served(after: 20, mode: mode)?.head.status, 302)
  }

  @Test func insteadOfAStaleErrorTheSuccessIsUsedOrValidated() {
    let scene = withError("max-age=1")
    expectEqual(scene.forwarded(after: 20)?.request.headers, ["If-None-Match": "\"a\""])
    expectEqual(scene.forwarded(after: 20)?.validated, [1])
    let fresh = withError("max-age=1", success: ["Cache-Control": "max-age=99"])
    expectEqual(fresh.served(after: 20)?.status, .hit(age: .seconds(20)))
  }

  @Test func a304ThatConfirmsTheSuccessRemovesTheError() {
    let outcome = withError("max-age=1").outcome(304, ["ETag": "\"a\""], after: 20)
    expectEqual(outcome?.served?.index, 1)
    expectEqual(outcome?.updates.map(\.index), [1])
    expectEqual(outcome?.removals, [0])
  }

  @Test func aStoredNotFoundIsNotSkipped() {
    var scene = scene(vary: "Foo")
    scene.store(["Cache-Control": "max-age=1"], status: 404, at: 10)
    scene.store(["Cache-Control": "max-age=1"], status: 503, at: 12)
    expectEqual(scene.served(after: 20, mode: .onlyCached)?.head.status, 404)
  }

  @Test func theSuccessReplacesAFailureEvenIfAnErrorIsStored() {
    let scene = withError("max-age=0")
    expectEqual(scene.fallback(after: 20)?.head.status, 200)
    expectEqual(scene.fallback(after: 20)?.status, .stale(age: .seconds(20), .error))
  }
}
