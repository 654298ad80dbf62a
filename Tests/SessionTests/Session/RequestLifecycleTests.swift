import Foundation
import TestSupport
import Testing

@testable import Net

@Suite struct RequestLifecycleTests {
  private func ended(_ outcome: ExchangeOutcome, isCancelledBefore: Bool) -> RequestState {
    var lifecycle = RequestLifecycle(RequestDescription("https://example.com/"))
    _ = lifecycle.start(nil)
    if isCancelledBefore { _ = lifecycle.cancel() }
    _ = lifecycle.finish(outcome)
    return lifecycle.state
  }

  private let success = ExchangeOutcome(
    .success(
      ReceivedResponse(
        request: TransportRequest(url: URL(filePath: "/").absoluteURL), head: ResponseHead(status: 200),
        data: Data())))

  @Test func aLateCancellationDoesNotChangeTheState() {
    expectEqual(ended(success, isCancelledBefore: true), .finished)
  }

  @Test func aCancelledRequestIsCancelled() {
    expectEqual(
      ended(ExchangeOutcome(.failure(NetworkError(.cancelled))), isCancelledBefore: true), .cancelled)
  }

  @Test func aFailedRequestIsFinished() {
    expectEqual(
      ended(ExchangeOutcome(.failure(NetworkError(.encoding))), isCancelledBefore: false), .finished)
  }
}
