import TestSupport
import Testing

@testable import Stream

@Suite struct CombineLatestStateTests {
  @Test func nothingIsSentBeforeEverySourceHasAnElement() {
    var state = CombineLatestState(sources: 3)
    expectEqual(state.received(from: 0), .none)
    expectEqual(state.received(from: 0), .none)
    expectEqual(state.received(from: 1), .none)
    expectEqual(state.received(from: 2), .send)
  }

  @Test func everyElementIsSentAfterEverySourceHasSentOne() {
    var state = CombineLatestState(sources: 2)
    _ = state.received(from: 0)
    expectEqual(state.received(from: 1), .send)
    expectEqual(state.received(from: 1), .send)
    expectEqual(state.received(from: 0), .send)
  }

  @Test func theStreamCompletesWithItsLastSource() {
    var state = CombineLatestState(sources: 2)
    expectEqual(state.completed(0), .none)
    expectEqual(state.completed(1), .complete)
  }

  @Test func aSourceThatCompletesAgainChangesNothing() {
    var state = CombineLatestState(sources: 2)
    expectEqual(state.completed(0), .none)
    expectEqual(state.completed(0), .none)
  }

  @Test func theElementOfACompletedSourceIsStillCombined() {
    var state = CombineLatestState(sources: 2)
    _ = state.received(from: 0)
    _ = state.completed(0)
    expectEqual(state.received(from: 1), .send)
  }

  @Test func anElementThatCannotBeCombinedCompletesTheStream() {
    var state = CombineLatestState(sources: 2)
    _ = state.completed(0)
    expectEqual(state.received(from: 1), .complete)
  }

  @Test func anElementWaitsWhileAnotherSourceIsRunning() {
    var state = CombineLatestState(sources: 3)
    _ = state.completed(0)
    expectEqual(state.received(from: 1), .none)
  }
}
