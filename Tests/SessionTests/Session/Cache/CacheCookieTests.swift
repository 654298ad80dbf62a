import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Responses that depend on cookies, while the jar changes.
@Suite struct CacheCookieTests {
  private func personal(_ text: String) -> StubResponse {
    StubResponse.fresh(text).header("Vary", "Cookie")
  }

  /// A session with one slot, which a log-in for another user takes while a request with the first cookie waits.
  private func waitingBehindALogIn() -> (CachedSession, CookieJar, Captured<DataResponse<String>>) {
    let jar = CookieJar()
    let fixture = CachedSession {
      $0.cookies = jar
      $0.maximumConcurrentRequests = 1
    }
    fixture.transport.stub(
      .get("https://example.com/first"), with: StubResponse.text("").header("Set-Cookie", "user=1"))
    fixture.transport.stub(
      .get("https://example.com/second"),
      with: StubResponse.text("").header("Set-Cookie", "user=2").delay(.seconds(1)))
    fixture.transport.stub(
      .get(fixture.url), withSequence: [personal("of user 2"), personal("of user 1")])
    fixture.start(.get, "https://example.com/first")
    fixture.start(.get, "https://example.com/second")
    return (fixture, jar, fixture.start())
  }

  @Test func aResponseIsStoredForTheCookiesThatWereSent() {
    let (fixture, jar, waiting) = waitingBehindALogIn()
    fixture.timer.advance(by: .seconds(1))
    expectEqual(waiting.value?.value, "of user 2")
    expectEqual(fixture.transport.requests.last?.headers["Cookie"], "user=2")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
    jar.removeAll()
    fixture.start(.get, "https://example.com/first")
    let other = fixture.get()
    expectEqual(other?.value, "of user 1")
    expectEqual(other?.cacheStatus, .miss(.varyMiss))
  }
}
