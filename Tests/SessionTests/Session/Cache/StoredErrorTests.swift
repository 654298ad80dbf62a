import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Errors that may be stored, after a response that is stored.
@Suite struct StoredErrorTests {
  private static let controls = ["max-age=0", "no-cache", "public", "max-age=60"]

  private var good: StubResponse {
    .text("good").header("Cache-Control", "max-age=5, stale-if-error=600, stale-while-revalidate=20")
      .header("ETag", "\"1\"")
  }

  private func bad(_ control: String, status: Int = 503) -> StubResponse {
    .text("bad").status(status).header("Cache-Control", control)
  }

  @Test(arguments: controls) func theStoredResponseReplacesTheError(control: String) {
    let fixture = CachedSession()
    fixture.stub(good, bad(control), bad(control), bad(control))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(50))
    for age in [50, 51, 52] {
      expectEqual(fixture.get()?.value, "good")
      expectEqual(fixture.get(.onlyCached)?.cacheStatus, .stale(age: .seconds(age), .request))
      fixture.timer.advance(by: .seconds(1))
    }
  }

  @Test(arguments: controls) func anErrorOfAValidationInTheBackgroundLeavesTheStoredResponse(control: String)
  {
    let fixture = CachedSession()
    fixture.stub(good, bad(control, status: 500), .fresh("new"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(fixture.get()?.cacheStatus, .stale(age: .seconds(10), .revalidating))
    expectEqual(fixture.sent, 2)
    expectEqual(fixture.get(.preferCached)?.value, "good")
  }

  @Test(arguments: [401, 403, 429]) func anErrorThatNothingMayReplaceIsDelivered(status: Int) {
    let fixture = CachedSession()
    fixture.stub(good, bad("max-age=0", status: status), .fresh("new"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(50))
    expectEqual(fixture.get()?.response?.status, status)
    expectEqual(fixture.get(.onlyCached)?.value, "good")
    expectEqual(fixture.get()?.value, "new")
  }

  @Test func theErrorIsNotSentForAgainWhileItIsFresh() {
    let fixture = CachedSession()
    fixture.stub(good, bad("max-age=60"), .fresh("new"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(50))
    _ = fixture.get()
    expectEqual(fixture.get()?.value, "good")
    expectEqual(fixture.sent, 2)
    fixture.timer.advance(by: .seconds(61))
    expectEqual(fixture.get()?.value, "new")
    expectEqual(fixture.transport.requests.last?.headers["If-None-Match"], "\"1\"")
  }

  @Test func aTemporaryRedirectLeavesTheStoredResponseToThoseWhoPreferIt() {
    let fixture = CachedSession { $0.redirects = .refuse }
    let login = StubResponse.status(302).header("Location", "/login").header("Cache-Control", "max-age=0")
    fixture.stub(good, login, .fresh("new"))
    _ = fixture.get()
    expectEqual(fixture.get(.reload)?.response?.status, 302)
    expectEqual(fixture.get(.onlyCached)?.value, "good")
    expectEqual(fixture.get()?.value, "new")
  }

  /// Some servers redirect to the usual spelling of a URL, which has the same key.
  @Test func aRedirectToAnotherSpellingIsNotStored() {
    let fixture = CachedSession()
    let moved = StubResponse.status(301).header("Location", "/~a").header("Cache-Control", "max-age=60")
    fixture.stub(moved, .fresh("a"))
    expectEqual(fixture.start(.get, "https://example.com/%7Ea").value?.value, "a")
    expectEqual(fixture.start(.get, "https://example.com/~a").value?.cacheStatus, .hit(age: .zero))
    expectEqual(fixture.start(.get, "https://example.com/%7Ea").value?.cacheStatus, .hit(age: .zero))
  }

  @Test(arguments: ["/%7Ea", "/%7ea", "/d/../~a", "/./~a"])
  func anUnsafeRequestInAnotherSpellingRemovesTheStoredResponse(path: String) {
    let fixture = CachedSession()
    fixture.stub(
      .fresh("one"), .status(204), .fresh("two"), .status(201).header("Location", path), .fresh("three"))
    let url = "https://example.com/~a"
    _ = fixture.start(.get, url)
    _ = fixture.start(.put, "https://example.com\(path)")
    expectEqual(fixture.start(.get, url).value?.value, "two")
    _ = fixture.start(.post, "https://example.com/b")
    expectEqual(fixture.start(.get, url).value?.value, "three")
  }
}
