import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Which partition of the cache a redirect uses if the session names one.
@Suite struct RedirectPartitionTests {
  private let start = "https://example.com/a"
  private let other = "https://other.example/b"

  private func fixture(_ configure: (inout SessionConfiguration) -> Void = { _ in }) -> CachedSession {
    CachedSession {
      $0.cachePartition = "user 1"
      $0.headers = ["Authorization": "Bearer 1"]
      configure(&$0)
    }
  }

  private func stub(_ fixture: CachedSession, _ url: String, _ responses: StubResponse...) {
    fixture.transport.stub(.get(url), withSequence: responses)
  }

  @Test func aRedirectToAnotherOriginUsesThePartitionOfUnauthenticatedRequests() {
    let fixture = fixture()
    stub(fixture, start, .redirect(to: other))
    stub(fixture, other, .fresh("public"), .fresh("mine"))
    expectEqual(fixture.get()?.value, "public")
    expectEqual(fixture.start(.get, other).value?.value, "mine")
    expectEqual(fixture.start(.get, other) { $0.unauthenticated() }.value?.value, "public")
    expectEqual(fixture.sent, 3)
  }

  @Test func whatIsStoredForTheUserIsNotAResponseToARedirectFromAnotherOrigin() {
    let fixture = fixture()
    stub(fixture, start, .redirect(to: other))
    stub(fixture, other, .fresh("mine"), .fresh("public"))
    expectEqual(fixture.start(.get, other).value?.value, "mine")
    expectEqual(fixture.get()?.value, "public")
    expectNil(fixture.transport.requests.last?.headers["Authorization"])
  }

  @Test func aRedirectWithinTheOriginUsesTheNamedPartition() {
    let fixture = fixture()
    stub(fixture, start, .redirect(to: "/b"))
    stub(fixture, "https://example.com/b", .fresh("mine"), .fresh("public"))
    expectEqual(fixture.get()?.value, "mine")
    expectEqual(fixture.start(.get, "https://example.com/b").value?.cacheStatus, .hit(age: .zero))
  }

  @Test func aRedirectBackToTheFirstOriginHasNoCredentialsEither() {
    let fixture = fixture()
    stub(fixture, start, .redirect(to: other))
    stub(fixture, other, .redirect(to: "https://example.com/c"))
    stub(fixture, "https://example.com/c", .fresh("public"), .fresh("mine"))
    expectEqual(fixture.get()?.value, "public")
    expectEqual(fixture.start(.get, "https://example.com/c").value?.value, "mine")
  }

  @Test func anotherAttemptBeginsInTheNamedPartition() {
    let fixture = fixture { $0.interceptors = [RetryPolicy(maximumRetries: 1, base: .zero)] }
    stub(fixture, start, .redirect(to: other), .fresh("mine"), .text("public"))
    stub(fixture, other, .status(503))
    let first = fixture.start()
    fixture.timer.advance(by: .seconds(5))
    expectEqual(first.value?.value, "mine")
    expectEqual(fixture.start { $0.unauthenticated() }.value?.value, "public")
    expectEqual(fixture.get()?.value, "mine")
  }

  @Test func aRedirectWhoseCredentialsAClosureRestoresUsesTheNamedPartition() {
    let fixture = fixture {
      $0.redirects = .modify { _, request in
        var request = request
        request.headers.update(.authorization(bearerToken: "1"))
        return request
      }
    }
    stub(fixture, start, .redirect(to: other))
    stub(fixture, other, .fresh("mine"), .fresh("public"))
    expectEqual(fixture.get()?.value, "mine")
    expectEqual(fixture.start(.get, other).value?.cacheStatus, .hit(age: .zero))
  }

  @Test func aStoredRedirectLeadsToThePartitionOfUnauthenticatedRequests() {
    let fixture = fixture()
    stub(
      fixture, start, StubResponse.redirect(to: other, status: 301).header("Cache-Control", "max-age=60"))
    stub(fixture, other, .fresh("public"), .fresh("mine"))
    expectEqual(fixture.get()?.value, "public")
    expectEqual(fixture.start(.get, other).value?.value, "mine")
    expectEqual(fixture.get()?.value, "public")
    expectEqual(fixture.sent, 3)
  }

  @Test func aFailedRedirectFallsBackToThePartitionOfUnauthenticatedRequests() {
    let fixture = fixture()
    let control = "max-age=1, stale-if-error=600"
    stub(fixture, start, .redirect(to: other), .redirect(to: other))
    stub(fixture, other, .tagged("public", "\"1\"", control), .tagged("mine", "\"2\"", control), .status(503))
    _ = fixture.get()
    expectEqual(fixture.start(.get, other).value?.value, "mine")
    fixture.timer.advance(by: .seconds(10))
    expectEqual(fixture.get()?.value, "public")
  }
}
