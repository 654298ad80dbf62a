import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Retries after a stored response has failed the request.
@Suite struct RetriedResponseTests {
  private struct Rejection: Error {}

  /// Retries each failure at once.
  private struct Again: RequestInterceptor {
    func retry(_ failure: RetryContext, completion: @escaping @Sendable (RetryDecision) -> Void) {
      completion(failure.attempts < 3 ? .retry(after: .zero) : .pass)
    }
  }

  private func fixture() -> CachedSession { CachedSession { $0.interceptors = [Again()] } }

  private func rejectBad(_ request: any NetworkRequesting) {
    _ = request.validate { response in
      if response.data == Data("bad".utf8) { throw Rejection() }
    }
  }

  @Test func aRetryAfterAStoredResponseAsksTheServer() {
    let fixture = fixture()
    fixture.stub(.fresh("bad"), .fresh("good"))
    expectEqual(fixture.get()?.value, "bad")
    let second = fixture.start(configure: rejectBad)
    expectEqual(second.value?.value, "good")
    expectEqual(second.value?.timings.attempts, 2)
    expectEqual(fixture.transport.requests.last?.headers["Cache-Control"], "max-age=0")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
  }

  @Test func aRetryDoesNotUseTheResponseThatTheAttemptBeforeHasStored() {
    let fixture = fixture()
    fixture.stub(.fresh("bad"), .fresh("good"))
    expectEqual(fixture.start(configure: rejectBad).value?.value, "good")
    expectEqual(fixture.sent, 2)
  }

  @Test func everyFurtherRetryAsksTheServer() {
    let fixture = fixture()
    fixture.stub(.fresh("bad"), .status(503), .fresh("good"))
    expectEqual(fixture.get()?.value, "bad")
    expectEqual(fixture.start(configure: rejectBad).value?.value, "good")
    expectEqual(fixture.sent, 3)
  }

  @Test func aStoredServerErrorIsRequestedAgain() {
    let fixture = fixture()
    fixture.stub(StubResponse.fresh("busy").status(503), .fresh("good"))
    expectEqual(fixture.get()?.value, "good")
    expectEqual(fixture.get()?.cacheStatus, .hit(age: .zero))
  }

  @Test func anImmutableResponseIsRequestedAgain() {
    let fixture = fixture()
    fixture.stub(StubResponse.text("bad").header("Cache-Control", "max-age=60, immutable"), .fresh("good"))
    expectEqual(fixture.get()?.value, "bad")
    expectEqual(fixture.start(configure: rejectBad).value?.value, "good")
    expectEqual(fixture.sent, 2)
  }

  @Test func anImmutableResponseIsRequestedAgainIfTheRequestHasItConfirmed() {
    let fixture = fixture()
    fixture.stub(StubResponse.text("bad").header("Cache-Control", "max-age=60, immutable"), .fresh("good"))
    expectEqual(fixture.get()?.value, "bad")
    expectEqual(fixture.start(.get, nil, .revalidate, configure: rejectBad).value?.value, "good")
    expectEqual(fixture.sent, 2)
  }

  @Test func whatIsStoredForAnotherURLOfTheAttemptIsUsed() {
    let fixture = fixture()
    let moved = StubResponse.status(301).header("Location", "/b").header("Cache-Control", "max-age=60")
    fixture.stub(moved, .status(503), .fresh("good"))
    expectEqual(fixture.get()?.value, "good")
    expectEqual(fixture.transport.requests.map(\.url.path), ["/a", "/b", "/b"])
  }

  @Test func anotherFailureIsRetriedWithWhatIsStored() {
    let fixture = fixture()
    fixture.stub(.tagged("a", "\"1\""), .failure(URLError(.networkConnectionLost)), .status(304))
    _ = fixture.get()
    expectEqual(fixture.get()?.value, "a")
    expectNil(fixture.transport.requests.last?.headers["Cache-Control"])
  }

  @Test func afterTheRetriesAStaleResponseMayReplaceTheFailure() {
    let fixture = fixture()
    let stale = StubResponse.text("old").header("Cache-Control", "max-age=1, stale-if-error=60")
    fixture.stub(stale, .status(503), .status(503), .status(503))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(2))
    expectEqual(fixture.get()?.value, "old")
    expectEqual(fixture.sent, 4)
  }

  /// The server has answered the form already, so that it must not be sent again.
  @Test func aRetryThatIsImpossibleAllowsAStaleResponse() {
    let fixture = fixture()
    let stale = StubResponse.text("old").header("Cache-Control", "max-age=1, stale-if-error=60")
    fixture.stub(
      stale, .redirect(to: "/done", status: 303), .redirect(to: "/a"), .status(503), .text("new"))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(2))
    expectEqual(fixture.start(.post, "https://example.com/form").value?.value, "old")
    expectEqual(fixture.transport.requests.map(\.url.path), ["/a", "/form", "/done", "/a"])
  }

  @Test func withoutARetryTheStoredResponseFailsAgainUntilItIsReloaded() {
    let fixture = CachedSession()
    fixture.stub(.fresh("bad"), .fresh("good"))
    for _ in 1...2 { expectNotNil(fixture.start(configure: rejectBad).value?.error) }
    expectEqual(fixture.sent, 1)
    expectEqual(fixture.start(.get, nil, .reload, configure: rejectBad).value?.value, "good")
  }
}
