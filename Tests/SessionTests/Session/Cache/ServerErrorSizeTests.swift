import Foundation
import NetTesting
import TestSupport
import Testing

@testable import Net

/// Server errors with a page that is larger than the limit of bodies in memory.
@Suite struct ServerErrorSizeTests {
  private let page = String(repeating: "x", count: 500)

  private func fixture(_ interceptors: any RequestInterceptor...) -> CachedSession {
    CachedSession {
      $0.maximumBodySize = 100
      $0.interceptors = interceptors
    }
  }

  /// The page, whose size its head announces or not.
  private func unavailable(isAnnounced: Bool) -> StubResponse {
    isAnnounced ? StubResponse.text(page).status(503) : StubResponse.stream([StubChunk(page)]).status(503)
  }

  @Test(arguments: [true, false])
  func aStaleResponseIsUsedInstead(isAnnounced: Bool) {
    let fixture = fixture()
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), unavailable(isAnnounced: isAnnounced))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(fixture.get()?.cacheStatus, .stale(age: .seconds(10), .error))
  }

  @Test func aStaleResponseIsUsedInsteadOfOneThatIsAccepted() {
    let fixture = fixture()
    fixture.stub(
      .tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), unavailable(isAnnounced: true))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    let second = fixture.start { $0.validate(statusCode: 200..<600) }
    expectEqual(second.value?.cacheStatus, .stale(age: .seconds(10), .error))
  }

  @Test func aBodyOfASuccessThatIsTooLargeIsNotReplaced() {
    let fixture = fixture()
    fixture.stub(.tagged("a", "\"1\"", "max-age=1, stale-if-error=100"), .text(page))
    _ = fixture.get()
    fixture.timer.advance(by: .seconds(10))
    expectEqual(fixture.get()?.error?.reason, .transfer(.bodyTooLarge(limit: 100)))
  }

  @Test(arguments: [true, false])
  func theRequestIsRetried(isAnnounced: Bool) {
    let fixture = fixture(RetryPolicy(maximumRetries: 1, base: .zero))
    fixture.stub(unavailable(isAnnounced: isAnnounced), .text("a"))
    let got = fixture.start()
    fixture.timer.advance(by: .seconds(5))
    expectEqual(got.value?.value, "a")
    expectEqual(fixture.sent, 2)
  }

  @Test func aSuccessThatIsTooLargeIsNotRetried() {
    let fixture = fixture(RetryPolicy(maximumRetries: 1, base: .zero))
    fixture.stub(.text(page), .text("a"))
    let got = fixture.start()
    fixture.timer.advance(by: .seconds(5))
    expectEqual(got.value?.error?.reason, .transfer(.bodyTooLarge(limit: 100)))
    expectEqual(fixture.sent, 1)
  }
}
