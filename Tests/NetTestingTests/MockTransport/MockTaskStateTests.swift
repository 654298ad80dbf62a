import Foundation
import Net
import XCTest

@testable import NetTesting

final class MockTaskStateTests: XCTestCase {
  private var answer: StubPlayback { playback(.data(Data([1]))) }

  private func playback(_ response: StubResponse) -> StubPlayback {
    StubPlayback(
      response, to: RecordedRequest(method: .get, url: URL(filePath: "/")), chunkSize: 100)
  }

  private func event(_ state: inout MockTaskState) -> TransportEvent? {
    if case .event(let event, _) = state.nextDelivery() { event } else { nil }
  }

  private func waiting() -> MockTaskState {
    var state = MockTaskState(receiver: ReceivedEvents())
    _ = state.resume()
    return state
  }

  func testATaskStartsOnlyOnce() {
    var state = MockTaskState(receiver: ReceivedEvents())
    XCTAssertTrue(state.resume())
    XCTAssertTrue(!state.resume())
  }

  func testATaskAcceptsOneResponseAndOnlyAfterItIsResumed() {
    var state = MockTaskState(receiver: ReceivedEvents())
    XCTAssertTrue(!state.answer(answer))
    _ = state.resume()
    XCTAssertTrue(state.answer(answer))
    XCTAssertTrue(!state.answer(answer))
  }

  func testOnlyOneDeliveryRunsAtATime() {
    var state = waiting()
    _ = state.answer(answer)
    XCTAssertTrue(state.beginDelivering())
    XCTAssertTrue(!state.beginDelivering())
    for _ in 0..<3 { XCTAssertTrue(event(&state) != nil) }
    XCTAssertTrue(event(&state) == nil)
    XCTAssertTrue(state.beginDelivering())
  }

  func testPausingHoldsTheBodyAndTheEnd() {
    var state = waiting()
    _ = state.answer(answer)
    state.pause()
    XCTAssertTrue(event(&state) != nil)
    XCTAssertTrue(event(&state) == nil)
    state.proceed()
    XCTAssertTrue(event(&state)?.isBody == true)
    state.pause()
    XCTAssertTrue(event(&state) == nil)
    state.proceed()
    XCTAssertTrue(event(&state)?.isLast == true)
  }

  func testCancellingReplacesTheRemainingEvents() {
    var state = waiting()
    XCTAssertTrue(state.keep(IdleCancellation()) == nil)
    let cancelling = state.cancel()
    XCTAssertTrue(cancelling.isEffective && cancelling.scheduled != nil)
    XCTAssertTrue(!state.cancel().isEffective)
    XCTAssertTrue(!state.answer(answer))
    guard case .failed(let error, .connect) = event(&state) else {
      XCTFail("no failure")
      return
    }
    XCTAssertTrue(error is CancellationError)
    XCTAssertTrue(event(&state) == nil)
    XCTAssertTrue(state.keep(IdleCancellation()) != nil)
  }

  func testADelayBetweenChunksEndsOnce() {
    var state = waiting()
    _ = state.answer(playback(.stream([StubChunk("late", after: .seconds(2))])))
    XCTAssertNotNil(event(&state))
    guard case .wait(.seconds(2), let number) = state.nextDelivery() else { return XCTFail("no delay") }
    XCTAssertNil(state.nextDelivery())
    XCTAssertTrue(state.endWait(number))
    XCTAssertFalse(state.endWait(number))
    XCTAssertNotNil(event(&state))
  }

  func testCancellingEndsADelayBetweenChunks() {
    var state = waiting()
    _ = state.answer(playback(.stream([StubChunk("late", after: .seconds(2))])))
    _ = event(&state)
    guard case .wait(_, let number) = state.nextDelivery() else { return XCTFail("no delay") }
    XCTAssertNil(state.keep(IdleCancellation(), forWait: number))
    XCTAssertNotNil(state.cancel().scheduled)
    XCTAssertNotNil(state.keep(IdleCancellation(), forWait: number))
    XCTAssertFalse(state.endWait(number))
    guard case .failed(_, .body) = event(&state) else { return XCTFail("no failure") }
  }
}
