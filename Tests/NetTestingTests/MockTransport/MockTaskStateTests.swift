import Foundation
import Net
import XCTest

@testable import NetTesting

final class MockTaskStateTests: XCTestCase {
  private let answer: [TransportEvent] = [
    .head(ResponseHead(status: 200)), .body(Data([1])), .finished(TransportTimings()),
  ]

  private func waiting() -> MockTaskState {
    var state = MockTaskState(receiver: ReceivedEvents())
    _ = state.resume()
    return state
  }

  func testIsSentOnce() {
    var state = MockTaskState(receiver: ReceivedEvents())
    XCTAssertTrue(state.resume())
    XCTAssertTrue(!state.resume())
  }

  func testIsAnsweredOnceAndNotBeforeItIsSent() {
    var state = MockTaskState(receiver: ReceivedEvents())
    XCTAssertTrue(!state.answer(answer))
    _ = state.resume()
    XCTAssertTrue(state.answer(answer))
    XCTAssertTrue(!state.answer(answer))
  }

  func testOneDeliversAtATime() {
    var state = waiting()
    _ = state.answer(answer)
    XCTAssertTrue(state.beginDelivering())
    XCTAssertTrue(!state.beginDelivering())
    for _ in 0..<3 { XCTAssertTrue(state.next() != nil) }
    XCTAssertTrue(state.next() == nil)
    XCTAssertTrue(state.beginDelivering())
  }

  func testAPauseHoldsBodiesBackAndNothingElse() {
    var state = waiting()
    _ = state.answer(answer)
    state.pause()
    XCTAssertTrue(state.next() != nil)
    XCTAssertTrue(state.next() == nil)
    state.proceed()
    XCTAssertTrue(state.next() != nil)
    state.pause()
    XCTAssertTrue(state.next() != nil)
  }

  func testACancellationReplacesWhatWasToCome() {
    var state = waiting()
    XCTAssertTrue(state.keep(IdleCancellation()) == nil)
    let cancelling = state.cancel()
    XCTAssertTrue(cancelling.isEffective && cancelling.scheduled != nil)
    XCTAssertTrue(!state.cancel().isEffective)
    XCTAssertTrue(!state.answer(answer))
    guard case .failed(let error, .connect) = state.next()?.event else {
      XCTFail("no failure")
      return
    }
    XCTAssertTrue(error is CancellationError)
    XCTAssertTrue(state.next() == nil)
    XCTAssertTrue(state.keep(IdleCancellation()) != nil)
  }
}
