import Net
import XCTest

@testable import NetTesting

final class MockExchangeStateTests: XCTestCase {
  private final class Client: ExchangeClient {
    func exchangeDidReceive(_ head: ResponseHead) {}
    func exchangeDidProgress(_ progress: TransferProgress) {}
    func exchangeDidFinish(_ outcome: any ExchangeOutcome) {}
  }

  private func started() -> MockExchangeState {
    var state = MockExchangeState()
    _ = state.start(nil, client: Client())
    return state
  }

  func testNothingIsDeliveredBeforeTheStart() {
    var state = MockExchangeState()
    XCTAssertTrue(state.beginDelivery() == nil)
    XCTAssertTrue(!state.cancel().isEffective)
  }

  func testACancellationThatOvertakesTheStartIsCarriedOutByIt() {
    var state = MockExchangeState()
    _ = state.cancel()
    XCTAssertTrue(state.start(nil, client: Client()))
    XCTAssertTrue(state.cancel().isEffective)
  }

  func testDeliveryHappensOnce() {
    var state = started()
    XCTAssertTrue(state.beginDelivery() != nil)
    XCTAssertTrue(state.isDelivering)
    XCTAssertTrue(state.beginDelivery() == nil)
    XCTAssertTrue(!state.endDelivery())
    XCTAssertTrue(!state.isDelivering)
    XCTAssertTrue(state.beginDelivery() == nil)
  }

  func testCancellingWhileWaitingGivesTheClientAndWhatIsIdleCancellation() {
    var state = started()
    XCTAssertTrue(state.keep(IdleCancellation()) == nil)
    let cancelling = state.cancel()
    XCTAssertTrue(cancelling.isEffective)
    XCTAssertTrue(cancelling.client != nil)
    XCTAssertTrue(cancelling.scheduled != nil)
    XCTAssertTrue(state.beginDelivery() == nil)
    XCTAssertTrue(!state.cancel().isEffective)
  }

  func testCancellingDuringTheDeliveryIsLeftToTheOneWhoDelivers() {
    var state = started()
    _ = state.beginDelivery()
    let cancelling = state.cancel()
    XCTAssertTrue(cancelling.isEffective)
    XCTAssertTrue(cancelling.client == nil)
    XCTAssertTrue(!state.isDelivering)
    XCTAssertTrue(!state.cancel().isEffective)
    XCTAssertTrue(state.endDelivery())
  }

  func testWhatIsScheduledTooLateIsGivenBack() {
    var state = started()
    _ = state.cancel()
    XCTAssertTrue(state.keep(IdleCancellation()) != nil)
  }
}
