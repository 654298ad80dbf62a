import Foundation
import Net
import NetTesting
import TestSupport
import Testing

/// An interceptor that implements nothing.
@Suite struct RequestInterceptorTests {
  private struct Idle: RequestInterceptor {}

  @Test func byDefaultTheRequestIsSentUnchanged() throws {
    let request = TransportRequest(
      method: .post, url: try #require(URL(string: "https://example.com/")), headers: ["A": "b"])
    var prepared = request
    Idle().prepare(&prepared)
    let adapted = Captured<TransportRequest?>()
    Idle().adapt(prepared) { adapted.set(try? $0.get()) }
    expectEqual(adapted.values, [request])
  }

  @Test func byDefaultFailuresArePassedOn() {
    let decisions = Captured<String>()
    let failure = RetryContext(error: NetworkError(.transport(.head)), attempts: 1, elapsed: .zero)
    Idle().retry(failure) { decisions.set("\($0)") }
    expectEqual(decisions.values, ["pass"])
  }
}
